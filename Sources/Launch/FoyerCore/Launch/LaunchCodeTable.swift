/// The table of errors, a row for each code.
///
/// A new code needs its case in ``LaunchCode`` and its row here. Whatever else needs a decision does not compile
/// without it, and the rest follows.
extension LaunchCode {
    struct Row {
        /// The exit status of a process that ended with this failure.
        let exitStatus: Int32
        /// The key that shows the failure in a rehearsal and among the faults of a demo.
        let key: Unicode.Scalar
        let message: Phrase
        /// What the user can do.
        let advice: Phrase
        /// The advice where there is no page: lines have neither a reload nor details.
        let lineAdvice: Phrase
        let reloadCanHelp: Bool

        /// - Parameter inLines: `nil` where the advice does not speak of the page.
        init(
            _ message: Phrase, exitStatus: Int32, key: Unicode.Scalar, advice: Phrase, inLines: Phrase? = nil,
            reloadCanHelp: Bool
        ) {
            self.exitStatus = exitStatus
            self.key = key
            self.message = message
            self.advice = advice
            lineAdvice = inLines ?? advice
            self.reloadCanHelp = reloadCanHelp
        }
    }

    /// The advice of a failure that has a host's title, on a page.
    var plainAdvice: Phrase {
        reloadCanHelp
            ? Phrase("Reload to try again; the details say more.")
            : .tryingIsNoHelp
    }

    /// The same in lines.
    var plainLineAdvice: Phrase {
        reloadCanHelp
            ? Phrase("Try again; if it happens again, report the code and the cause.")
            : .tryingIsNoHelp
    }

    var row: Row {
        switch self {
        case .removed:
            Row(
                Phrase("Mini Program has been removed"),
                exitStatus: 11, key: "1",
                advice: Phrase("Its makers have withdrawn it, so it can no longer be opened."),
                reloadCanHelp: false)
        case .suspended:
            Row(
                Phrase("Mini Program has been suspended"),
                exitStatus: 12, key: "2",
                advice: Phrase("It is not available at the moment. Try again later."),
                reloadCanHelp: false)
        case .unknown:
            Row(
                Phrase("Unknown error"),
                exitStatus: 20, key: "3",
                advice: Phrase("Something unexpected happened. Reload; if it persists, look at the details."),
                inLines: Phrase(
                    "Something unexpected happened. Try again; if it happens again, report the code and the cause."),
                reloadCanHelp: true)
        case .notFound:
            Row(
                Phrase("Mini program does not exist."),
                exitStatus: 21, key: "4",
                advice: Phrase("There is no program with this name. Check the app id."),
                reloadCanHelp: false)
        case .unzipFailed:
            Row(
                Phrase("Mini program unzip failed"),
                exitStatus: 22, key: "5",
                advice: Phrase("The package is damaged. Reload to download it again."),
                inLines: Phrase("The package is damaged. Try again to download a fresh copy."),
                reloadCanHelp: true)
        case .fetchFailed:
            Row(
                Phrase("Mini program fetch failed"),
                exitStatus: 23, key: "6",
                advice: Phrase("The program could not be looked up. Check the network, then reload."),
                inLines: Phrase("The program could not be looked up. Check the network, then try again."),
                reloadCanHelp: true)
        case .downloadFailed:
            Row(
                Phrase("Mini program download failed"),
                exitStatus: 29, key: "7",
                advice: Phrase("The package could not be downloaded. Check the network, then reload."),
                inLines: Phrase("The package could not be downloaded. Check the network, then try again."),
                reloadCanHelp: true)
        case .timedOut:
            Row(
                Phrase("Mini program preparation timed out"),
                exitStatus: 30, key: "8",
                advice: Phrase("It took too long to get ready. Reload, or try again later."),
                inLines: Phrase("It took too long to get ready. Try again now or later."),
                reloadCanHelp: true)
        case .resourcesFailed:
            Row(
                Phrase("Failed to load remote resources"),
                exitStatus: 50, key: "9",
                advice: Phrase("Files that the program needs could not be downloaded. Check the network, then reload."),
                inLines: Phrase(
                    "Files that the program needs could not be downloaded. Check the network, then try again."),
                reloadCanHelp: true)
        }
    }
}

extension Phrase {
    fileprivate static let tryingIsNoHelp = Phrase("Trying again will not help.")
}
