import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// The stage as a child process: it ends with this one, however that ends.
package final class StageProcess: Sendable {
    /// The platform's base address.
    package let address: WebAddress
    /// The address of its control, which works even while the platform refuses connections.
    package let control: WebAddress
    private let process: ChildProcess

    /// Starts this program once more, as the stage, and waits for its address, at most ten seconds.
    package static func start(network: StageNetwork) throws(LocalizedFailure) -> StageProcess {
        guard let program = OwnProgram.path else { throw failure("the system does not know this program's path") }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure(SystemError.text(errno)) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process: ChildProcess
        do {
            defer { close(ends[1]) }
            process = try ChildProcess(
                program, ["serve", "--parent-death", "--network", network.rawValue], output: ends[1])
        } catch {
            throw failure("\(program): \(error)")
        }
        guard let line = readLine(ends[0]), let address = try? WebAddress(line),
            let second = readLine(ends[0]), let control = try? WebAddress(String(second.trimmingPrefix("control: ")))
        else {
            process.end()
            throw failure("it did not tell its address")
        }
        return StageProcess(address: address, control: control, process: process)
    }

    private init(address: WebAddress, control: WebAddress, process: ChildProcess) {
        self.address = address
        self.control = control
        self.process = process
    }

    package func stop() { process.end() }

    private static func failure(_ reason: String) -> LocalizedFailure {
        LocalizedFailure(.stageNotStarted(reason))
    }

    /// The next line; `nil` if none comes within ten seconds.
    private static func readLine(_ descriptor: Int32) -> String? {
        var line: [UInt8] = []
        let end = MonotonicClock.now + .seconds(10)
        while line.count < 1024 {
            guard Poll.wait(toRead: [descriptor], for: end - MonotonicClock.now) else { return nil }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
