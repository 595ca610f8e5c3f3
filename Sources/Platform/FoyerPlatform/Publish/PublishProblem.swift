import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// What is wrong in a site's sources, and where.
package struct PublishProblem: Hashable, Sendable, CustomStringConvertible {
    /// Relative to the sources.
    package let file: String
    /// From 1.
    package let line: Int
    /// From 1.
    package let column: Int
    package let message: Phrase

    package init(_ file: String, line: Int = 1, column: Int = 1, _ message: Phrase) {
        (self.file, self.line, self.column, self.message) = (file, line, column, message)
    }

    init(_ file: String, at mark: YAMLMark, _ message: Phrase) {
        self.init(file, line: mark.line, column: mark.column, message)
    }

    /// Of a file that cannot be read, perhaps because it has more than `limit` bytes.
    init(_ file: String, _ error: DiskError, limit: Int) {
        self.init(file, error.code == EFBIG ? .isTooLarge(limit: limit) : error.cause)
    }

    init(_ file: String, at problem: YAMLProblem) { self.init(file, at: problem.mark, problem.phrase) }

    /// `FILE:LINE:COLUMN: ` and the sentence.
    package func line(_ language: Language) -> SafeText { SafeText("\(file):\(line):\(column): \(language[message])") }

    /// The same of what merely looks odd, and stops no publication.
    package func note(_ language: Language) -> SafeText {
        SafeText("\(file):\(line):\(column): \(language[Phrase.note(message)])")
    }

    package var description: String { line(.english).string }
}

/// Why nothing was published.
package enum PublishError: Error, Equatable, Sendable {
    /// Every problem of the sources.
    case problems([PublishProblem])
    case disk(DiskError)
    /// The site cannot be served.
    case server(Phrase)
    /// The folder is not empty, and lacks our mark.
    case notASite(path: String)
    /// The folder for new sources is not empty.
    case notEmpty(path: String)
    /// A folder of the site belongs to another user, or others may write to it.
    case unsafe(path: String)
    /// The sources are inside the site, and would be served with it.
    case servesSources(path: String)
    /// Sources that have never published there would remove every program of the site.
    case foreign(path: String)
    /// The site is signed, and the sources name no key.
    case unsigned(path: String)
    /// Another publication held the site's lock all the time.
    case busy(path: String)
    /// The site's keys have signed a serial number that is more than a day ahead of the clock.
    case serialAhead(WallTime, now: WallTime)

    package var cause: Phrase {
        switch self {
        case .problems(let problems): Phrase(asIs: problems.map(\.description).joined(separator: "\n"))
        case .disk(let error): error.cause
        case .server(let cause): cause
        case .notASite(let path): .notASite(path)
        case .notEmpty(let path): .sourcesNotEmpty(path)
        case .unsafe(let path): .siteUnsafe(path)
        case .servesSources(let path): .siteServesSources(path)
        case .foreign(let path): .siteOfOthers(path)
        case .unsigned(let path): .siteWasSigned(path)
        case .busy(let path): .siteBusy(path)
        case .serialAhead(let serial, let now): .serialsAhead(serial, now: now)
        }
    }
}
