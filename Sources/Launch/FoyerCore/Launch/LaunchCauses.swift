/// Why a launch has failed.
extension Phrase {
    package static func versionElsewhere(wanted: String, offered: String) -> Phrase {
        Phrase("The platform has version \(offered), not \(wanted).")
    }

    static func openWithoutVersion(wanted: String, offered: String) -> Phrase {
        Phrase(
            "The link asks for version \(wanted), but only \(offered) is available. Open the program without a version."
        )
    }

    /// - Parameter running: the steps that were not done.
    static func notReady(within seconds: String, running: [LaunchStep]) -> Phrase {
        guard !running.isEmpty else { return Phrase("Not ready within \(seconds) s.") }
        let steps = running.dropFirst().reduce(running[0].phrase) { Phrase("\($0), \($1.phrase)") }
        return Phrase("Not ready within \(seconds) s; still in: \(steps).")
    }

    package static func stepFailed(_ step: LaunchStep) -> Phrase {
        Phrase("The step \"\(step.phrase)\" failed without giving a reason.")
    }

    static func commandNotReady(_ name: String, within seconds: String) -> Phrase {
        Phrase("\(name) was not ready within \(seconds) s.")
    }

    static let commandLate = Phrase("The command was not ready in time")
    static let reloadStartsAgain = Phrase("The details show what it wrote. Reload starts it again.")
    /// The same where there is neither a reload nor a page of details.
    static let startAgain = Phrase("Start it again once that is fixed.")
    static let startAgainWithMoreTime = Phrase("Start it again; it may need more time.")
}
