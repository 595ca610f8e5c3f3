import FoyerCore
import Glibc
import TestSupport
import Testing

@testable import FoyerSystem

/// How Foyer notices that a command is ready.
struct CommandSignsTests {
    private func send(_ text: String, to path: String) -> Int {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bytes = Array(text.utf8)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    @Test func theSocketIsPrivateBoundedAndGoneAfterwards() throws {
        let path: String
        do {
            let socket = try #require(NotifySocket())
            path = socket.path
            var status = stat()
            #expect(stat(String(path.dropLast("/notify".count)), &status) == 0 && status.st_mode & 0o777 == 0o700)
            #expect(socket.receive().isEmpty)
            #expect(send("READY=1\nSTATUS=up", to: path) > 0)
            #expect(send(String(repeating: "x", count: NotifyMessage.longest) + "\nREADY=1", to: path) > 0)
            let messages = socket.receive()
            #expect(messages.count == 1 && messages[0].isReady && messages[0].status == "up")
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func aSocketThatListensIsFoundAtItsHolder() throws {
        let before = OwnProcesses.listening()
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        listen(listener, 1)
        let new = Set(OwnProcesses.listening()).subtracting(before)
        // Whichever way the kernel tells.
        #expect(Set(OwnProcesses.readListening()).isSuperset(of: new))
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        let mine = new.filter { $0.port == UInt16(bigEndian: address.sin_port) }
        #expect(mine.count == 1)
        let own = OwnProcesses(command: getpid(), session: -1, mark: nil)
        #expect(own.holder(of: mine) == mine.first)
        #expect(OwnProcesses(command: -2, session: -1, mark: nil).holder(of: mine) == nil)
    }

    @Test func progressIsTakenOutOfWhatATerminalGets() async throws {
        let process = try CommandProcess.start(
            CommandRequest(
                arguments: ["/bin/sh", "-c", #"printf 'a\033]9;4;1;100\033\\b'; exit 0"#], ready: .automatic,
                streams: .terminal(.init(columns: 80, rows: 24))), output: { _ in })
        _ = await process.waitForEnd()
        #expect(process.readied?.sign == .exit)
        #expect(await process.handOver().history == Array("ab".utf8))
    }

    @Test func whatIsLeftBehindIsKnown() async throws {
        // It ends once the other has become `sleep`.
        let script =
            "sleep 100 >/dev/null 2>&1 </dev/null & until [ \"$(cat /proc/$!/comm)\" = sleep ]; do :; done; exit 0"
        let process = try CommandProcess.start(
            CommandRequest(
                arguments: ["/bin/sh", "-c", script], ready: .automatic, streams: .pipes(), findsLeftBehind: true),
            output: { _ in })
        _ = await process.waitForEnd()
        let left = process.leftBehind
        #expect(left.map(\.name) == ["sleep"])
        for entry in left { kill(entry.identity, SIGKILL) }
    }
}
