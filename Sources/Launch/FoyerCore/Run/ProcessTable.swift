/// A listening socket from `/proc/net/tcp` and `/proc/net/tcp6`.
package struct ListeningSocket: Hashable, Sendable {
    package let port: UInt16
    /// The socket's number, which a process's descriptors refer to.
    package let inode: UInt64

    package init(port: UInt16, inode: UInt64) {
        self.port = port
        self.inode = inode
    }

    /// The sockets of a table; skips invalid lines.
    package static func list(_ table: String) -> [ListeningSocket] {
        table.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 9, words[3] == "0A", let colon = words[1].lastIndex(of: ":"),
                let port = UInt16(words[1][words[1].index(after: colon)...], radix: 16), let inode = UInt64(words[9]),
                inode != 0
            else { return nil }
            return ListeningSocket(port: port, inode: inode)
        }
    }

    /// The socket's number in a descriptor's link: `socket:[4711]`.
    package static func inode(ofLink link: String) -> UInt64? {
        guard link.hasPrefix("socket:["), link.hasSuffix("]") else { return nil }
        return UInt64(link.dropFirst(8).dropLast())
    }
}

/// A process from `/proc/PID/stat`.
package struct ProcessEntry: Equatable, Sendable {
    package let identity: Int32
    package let name: SafeText
    package let parent: Int32
    package let group: Int32
    package let session: Int32
    /// A zombie: it has ended, but has not been waited for.
    package let hasEnded: Bool
    /// A signal or a debugger has stopped it.
    package let isStopped: Bool
    /// It uses a processor, or waits for one.
    package let isRunning: Bool

    /// `nil` if the line is not valid. The name may contain blanks and brackets itself.
    package init?(stat line: String) {
        guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close,
            let identity = Int32(line[..<open].filter { $0 != " " })
        else { return nil }
        let words = line[line.index(after: close)...].split(separator: " ")
        guard words.count > 3, let parent = Int32(words[1]), let group = Int32(words[2]), let session = Int32(words[3])
        else { return nil }
        self.identity = identity
        name = SafeText(String(line[line.index(after: open)..<close]))
        self.parent = parent
        self.group = group
        self.session = session
        hasEnded = words[0] == "Z" || words[0] == "X"
        isStopped = words[0] == "T" || words[0] == "t"
        isRunning = words[0] == "R"
    }
}

extension Sequence<ProcessEntry> {
    /// The command's own processes: itself, those of its session, those with its mark, and all their descendants.
    ///
    /// - Parameter isMarked: whether a process carries the command's mark, wherever it has gone; asked only for
    ///   processes that are neither in the session nor descendants.
    package func own(of command: Int32, session: Int32, isMarked: (ProcessEntry) -> Bool) -> [ProcessEntry] {
        var own: [ProcessEntry] = []
        var identities: Set<Int32> = [command]
        var rest = Array(self)
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            var others: [ProcessEntry] = []
            for entry in rest {
                let belongs = identities.contains(entry.identity) || identities.contains(entry.parent)
                if belongs || (entry.session == session && entry.identity != session) {
                    own.append(entry)
                    identities.insert(entry.identity)
                    hasGrown = true
                } else {
                    others.append(entry)
                }
            }
            rest = others
        }
        return own + rest.filter { $0.identity != session && isMarked($0) }
    }
}
