import CTerminal
import FoyerCore
import Glibc

/// The processes of a command, wherever they have gone, and the ports that they listen on.
struct OwnProcesses {
    private static let longestTable = 4 << 20
    private static let longestEntry = 64 << 10

    /// What the keeper and the sentinel in the command's group are called (Command.c).
    private static let oursName = "foyer-session"

    let command: pid_t
    let session: pid_t
    /// A string that only this command's processes have in their environment.
    let mark: String?

    /// The processes that are alive.
    func list() -> [ProcessEntry] {
        Self.entries.own(of: command, session: session, isMarked: isMarked)
            .filter { !$0.hasEnded && !($0.parent == session && $0.name.string == Self.oursName) }
    }

    /// Whether a process has the mark, whatever session it is in.
    func isMarked(_ entry: ProcessEntry) -> Bool {
        guard let mark else { return false }
        return Self.read("/proc/\(entry.identity)/environ", limit: Self.longestEntry)
            .split(separator: 0).contains { $0.elementsEqual(mark.utf8) }
    }

    /// Whether the command itself is stopped, and so could print nothing.
    var isStopped: Bool {
        let line = Self.read("/proc/\(command)/stat", limit: Self.longestEntry)
        return ProcessEntry(stat: String(decoding: line, as: UTF8.self))?.isStopped ?? false
    }

    /// The number of `read` among this machine's system calls, as `/proc` writes it.
    private static let readCall = "\(foyer_read_call())"

    /// Whether one of them waits for a line from the terminal: nothing else would show that. A process that we may not
    /// inspect is not known to.
    func readsTerminal(_ terminal: String) -> Bool {
        list().contains { entry in
            let folder = "/proc/\(entry.identity)"
            let words = String(decoding: Self.read(folder + "/syscall", limit: Self.longestEntry), as: UTF8.self)
                .split(separator: " ")
            guard words.count > 1, words[0] == Self.readCall, let number = UInt32(words[1].dropFirst(2), radix: 16)
            else {
                return false
            }
            return [terminal, "/dev/tty"].contains(Self.link("\(folder)/fd/\(number)"))
        }
    }

    /// The first of the sockets that one of them holds. A process that we may not inspect is not ours.
    func holder(of sockets: Set<ListeningSocket>) -> ListeningSocket? {
        let byInode = Dictionary(sockets.map { ($0.inode, $0) }, uniquingKeysWith: { first, _ in first })
        for entry in list() {
            let folder = "/proc/\(entry.identity)/fd"
            for name in Folder.names(in: folder) {
                if let inode = ListeningSocket.inode(ofLink: Self.link(folder + "/" + name)),
                    let socket = byInode[inode]
                {
                    return socket
                }
            }
        }
        return nil
    }

    /// Every listening TCP socket of this machine.
    static func listening() -> [ListeningSocket] { askedListening() ?? readListening() }

    /// `nil` if the kernel does not answer, as in some sandboxes.
    static func askedListening() -> [ListeningSocket]? {
        var room = 256
        while true {
            var total: Int32 = 0
            let list = [FoyerListener](unsafeUninitializedCapacity: room) { buffer, count in
                total = foyer_listeners(buffer.baseAddress, Int32(clamping: buffer.count))
                count = min(room, max(0, Int(total)))
            }
            if total < 0 { return nil }
            if total <= room { return list.map { ListeningSocket(port: $0.port, inode: UInt64($0.inode)) } }
            room = Int(total) * 2
        }
    }

    /// The same from the tables that every kernel has.
    static func readListening() -> [ListeningSocket] {
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
            ListeningSocket.list(String(decoding: read(path, limit: longestTable), as: UTF8.self))
        }
    }

    private static var entries: [ProcessEntry] {
        Folder.names(in: "/proc").compactMap { name in
            guard name.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
            let line = read("/proc/\(name)/stat", limit: longestEntry)
            return ProcessEntry(stat: String(decoding: line, as: UTF8.self))
        }
    }

    static func link(_ path: String) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { room in
                room.baseAddress.map { max(0, readlink(path, $0, room.count)) } ?? 0
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a file whose size the kernel does not report.
    static func read(_ path: String, limit: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let piece = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
                count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }
}
