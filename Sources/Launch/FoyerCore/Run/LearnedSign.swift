/// What showed, after a command had been handed over for its silence, that it was ready in truth. The next start waits for it.
package struct LearnedSign: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// `READY=1`.
        case notify
        case port(UInt16)
        /// Its bar (OSC 9;4) ended.
        case bar
        /// It printed an address of this machine.
        case address

        /// `nil` for what says nothing about the command's being ready.
        package init?(_ sign: ReadySign) {
            switch sign {
            case .notify: self = .notify
            case .port(let port): self = .port(port)
            case .bar: self = .bar
            case .address: self = .address
            case .quiet, .terminal, .exit, .flag, .steady, .time, .interrupted, .stopped, .shared: return nil
            }
        }

        /// The sign that it is once it has come.
        package var sign: ReadySign {
            switch self {
            case .notify: .notify
            case .port(let port): .port(port)
            case .bar: .bar
            case .address: .address
            }
        }
    }

    /// How often in a row it may fail to come before it is forgotten.
    static let mostMisses = 2
    /// As long as learned progress can be.
    package static let latest = LearnedProgress.longest

    package let kind: Kind
    /// How long after the start it came, in seconds.
    package let after: Double
    /// How often in a row it has failed to come since.
    package let misses: Int

    /// Clamps its arguments: a file may hold anything.
    package init(_ kind: Kind, after: Double, misses: Int = 0) {
        self.kind = kind
        self.after = after.isFinite ? min(max(after, 0), Self.latest) : Self.latest
        self.misses = min(max(misses, 0), Self.mostMisses)
    }

    /// How long it is waited for, from the start.
    package var patience: Duration { .seconds(after * 3) }

    /// What is known after one more start; `nil` to forget it.
    ///
    /// - Parameters:
    ///   - sign: what made the command ready. Another port is the same sign.
    ///   - time: how long after the start.
    package func followed(by sign: ReadySign, after time: Duration) -> LearnedSign? {
        switch sign {
        case .notify, .port, .bar, .address:
            guard let kind = Kind(sign) else { return self }
            let isSame = kind.sign.name == self.kind.sign.name
            return LearnedSign(kind, after: isSame ? (after + time.inSeconds) / 2 : time.inSeconds)
        case .quiet, .steady, .time:
            return misses + 1 < Self.mostMisses ? LearnedSign(kind, after: after, misses: misses + 1) : nil
        // It may come yet, or need not.
        case .terminal, .exit, .flag, .interrupted, .stopped, .shared: return self
        }
    }
}

extension LearnedProgress {
    /// What a launch that ended with silence would have taught if it had ended with the sign.
    package func stretched(to sign: LearnedSign) -> LearnedProgress {
        guard kind == ReadySign.quiet.name, sign.after > duration, let last = ends.values.max() else { return self }
        let share = duration / sign.after
        return LearnedProgress(
            duration: sign.after, ends: ends.mapValues { $0 < last ? $0 * share : 1 }, kind: sign.kind.sign.name)
    }
}
