import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// What came of a run: as a page for people, and as JUnit XML for build servers.
public struct ChecklistReport: Sendable {
    let run: ChecklistRun
    let language: Language

    public static let pageName = "report.html"
    public static let junitName = "junit.xml"

    public init(_ run: ChecklistRun, language: Language) {
        self.run = run
        self.language = language
    }

    /// Writes both into a folder, which is made where it is missing; each file is there whole or as it was before.
    ///
    /// - Returns: the page's path.
    public func write(to folder: String) throws(RunJournal.Failure) -> String {
        do throws(PlaceFailure) { try Places().make(folder) } catch { throw RunJournal.Failure(cause: error.cause) }
        try Self.write(html, to: folder + "/" + Self.pageName)
        try Self.write(junit, to: folder + "/" + Self.junitName)
        return folder + "/" + Self.pageName
    }

    private static func write(_ text: String, to path: String) throws(RunJournal.Failure) {
        let draft = path + ".new"
        let file = fopen(draft, "we")
        let isWritten = file.map { fputs(text, $0) >= 0 } ?? false
        let number = errno
        let isClosed = file.map { fclose($0) == 0 } ?? false
        guard isWritten, isClosed, rename(draft, path) == 0 else {
            let reason = SystemError.cause(isWritten ? errno : number)
            unlink(draft)
            throw RunJournal.Failure(cause: .fileNotWritten(path, reason))
        }
    }
}
