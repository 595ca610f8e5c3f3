import FoyerCore

/// Answers of terminals, kept in the user's state folder. If the disk fails, the next start just knows less.
package struct TerminalMemory: Sendable {
    /// The contents when it was read.
    package let known: KnownTerminals
    private let folder: String
    private let disk: Disk
    private static let name = "terminals"

    /// The user's own, read once in a process.
    package static let user = TerminalMemory(Places())

    package init(_ places: Places, disk: Disk = .real) {
        self.disk = disk
        folder = places.commonState
        known = Self.read(folder)
    }

    /// Keeps answers for the next start, in the background: the screen does not wait for a disk.
    package func keep(_ answers: TerminalAnswers, for key: String) {
        guard known[key]?.isKept(like: answers) != true else { return }
        Task { await BlockingThread.run { write(answers, for: key) } }
    }

    /// Keeps them before it returns, whatever was known.
    package func keepAtOnce(_ answers: TerminalAnswers, for key: String) { write(answers, for: key) }

    private static func read(_ folder: String) -> KnownTerminals {
        guard let bytes = try? UserFile.read("\(folder)/\(name)", limit: KnownTerminals.sizeLimit),
            let text = String(validating: bytes, as: UTF8.self)
        else { return KnownTerminals() }
        return KnownTerminals(text: text)
    }

    private func write(_ answers: TerminalAnswers, for key: String) {
        guard let place = try? Folder.openOwn(path: folder, depth: 1, makes: true, disk: disk) else { return }
        var known = Self.read(folder)
        known[key] = answers
        try? place.replace(Self.name, with: Array(known.text.utf8))
    }
}
