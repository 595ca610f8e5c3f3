import FoyerCore

/// Answers of terminals, kept in the user's state folder. If the disk fails, the next start just knows less.
package struct TerminalMemory: Sendable {
    /// The contents when it was read.
    package let known: KnownTerminals
    private let folder: String
    private static let name = "terminals"

    /// The user's own, read once in a process.
    package static let user = TerminalMemory(Places())

    package init(_ places: Places) {
        folder = places.commonState
        known = Self.read(folder)
    }

    /// Keeps answers for the next start, in the background: the screen does not wait for a disk.
    package func keep(_ answers: TerminalAnswers, for key: String) {
        guard known[key]?.isKept(like: answers) != true else { return }
        Task { await BlockingThread.run { Self.write(answers, for: key, in: folder) } }
    }

    /// Keeps them before it returns, whatever was known.
    package func keepAtOnce(_ answers: TerminalAnswers, for key: String) { Self.write(answers, for: key, in: folder) }

    private static func read(_ folder: String) -> KnownTerminals {
        guard let bytes = try? UserFile.read("\(folder)/\(name)", limit: KnownTerminals.sizeLimit),
            let text = String(validating: bytes, as: UTF8.self)
        else { return KnownTerminals() }
        return KnownTerminals(text: text)
    }

    private static func write(_ answers: TerminalAnswers, for key: String, in path: String) {
        guard let folder = try? Folder.openOwn(path: path, depth: 1, makes: true, disk: .real) else { return }
        var known = read(path)
        known[key] = answers
        try? folder.replace(name, with: Array(known.text.utf8))
    }
}
