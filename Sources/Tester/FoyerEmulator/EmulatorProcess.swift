import CEmulator
import FoyerCore
import FoyerSystem
import Glibc

/// libvterm in a process of its own, which carries out one order after the other.
///
/// Whatever it is fed, its end is no more than that: the next order says why.
final class EmulatorProcess {
    struct Reply {
        var report = CEmulatorReport()
        var answers: [UInt8] = []
        /// Addresses that cells link to, beyond those of earlier replies.
        var addresses: [String] = []
        /// The rows that have changed, each with its cells.
        var rows: [(row: Int, cells: [CEmulatorCell])] = []
    }

    /// No order takes as long as this; who is silent longer is ended.
    private static let patience = Duration.seconds(10)
    private static let mostAnswers: UInt32 = 1 << 20

    let id: Int32
    private let connection: Int32
    private var size: CellSize
    /// Why there is no terminal any more.
    private var failure: LocalizedFailure?

    init(size: CellSize) throws(LocalizedFailure) {
        var id: Int32 = 0
        connection = cemulator_start(Int32(size.rows), Int32(size.columns), &id)
        guard connection >= 0 else { throw LocalizedFailure(.noEmulator(SystemError.cause(errno))) }
        self.id = id
        self.size = size
    }

    deinit {
        close(connection)
        guard failure == nil else { return }
        kill(id, SIGKILL)
        _ = status()
    }

    /// Hands it bytes, at most 65,536.
    func write(_ bytes: [UInt8]) throws(LocalizedFailure) -> Reply {
        try order(CEMULATOR_WRITE, count: UInt32(bytes.count), bytes)
    }

    func resize(to size: CellSize, anew: Bool) throws(LocalizedFailure) -> Reply {
        self.size = size
        return try order(anew ? CEMULATOR_BEGIN : CEMULATOR_RESIZE, Int32(size.rows), Int32(size.columns))
    }

    func order(
        _ kind: Int, _ first: Int32 = 0, _ second: Int32 = 0, count: UInt32 = 0, _ bytes: [UInt8] = []
    ) throws(LocalizedFailure) -> Reply {
        if let failure { throw failure }
        do {
            let order = CEmulatorOrder(kind: Int32(kind), first: first, second: second, count: count)
            try send(withUnsafeBytes(of: order) { Array($0) } + bytes)
            return try reply()
        } catch {
            failure = error
            throw error
        }
    }

    private func reply() throws(LocalizedFailure) -> Reply {
        let report = try receive(MemoryLayout<CEmulatorReport>.size)
        var reply = Reply(report: report.withUnsafeBytes { $0.loadUnaligned(as: CEmulatorReport.self) })
        // What has lost its mind says anything.
        guard reply.report.answers <= Self.mostAnswers, reply.report.rows <= size.rows,
            reply.report.addresses <= CEMULATOR_MOST_ADDRESSES
        else { throw end(.emulatorSilent) }
        reply.answers = try receive(Int(reply.report.answers))
        reply.addresses = try receive(Int(reply.report.addresses)).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
        for _ in 0..<reply.report.rows {
            let number = try receive(MemoryLayout<Int32>.size).withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
            guard (0..<size.rows).contains(Int(number)) else { throw end(.emulatorSilent) }
            let cells = try receive(size.columns * MemoryLayout<CEmulatorCell>.stride)
            reply.rows.append((Int(number), Self.cells(cells)))
        }
        return reply
    }

    private static func cells(_ bytes: [UInt8]) -> [CEmulatorCell] {
        bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count, by: MemoryLayout<CEmulatorCell>.stride).map {
                raw.loadUnaligned(fromByteOffset: $0, as: CEmulatorCell.self)
            }
        }
    }

    // MARK: - The connection

    private func send(_ bytes: [UInt8]) throws(LocalizedFailure) {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes { raw in
                let rest = UnsafeRawBufferPointer(rebasing: raw[done...])
                return Glibc.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { throw end(nil) }
            done += sent
        }
    }

    private func receive(_ count: Int) throws(LocalizedFailure) -> [UInt8] {
        let deadline = MonotonicClock.now + Self.patience
        var (bytes, done) = ([UInt8](repeating: 0, count: count), 0)
        while done < count {
            let received = bytes.withUnsafeMutableBytes { raw in
                let rest = UnsafeMutableRawBufferPointer(rebasing: raw[done...])
                return recv(connection, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT))
            }
            if received < 0, errno == EINTR { continue }
            if received < 0, errno == EAGAIN {
                guard MonotonicClock.now < deadline else { throw end(.emulatorSilent) }
                Poll.wait(toRead: [connection], for: deadline - MonotonicClock.now)
                continue
            }
            guard received > 0 else { throw end(nil) }
            done += received
        }
        return bytes
    }

    /// Ends it, if it has not ended by itself.
    ///
    /// - Parameter reason: what it did wrong; `nil` if it has ended.
    private func end(_ reason: Phrase?) -> LocalizedFailure {
        if reason != nil { kill(id, SIGKILL) }
        let status = status()
        return LocalizedFailure(reason ?? .emulatorEnded(status))
    }

    private func status() -> CommandEnd {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return CommandEnd(waitStatus: status)
    }
}
