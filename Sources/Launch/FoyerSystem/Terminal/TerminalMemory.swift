import FoyerCore

/// Answers of terminals, kept in the user's state folder. If the disk fails, the next start just knows less.
package struct TerminalMemory: Sendable {
    /// The contents when it was read.
    package let known: KnownTerminals
    private let store: Store<KnownTerminals>
    private static let name = "terminals"

    /// The user's own, read once in a process.
    package static let user = TerminalMemory(Places())

    package init(_ places: Places, disk: Disk = .real) {
        let format = StoreFormat.text.map(\.text, KnownTerminals.init)
        store = Store(places.commonState, depth: 1, format, largest: KnownTerminals.sizeLimit, disk: disk)
        known = store.read(Self.name) ?? KnownTerminals()
    }

    /// Keeps answers for the next start, in the background: the screen does not wait for a disk.
    package func keep(_ answers: TerminalAnswers, for key: String) {
        guard known[key]?.isKept(like: answers) != true else { return }
        Task { await BlockingThread.run { keepAtOnce(answers, for: key) } }
    }

    /// Keeps them before it returns, whatever was known.
    package func keepAtOnce(_ answers: TerminalAnswers, for key: String) {
        try? store.change { (held) throws(DiskError) in
            var known = held.read(Self.name) ?? KnownTerminals()
            known[key] = answers
            try held.write(known, to: Self.name)
        }
    }
}
