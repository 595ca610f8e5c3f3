import Testing

@testable import FoyerCore

/// What the kernel's tables say of a command's processes and ports.
struct ProcessTableTests {
    @Test func socketsThatListenAreFoundByTheirNumber() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
               1: 0100007F:1F91 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 100 0 0 10 0
               2: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 4713 1
            nonsense
            """
        #expect(ListeningSocket.list(table) == [.init(port: 8080, inode: 4711), .init(port: 80, inode: 4713)])
        #expect(ListeningSocket.inode(ofLink: "socket:[4711]") == 4711)
        #expect(ListeningSocket.inode(ofLink: "pipe:[4711]") == nil)
    }

    private func entry(_ identity: Int, parent: Int, session: Int, name: String = "x") throws -> ProcessEntry {
        try #require(ProcessEntry(stat: "\(identity) (\(name)) S \(parent) \(identity) \(session) 0 -1"))
    }

    @Test func aNameMayHoldAnything() throws {
        let entry = try #require(ProcessEntry(stat: "12 (a) b (c) Z 1 2 3 0"))
        #expect(
            entry.name == "a) b (c" && entry.hasEnded && entry.parent == 1 && entry.group == 2 && entry.session == 3)
        #expect(
            ProcessEntry(stat: "") == nil && ProcessEntry(stat: ")(") == nil && ProcessEntry(stat: "1 (x) S") == nil)
    }

    @Test func ownProcessesAreThoseOfTheSessionTheirChildrenAndTheMarked() throws {
        let all = [
            try entry(10, parent: 1, session: 10, name: "foyer-session"), try entry(11, parent: 10, session: 10),
            try entry(14, parent: 13, session: 13), try entry(13, parent: 11, session: 13),
            try entry(20, parent: 1, session: 20), try entry(30, parent: 1, session: 30),
            try entry(12, parent: 1, session: 10),
        ]
        let own = all.own(of: 11, session: 10) { $0.identity == 20 }
        #expect(Set(own.map(\.identity)) == [11, 12, 13, 14, 20])
    }
}
