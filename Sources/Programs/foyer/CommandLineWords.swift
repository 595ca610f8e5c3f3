import Foyer
import FoyerChecklist

/// The messages of the command line, and why it cannot continue.
extension Phrase {
    static let runIsKept = Phrase("Everything is kept; the same command continues from here.")
    static let testerQuestion = Phrase("Who tests? Your name for the report:")

    static func noRun(_ path: String) -> Phrase {
        Phrase("This checklist has no run yet; `foyer qa` starts one. Looked for \(path).")
    }

    static func outputLost(_ why: Phrase) -> Phrase {
        Phrase("standard output cannot be written: \(why).")
    }

    static func settingsUnreadable(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("The settings \(path) cannot be read: \(why). They are ignored.")
    }

    static let trustedKeyUnknown = Phrase(
        """
        The settings may pin a key, but cannot be read as a whole, so nothing is launched or shown. Mend them, or \
        name the key with --public-key.
        """)

    static func noScenarios(_ paths: String) -> Phrase {
        Phrase("No scenario found in \(paths); expected files whose names end in .yaml or .yml.")
    }

    static let watching = Phrase("Waiting for a file to be saved.")

    /// On a line of its own: with the other it would be wider than 80 columns.
    static func watchKeys(_ count: Int) -> Phrase {
        Phrase("Enter plays all \(count); f and Enter, those that failed; q and Enter, leave.")
    }

    /// - Parameter files: of the flows.
    static func playing(_ files: [String]) -> Phrase {
        let names = named(files)
        return Phrase("Playing \(names)")
    }

    static func stillFailing(_ files: [String]) -> Phrase {
        let names = named(files)
        return Phrase("Still failing: \(names)")
    }

    private static func named(_ files: [String]) -> String {
        let most = 5
        return SafeText((files.prefix(most) + (files.count > most ? ["…"] : [])).joined(separator: ", ")).string
    }

    static let watchNeedsTerminal = Phrase("--watch waits for what you type, and standard input is no terminal.")

    static let nothingMatches = Phrase("No flow has this text or tag; `foyer scenario list` names them all.")

    static let noLastRun = Phrase("No run is known here, so all are played.")

    static let runInterrupted = Phrase("Interrupted: the rest was not run.")

    static let nothingToPlay = Phrase("None of these flows is to be played.")

    static let platformMissing = Phrase(
        "No platform is named. Give --server URL or set FOYER_SERVER; `foyer serve` starts one to try.")

    /// - Parameter why: a clause.
    static func platformWrong(_ text: String, _ why: String) -> Phrase {
        Phrase("\"\(text)\" is not a platform's base URL: \(why).")
    }

    static let trustedKeyWrong = Phrase("The settings' public-key is not 32 bytes in base64.")

    static func tooManyTrustedKeys(_ count: Int) -> Phrase {
        Phrase("The settings list \(count) keys in public-key; a host pins at most two.")
    }

    static func notInstalled(_ appID: String) -> Phrase {
        Phrase("\(appID) is not installed.")
    }

    static func leftOut(_ path: String) -> Phrase {
        Phrase("skipped, because it is hidden: \(path)")
    }

    static func besidePackage(_ path: String) -> Phrase {
        Phrase("skipped, because it belongs to the site's sources: \(path)")
    }

    static let noShortcuts = Phrase("There are no shortcuts.")

    static func siteWaits(_ path: String) -> Phrase {
        Phrase("Another publication is under way in \(path); waiting for it to finish.")
    }
}

/// Lists in whole sentences.
extension Language {
    func installed(_ count: Int) -> SafeText {
        if count == 0 { return self[Phrase("No program is installed")] }
        return self[
            Phrase(
                count, one: Phrase("\(count) program is installed"), other: Phrase("\(count) programs are installed"))]
    }

    func installed(_ appID: String, version: String, path: String) -> SafeText {
        self[
            Phrase("\(appID), version \(version), in \(path)")]
    }

    func shortcuts(_ count: Int) -> SafeText {
        if count == 0 { return self[Phrase("There are no shortcuts")] }
        return self[
            Phrase(
                count, one: Phrase("There is \(count) shortcut"), other: Phrase("There are \(count) shortcuts"))]
    }

    func shortcut(_ title: SafeText, _ name: String, link: String) -> SafeText {
        self[
            Phrase("\(title), named \(name), leads to \(link)")]
    }
}

extension Language {
    /// The message of `foyer qa check` for a list without mistakes.
    func checklistIsGood(_ file: SafeText, items: Int) -> SafeText {
        self[
            Phrase(
                items, one: Phrase("\(file): \(items) item, well written."),
                other: Phrase("\(file): \(items) items, well written."))]
    }

    /// Who tells whether the sentences of a checklist are true; `nil` for a list without checks.
    func sentences(_ count: ChecklistPlay.Count) -> SafeText? {
        let tied = count.played + count.partly + count.byPerson
        guard tied > 0 else { return nil }
        let (all, loose) = (tied + count.untied, count.untied)
        let (played, partly, byPerson) = (count.played, count.partly, count.byPerson)
        let sentences = Phrase(
            "\(all) sentences: \(played) played, \(partly) played and judged by a person, \(byPerson) judged by a person"
        )
        return self[loose > 0 ? Phrase("\(sentences), \(loose) without a check.") : Phrase("\(sentences).")]
    }

    /// The same of scenarios.
    func scenariosAreGood(_ count: Int) -> SafeText {
        self[
            Phrase(
                count, one: Phrase("\(count) scenario is well written."),
                other: Phrase("\(count) scenarios are well written."))]
    }

    /// The lines of `foyer shortcut`.
    func shortcutAdded(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[Phrase("added “\(title)” as \(name)")]
    }

    /// The same title and link once more.
    func shortcutReplaced(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[
            Phrase("replaced the existing “\(title)”: \(name)")]
    }

    /// The same link under another title.
    func shortcutSharesLink(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[
            Phrase("“\(title)” (\(name)) has the same link.")]
    }

    func shortcutRemoved(_ title: SafeText) -> SafeText {
        self[Phrase("removed “\(title)”")]
    }

    /// The message of `foyer open` if another process has accepted the link.
    func linkDelivered(_ route: SafeText) -> SafeText {
        self[
            Phrase("The running Foyer has received \(route)")]
    }

    func linkStarted(_ route: SafeText) -> SafeText {
        self[
            Phrase("Foyer is starting in a new window with \(route)")]
    }

    /// A second start, after the first has been asked to show itself.
    var runsAlready: SafeText {
        self[
            Phrase(
                """
                Foyer is already running in another terminal. `foyer open LINK` takes it to a page; `foyer --new` \
                runs another one here.
                """)]
    }
}
