/// Watches a command that was handed over for its silence for what shows that it is ready in truth: events in, the sign out.
///
/// Nothing is learned from a command that asks for input: what it does then is an answer to what was typed.
package struct SignWatch: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        case notified(NotifyMessage)
        case listens(UInt16)
        case barMoved(BarReport)
        case wroteAddress
        /// The user has typed something for the command.
        case typed
        /// The command has ended, or this process was stopped.
        case lost
        case timePassed
    }

    /// How long a sign may come after the hand-over.
    package static let longest = Duration.seconds(60)
    /// An address is often printed just before its port is seen, which says more.
    static let portDelay = Duration.milliseconds(600)

    private enum State: Equatable, Sendable {
        case listening
        /// An address was printed then.
        case heardAddress(Instant)
        case over(LearnedSign?)
    }

    private let began: Instant
    private let limit: Instant
    private var state = State.listening
    private var showsBar = false

    /// - Parameters:
    ///   - began: when the command was started.
    ///   - now: when it was handed over.
    package init(began: Instant, at now: Instant) {
        (self.began, limit) = (began, now + Self.longest)
    }

    /// What has been found; `nil` if there is nothing, or not yet.
    package var found: LearnedSign? { if case .over(let sign) = state { sign } else { nil } }
    package var isOver: Bool { if case .over = state { true } else { false } }

    /// When to send `timePassed`.
    package var nextDeadline: Instant? {
        switch state {
        case .listening: limit
        case .heardAddress(let instant): instant + Self.portDelay
        case .over: nil
        }
    }

    package mutating func handle(_ event: Event, at now: Instant) {
        passTime(to: now)
        guard !isOver else { return }
        switch event {
        case .notified(let message): if message.isReady { find(.notify, at: now) }
        case .listens(let port):
            if case .heardAddress(let instant) = state {
                find(.port(port), at: instant)
            } else {
                find(.port(port), at: now)
            }
        case .barMoved(let report):
            if showsBar, !report.isUnderWay { find(.bar, at: now) }
            showsBar = report.isUnderWay
        case .wroteAddress: if state == .listening { state = .heardAddress(now) }
        case .typed, .lost: state = .over(nil)
        case .timePassed: break
        }
    }

    private mutating func passTime(to now: Instant) {
        switch state {
        case .listening: if now >= limit { state = .over(nil) }
        case .heardAddress(let instant): if now >= instant + Self.portDelay { find(.address, at: instant) }
        case .over: break
        }
    }

    private mutating func find(_ kind: LearnedSign.Kind, at instant: Instant) {
        state = .over(LearnedSign(kind, after: (instant - began).inSeconds))
    }
}

/// Finds the address of a server on this machine in a line of output.
package enum LocalAddress {
    private static let hosts = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "[::]"].map { Array($0.utf8) }
    private static let schemes = ["http://", "https://"].map { Array($0.utf8) }

    /// Whether the line has one, such as `http://localhost:5173/`.
    package static func isIn(_ line: SafeText) -> Bool {
        let bytes = Array(line.string.utf8)
        return bytes.indices.contains { start in
            schemes.contains { scheme in
                guard bytes[start...].starts(with: scheme) else { return false }
                let rest = bytes[(start + scheme.count)...]
                return hosts.contains { host in
                    guard rest.starts(with: host) else { return false }
                    return isEnd(rest.dropFirst(host.count).first)
                }
            }
        }
    }

    /// Whether a host's name ends before this byte.
    private static func isEnd(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return [UInt8(ascii: ":"), UInt8(ascii: "/")].contains(byte) || !(byte.isPlainNameByte || byte >= 0x80)
    }
}
