import Foyer

/// Reasons for which a scenario failed.
extension Phrase {
    static func within(_ seconds: String, _ what: Phrase) -> Phrase {
        Phrase("After \(seconds) s: \(what)")
    }

    static func notOnScreen(_ text: String) -> Phrase {
        let text = VisibleText.shown(text)
        return Phrase("\"\(text)\" is not on the screen.")
    }

    static func notInOneLine(_ text: String) -> Phrase {
        Phrase("\"\(text)\" is not on any single line of the screen.")
    }

    static func isAnother(_ subject: StepFailure.Subject, _ found: String?, _ wanted: String) -> Phrase {
        if found == nil, subject == .exitStatus { return stillRuns(wanted) }
        // A value that may begin or end with a blank is quoted.
        let isText = [.title, .clipboard, .focus, .value, .link].contains(subject)
        func quoted(_ value: String) -> Phrase {
            let shown = VisibleText.shown(value)
            return isText ? Phrase("\"\(shown)\"") : Phrase(asIs: value)
        }
        let (what, there) = (name(of: subject), found.map(quoted) ?? absence(of: subject))
        let expected = quoted(wanted)
        return Phrase("\(what) is \(there), not \(expected).")
    }

    private static func stillRuns(_ wanted: String) -> Phrase {
        Phrase("The program is still running; it should have ended with \(wanted).")
    }

    private static func absence(of subject: StepFailure.Subject) -> Phrase {
        switch subject {
        case .outcome: Phrase("open")
        default: Phrase("none")
        }
    }

    private static func name(of subject: StepFailure.Subject) -> Phrase {
        switch subject {
        case .state: Phrase("The state")
        case .outcome: Phrase("The outcome")
        case .exitStatus: Phrase("The exit status")
        case .banner: Phrase("The banner")
        case .page: Phrase("The banner's page")
        case .picture: Phrase("The page's picture")
        case .bannerError: Phrase("The banner's error")
        case .root: Phrase("The root")
        case .value: Phrase("The root's value")
        case .source: Phrase("The source of the root's value")
        case .fetch: Phrase("The fetch before the root")
        case .link: Phrase("The last link")
        case .focus: Phrase("What has the focus")
        case .cursor: Phrase("The cursor")
        case .title: Phrase("The terminal's title")
        case .clipboard: Phrase("The clipboard")
        case .bells: Phrase("The number of bells")
        }
    }

    static func noCell(column: Int, row: Int, on size: CellSize) -> Phrase {
        let there = "\(size.columns)x\(size.rows)"
        return Phrase("There is no column \(column) of row \(row) on a screen of \(there).")
    }

    static func noStep(_ place: String, in file: String, steps: Int) -> Phrase {
        Phrase("\(file) has no step \"\(place)\"; expected 1 to \(steps), or the name of a snapshot.")
    }

    static let terminalHasGone = Phrase("The terminal is gone.")
}

extension StepFailure {
    // MARK: - The screen

    /// - Parameter place: from 0; a text that was wrapped stands in no single place.
    static func onScreen(_ text: String, at place: CellPosition? = nil) -> StepFailure {
        guard let place else {
            return .other(Phrase("\"\(text)\" is on the screen."))
        }
        let (column, row) = (place.column + 1, place.row + 1)
        return .other(Phrase("\"\(text)\" is on the screen, in column \(column) of row \(row)."))
    }

    /// - Parameter row: from 1.
    static func screenDiffers(row: Int) -> StepFailure {
        .other(Phrase("The screen differs from row \(row) down."))
    }

    /// No line matches the expression.
    static func noMatch(_ pattern: String) -> StepFailure {
        .other(Phrase("No line matches \(pattern)."))
    }

    static func color(of text: String, is found: String, not wanted: String) -> StepFailure {
        .other(Phrase("\"\(text)\" has the colour \(found), not \(wanted)."))
    }

    /// - Parameters:
    ///   - column: from 1.
    ///   - row: from 1.
    static func cell(column: Int, row: Int, shows found: String, not wanted: String) -> StepFailure {
        .other(.cellShows(column: column, row: row, found, wanted))
    }

    static func noCell(column: Int, row: Int, on size: CellSize) -> StepFailure {
        .other(.noCell(column: column, row: row, on: size))
    }

    static let screenMoves = StepFailure.other(Phrase("The screen keeps changing."))

    // MARK: - Foyer's own flows

    /// All calls, in order.
    static func were(_ calls: Calls, _ all: [String]) -> StepFailure {
        let what =
            switch calls {
            case .delegate: Phrase("The delegate's calls were")
            case .popup: Phrase("The pop-up's calls were")
            case .banner: Phrase("The banner's calls were")
            case .host: Phrase("The host's calls were")
            case .owner: Phrase("The campaign's owner received")
            case .desktop: Phrase("The desktop has")
            case .pending: Phrase("Pending are")
            }
        let list = all.isEmpty ? Phrase("none") : Phrase(asIs: all.joined(separator: ", "))
        return .other(Phrase("\(what): \(list)"))
    }

    static func requests(of route: String, _ count: Int, wanted: Int) -> StepFailure {
        .other(Phrase("The stage received \(count) requests for \(route), not \(wanted)."))
    }

    static func bannerMoves(_ moves: Bool) -> StepFailure {
        moves
            ? .other(Phrase("The banner moves by itself."))
            : .other(Phrase("The banner does not move by itself."))
    }

    static let noBanner = StepFailure.other(Phrase("There is no banner."))
    static let noRoot = StepFailure.other(Phrase("This flow has no root screen."))
    static let noGuide = StepFailure.other(Phrase("No guide page was served."))

    static func notInGuide(_ text: String) -> StepFailure {
        .other(Phrase("\"\(text)\" is not in the guide page."))
    }

    static let nothingToBindTo = StepFailure.other(
        Phrase("Nothing here can be bound; the flow needs a banner with views."))
    static let noNotifications = StepFailure.other(Phrase("This flow has no host with notifications."))

    static func deadLink(_ link: String) -> StepFailure {
        .other(Phrase("The link \"\(link)\" leads nowhere; nothing was started."))
    }

    static let noOtherTerminal = StepFailure.other(Phrase("There is no other terminal here."))

    // MARK: - What must never be

    static func calledAfterEnd(_ call: String) -> StepFailure {
        .other(Phrase("The delegate was called with \"\(call)\" after the launch was over."))
    }

    /// Progress that falls, or is not in 0…1.
    static func progressWent(from before: Double, to after: Double) -> StepFailure {
        .other(Phrase("Progress went from \(before) to \(after)."))
    }

    static let nothingComes = StepFailure.other(Phrase("Nothing else can happen, so this would wait forever."))
    static let slow = StepFailure.other(Phrase("It takes more than a minute. Is a picture slow to decode?"))
    static let endless = StepFailure.other(Phrase("Events keep arriving although no time passes."))
    static let noMemory = StepFailure.other(Phrase("There is no memory."))

    // MARK: - A program that is not ours

    static let mouseUnheard = StepFailure.other(Phrase("The program does not ask for the mouse."))
    static let focusUnheard = StepFailure.other(Phrase("The program does not ask for the focus."))

    /// - Parameter mode: one of the words of `modes`.
    static func mode(_ mode: String, isOn: Bool) -> StepFailure {
        isOn
            ? .other(Phrase("The mode \(mode) is on."))
            : .other(Phrase("The mode \(mode) is off."))
    }

    static func file(_ path: String, isThere: Bool) -> StepFailure {
        isThere
            ? .other(Phrase("There is a file \(path)."))
            : .other(Phrase("There is no file \(path)."))
    }

    static func fileText(_ path: String, _ text: String) -> StepFailure {
        .other(Phrase("The file \(path) has \"\(text)\"."))
    }
}
