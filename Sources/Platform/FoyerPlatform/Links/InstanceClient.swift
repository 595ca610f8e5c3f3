import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The connection to the running instance.
public struct InstanceClient: Sendable {
    let folder: InstanceFolder

    init(_ folder: InstanceFolder) {
        self.folder = folder
    }

    /// Passes a request on and waits for the answer until `deadline`.
    ///
    /// - Returns: `nil` if the instance ended before it answered, or does not listen yet: claim again.
    /// - Throws: `.silent` if it has accepted the request but does not answer; `.system`.
    func send(_ line: [UInt8], until deadline: Instant) throws(InstanceError) -> InstanceAnswer? {
        guard let socket = try folder.connect() else { return nil }
        defer { close(socket) }
        guard UnixSocket.isOfThisUser(socket) else {
            throw .folder(DiskError(.use, folder.path, EPERM, .other(.socketOfAnotherUser)))
        }
        var done = 0
        while done < line.count {
            let count = line[done...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Self.quietly) }
            if count > 0 {
                done += count
            } else if try !isWorthWaiting(socket, POLLOUT, count, until: deadline) {
                return nil
            }
        }
        return try receive(socket, until: deadline)
    }

    private func receive(_ socket: Int32, until deadline: Instant) throws(InstanceError) -> InstanceAnswer? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: InstanceMessage.maxLength)
        while true {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else {
                if try !isWorthWaiting(socket, POLLIN, count, until: deadline) { return nil }
                continue
            }
            bytes += piece[..<count]
            switch InstanceMessage.frame(bytes) {
            case .partial: continue
            case .line(let line): return InstanceAnswer(reading: line)
            case .refused: return nil
            }
        }
    }

    /// Waits after a call that moved nothing; returns `false` if the instance has gone.
    private func isWorthWaiting(
        _ socket: Int32, _ events: Int32, _ count: Int, until deadline: Instant
    ) throws(InstanceError) -> Bool {
        guard count < 0, errno == EAGAIN || errno == EINTR else { return false }
        guard UnixSocket.wait(socket, events, until: deadline) else { throw .silent(folder: folder.path) }
        return true
    }

    /// If the peer has gone, report it as a result rather than a signal.
    private static let quietly = Int32(MSG_NOSIGNAL)
}
