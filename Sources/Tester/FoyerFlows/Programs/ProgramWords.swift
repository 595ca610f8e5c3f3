import Foyer

/// The words of programs that are not ours.
extension Phrase {
    static let aListOfWords = Phrase("a list, as in [python3, menu.py]")
    package static let aProgram = Phrase("a program and its arguments")
    static let aSourceName = Phrase("a relative path, as words.txt or ../src/tool")
    static let aRoomName = Phrase("a relative path without . and ..")
    static let aVariable = Phrase("the name of a variable")

    static func programEnded(_ status: Int32) -> Phrase {
        Phrase("The program has ended with status \(status).")
    }

    /// - Parameter unmet: what it waited for when its time was over.
    static func flowTookTooLong(_ seconds: String, _ unmet: Phrase?) -> Phrase {
        let problem = Phrase("The flow took more than \(seconds) s.")
        return unmet.map { Phrase("\(problem) \($0)") } ?? problem
    }

    static let flowInterrupted = Phrase("The flow was interrupted.")

    static func roomKept(_ path: String) -> Phrase {
        Phrase("Its folder is kept: \(path)")
    }

    static func besideTheFlow(_ name: String) -> Phrase {
        Phrase("\(name) lies beside the flow, not in the program's fresh folder: name it in files, or write folder: .")
    }

    static func outsidePath(_ name: String, _ path: String) -> Phrase {
        Phrase("\(name) is not in the PATH of flows; it is at \(path). Write inherit: [PATH] beside command.")
    }

    package static let endsProgram = Phrase("Ctrl-] ends the program.")
    package static let cardOverProgram = Phrase(
        "Ctrl-] shows this card over the program; pressed again, it ends the program.")

    package static func programIsOver(_ status: Int32) -> Phrase {
        Phrase("The program has ended with status \(status). Press Enter for the verdict.")
    }

    package static func recordingBegins(_ path: String) -> Phrase {
        Phrase(
            """
            Everything you do is written to \(path) as a scenario. Ctrl-] ends the program. Then Foyer plays the \
            recording in a fresh folder with copies of your files. Press Enter to begin.
            """)
    }

    package static func scenarioWritten(_ path: String, steps: Int) -> Phrase {
        Phrase(
            steps, one: Phrase("\(steps) step is in \(path)."), other: Phrase("\(steps) steps are in \(path)."))
    }

    package static let typedUnseen = Phrase(
        "What was typed unseen was not kept: put it where the file says so, or record with --keep-secrets.")

    package static let recordingIsPlayed = Phrase("Playing the recording …")

    package static func recordingPlayed(_ path: String, steps: Int) -> Phrase {
        Phrase(
            steps, one: Phrase("Wrote \(steps) step to \(path), and played it once."),
            other: Phrase("Wrote \(steps) steps to \(path), and played them once."))
    }

    /// Asks before the recording is played.
    package static func recordingMayChange(_ path: String) -> Phrase {
        let path = SafeText(path).string
        return Phrase(
            "To check the recording, the program must run again. It could change \(path) again. Run it? [y/N]")
    }

    package static func recordingUnplayed(_ path: String) -> Phrase {
        Phrase("The recording was not checked. foyer scenario run \(path) plays it.")
    }

    /// Stands above the waits.
    package static let waitsLeftOut = Phrase("Left out, because these waits failed when the recording was played:")

    package static func recordingFails(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("\(path) does not play as it is: \(why) Edit this step, or record again.")
    }

    /// The files that a program has written into its folder.
    package static func filesAppeared(_ names: [String]) -> Phrase {
        let list = (names.prefix(10) + (names.count > 10 ? ["…"] : [])).map { SafeText($0).string }
        return Phrase("New or changed files: \(Phrase.list(list))")
    }

    static func stepUnplayed(_ step: String, _ why: Phrase) -> Phrase {
        let step = SafeText(step).string
        return Phrase("\(step): \(why)")
    }

    static let flowUnreadable = Phrase("It cannot be read.")

    package static func fileThere(_ path: String) -> Phrase {
        Phrase("\(path) exists already; name another file, or remove it.")
    }

    package static let programNeedsTerminal = Phrase(
        "This item’s program needs a terminal, and there is none here: judge the item as blocked, or skip it.")

    package static let recordingNeedsTerminal = Phrase("A program is recorded in a terminal, and there is none here.")

    package static let aServersOrders = Phrase(
        "This scenario needs a platform that misbehaves on request; the one at --server does not.")
}

extension Language {
    /// Under what to do.
    ///
    /// - Parameter program: as its user would type it.
    package func enterStarts(_ program: SafeText) -> SafeText {
        self[Phrase("Enter starts \(program)")]
    }
}
