import FoyerCore

/// Answers of terminals, kept in the user's state folder. If the disk fails, the next start just knows less.
package struct TerminalMemory: Sendable {
    /// The contents when it was read.
    package let known: KnownTerminals
    private let records: Records
    private static let name = "terminals"

    /// The user's own, read once in a process.
    package static let user = TerminalMemory(Places())

    package init(_ places: Places, disk: Disk = .real) {
        let policy = Records.Policy(largest: KnownTerminals.sizeLimit)
        records = Records(policy, path: places.commonState, depth: 1, disk: disk)
        known = Self.known(records.read(Self.name))
    }

    /// Keeps answers for the next start, in the background: the screen does not wait for a disk.
    package func keep(_ answers: TerminalAnswers, for key: String) {
        guard known[key]?.isKept(like: answers) != true else { return }
        Task { await BlockingThread.run { write(answers, for: key) } }
    }

    /// Keeps them before it returns, whatever was known.
    package func keepAtOnce(_ answers: TerminalAnswers, for key: String) { write(answers, for: key) }

    private static func known(_ record: [UInt8]?) -> KnownTerminals {
        record.flatMap { String(validating: $0, as: UTF8.self) }.map(KnownTerminals.init) ?? KnownTerminals()
    }

    private func write(_ answers: TerminalAnswers, for key: String) {
        try? records.change { (held) throws(DiskError) in
            var known = Self.known(held.read(Self.name))
            known[key] = answers
            try held.write(Array(known.text.utf8), to: Self.name)
        }
    }
}
