import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The thread of the instance's socket: sleeps until a peer has something, its time is up, or the server ends. Created,
/// used and released on that thread.
///
/// A peer costs a descriptor and a few kilobytes until its time is up. If there are too many, the one that has been
/// silent longest is dropped: an honest one sends its line at once.
struct InstanceLoop {
    static let maxPeers = 64
    /// How long to pause accepting if the system has no descriptor for a peer and none can be freed.
    private static let pause: Duration = .milliseconds(100)

    private struct Peer {
        let descriptor: Int32
        let deadline: Instant
        var bytes: [UInt8] = []
        var hasEnded = false
    }

    private let listener: Int32
    private let pipe: WakePipe
    private let patience: Duration
    private let answer: (InstanceRequest) -> InstanceAnswer?
    /// In the order of arrival, so that the first one's time is up first.
    private var peers: [Peer] = []
    private var isEnded = false
    /// No peer is accepted before this instant.
    private var rest: Instant?

    init(
        listener: Int32, pipe: WakePipe, patience: Duration, answer: @escaping (InstanceRequest) -> InstanceAnswer?
    ) {
        self.listener = listener
        self.pipe = pipe
        self.patience = patience
        self.answer = answer
    }

    mutating func run() {
        while !isEnded { step() }
        for peer in peers { close(peer.descriptor) }
        close(listener)
    }

    private mutating func step() {
        // poll ignores negative descriptors.
        var entries = [
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: rest == nil ? listener : -1, events: Int16(POLLIN), revents: 0),
        ]
        for peer in peers { entries.append(pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&entries, nfds_t(entries.count), sleep(from: MonotonicClock.now))
        if count > 0 {
            // Waking is the only signal for the end.
            if entries[0].revents != 0 {
                isEnded = true
                return
            }
            for index in peers.indices where entries[index + 2].revents != 0 {
                hear(index)
            }
        }
        let now = MonotonicClock.now
        for index in peers.indices where now >= peers[index].deadline { end(index) }
        peers.removeAll(where: \.hasEnded)
        if let rest, now >= rest { self.rest = nil }
        if count > 0, entries[1].revents != 0 { takeIn(at: now) }
    }

    /// Milliseconds until something is due, rounded up so that the thread does not wake too early and spin; -1 for
    /// ever.
    private func sleep(from now: Instant) -> Int32 {
        guard let next = [peers.first?.deadline, rest].compactMap({ $0 }).min() else { return -1 }
        let nanoseconds = max(0, (next - now).saturatedNanoseconds)
        return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
    }

    /// Accepts those who wait, up to the number of free places.
    private mutating func takeIn(at now: Instant) {
        for _ in 0..<Self.maxPeers {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { makeRoom(at: now) }
                return
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            guard UnixSocket.isOfThisUser(descriptor) else {
                close(descriptor)
                continue
            }
            if peers.count == Self.maxPeers { close(peers.removeFirst().descriptor) }
            peers.append(Peer(descriptor: descriptor, deadline: now + patience))
            // Most have already sent their line when they are accepted.
            hear(peers.count - 1)
            if peers.last?.hasEnded == true { peers.removeLast() }
        }
    }

    private mutating func makeRoom(at now: Instant) {
        if peers.isEmpty { rest = now + Self.pause } else { close(peers.removeFirst().descriptor) }
    }

    /// Reads from a peer, and answers once the line is complete.
    private mutating func hear(_ index: Int) {
        var piece = [UInt8](repeating: 0, count: InstanceMessage.maxLength + 1 - peers[index].bytes.count)
        let count = recv(peers[index].descriptor, &piece, piece.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end(index) }
        peers[index].bytes += piece[..<count]
        switch InstanceMessage.frame(peers[index].bytes) {
        case .partial: return
        case .refused: end(index)
        case .line(let line):
            // A peer that has gone was told, or assumed, that there is no answer, so its request is not carried out.
            if let request = InstanceRequest(reading: line), !hasGone(peers[index].descriptor),
                let line = answer(request)?.line
            {
                // Far less than a socket takes at once.
                _ = line.withUnsafeBytes {
                    send(peers[index].descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            end(index)
        }
    }

    private func hasGone(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private mutating func end(_ index: Int) {
        guard !peers[index].hasEnded else { return }
        close(peers[index].descriptor)
        peers[index].hasEnded = true
    }
}
