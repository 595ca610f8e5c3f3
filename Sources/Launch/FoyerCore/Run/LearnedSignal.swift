/// The signal of a command that was handed over for its silence and became ready later. The next start waits for it.
package struct LearnedSignal: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// `READY=1`.
        case notify
        case port(UInt16)
        /// Its bar (OSC 9;4) ended.
        case bar
        /// It printed an address of this machine.
        case address

        /// `nil` for what says nothing about the command's being ready.
        package init?(_ sign: ReadinessSignal) {
            switch sign {
            case .notify: self = .notify
            case .port(let port): self = .port(port)
            case .bar: self = .bar
            case .address: self = .address
            case .quiet, .terminal, .exit, .flag, .steady, .time, .interrupted, .stopped, .shared: return nil
            }
        }

        /// The sign that it is once it has come.
        package var sign: ReadinessSignal {
            switch self {
            case .notify: .notify
            case .port(let port): .port(port)
            case .bar: .bar
            case .address: .address
            }
        }
    }

    /// The number of times in a row that it may fail to come before it is forgotten.
    static let mostMisses = 2
    /// As long as learned progress can be.
    package static let latest = LearnedProgress.longest

    package let kind: Kind
    /// Seconds from the start until it came.
    package let after: Double
    /// The number of times in a row that it has failed to come since.
    package let misses: Int

    /// Clamps its arguments: a file may hold anything.
    package init(_ kind: Kind, after: Double, misses: Int = 0) {
        self.kind = kind
        self.after = after.isFinite ? min(max(after, 0), Self.latest) : Self.latest
        self.misses = min(max(misses, 0), Self.mostMisses)
    }

    /// The time to wait for it, from the start.
    package var patience: Duration { .seconds(after * 3) }

    /// Returns the signal after one more start; `nil` to forget it.
    ///
    /// - Parameters:
    ///   - sign: what made the command ready. Another port is the same sign.
    ///   - time: how long after the start.
    package func followed(by sign: ReadinessSignal, after time: Duration) -> LearnedSignal? {
        switch sign {
        case .notify, .port, .bar, .address:
            guard let kind = Kind(sign) else { return self }
            let isSame = kind.sign.name == self.kind.sign.name
            return LearnedSignal(kind, after: isSame ? (after + time.inSeconds) / 2 : time.inSeconds)
        case .quiet, .steady, .time:
            return misses + 1 < Self.mostMisses ? LearnedSignal(kind, after: after, misses: misses + 1) : nil
        // It may come yet, or need not.
        case .terminal, .exit, .flag, .interrupted, .stopped, .shared: return self
        }
    }
}

extension LearnedProgress {
    /// The lesson of a launch that ended with silence, as if it had ended with the signal.
    package func stretched(to sign: LearnedSignal) -> LearnedProgress {
        guard kind == ReadinessSignal.quiet.name, sign.after > duration, let last = ends.values.max() else {
            return self
        }
        let share = duration / sign.after
        return LearnedProgress(
            duration: sign.after, ends: ends.mapValues { $0 < last ? $0 * share : 1 }, kind: sign.kind.sign.name)
    }
}

/// Watches a command that was handed over for its silence for what shows that it is ready in truth: events in, the sign out.
///
/// Nothing is learned from a command that asks for input: what it does then is an answer to what was typed.
package struct LateSignalWatch: Equatable, Sendable {
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
        case over(LearnedSignal?)
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
    package var found: LearnedSignal? { if case .over(let sign) = state { sign } else { nil } }
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

    private mutating func find(_ kind: LearnedSignal.Kind, at instant: Instant) {
        state = .over(LearnedSignal(kind, after: (instant - began).inSeconds))
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
