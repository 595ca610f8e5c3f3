import Foyer
import FoyerEmulator
import FoyerPlatform

/// What a program may spend from the beginning of a step until it has answered.
struct StepBudget: Sendable {
    var bytes: Int?
    /// How often it may repaint: synchronised updates if it makes them, else bursts of output.
    var frames: Int?
    var seconds: Duration?

    /// - Parameters:
    ///   - spent: since the step began.
    ///   - took: from then until its last output, or until now if it has not answered.
    /// - Returns: what is spent too much; `nil` if all is well.
    func excess(_ spent: OutputCount, took: Duration) -> StepFailure? {
        if let bytes, spent.bytes > bytes {
            return .other(Phrase("The program wrote \(spent.bytes) bytes; the budget is \(bytes)."))
        }
        if let frames, spent.frames > frames {
            return .other(Phrase("The program repainted \(spent.frames) times; the budget is \(frames)."))
        }
        if let seconds, took > seconds {
            let (time, most) = (took.inTenths, seconds.inSeconds.formatted)
            return .other(Phrase("The screen was still after \(time) s; the budget is \(most) s."))
        }
        return nil
    }
}

/// How much a program has written.
struct OutputCount: Sendable {
    var bytes = 0
    /// Ends of synchronised updates.
    var updates = 0
    var bursts = 0
    /// Since its last output.
    var quiet = Duration.zero

    var frames: Int { updates > 0 ? updates : bursts }

    func since(_ other: OutputCount) -> OutputCount {
        OutputCount(
            bytes: bytes - other.bytes, updates: updates - other.updates, bursts: bursts - other.bursts, quiet: quiet)
    }
}

extension YAMLShape where Value == StepBudget {
    static let budget = YAMLShape.mapping { fields in
        var budget = StepBudget()
        budget.bytes = fields.optional("bytes", .integer(in: 0...1_000_000_000))
        budget.frames = fields.optional("frames", .integer(in: 0...1_000_000))
        budget.seconds = fields.optional("seconds", YAMLShape<Duration>.duration)
        fields.requireAny(of: fields.known)
        return budget
    }
}
