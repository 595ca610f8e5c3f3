import Foyer
import FoyerEmulator
import FoyerPlatform

/// What a program may spend from the beginning of a step until its screen is still.
struct StepBudget: Sendable {
    var bytes: Int?
    /// How often it may repaint: synchronised updates if it makes them, else bursts of output.
    var frames: Int?
    var seconds: Duration?

    /// Who has written nothing for so long is done with the step.
    static let stillness = Duration.milliseconds(100)
    /// How long to wait for that unless the budget says.
    private static let patience = Duration.seconds(5)

    /// - Parameters:
    ///   - spent: since the step began.
    ///   - age: since then.
    /// - Returns: when to look again, what is spent too much, or `nil` if all is well.
    func check(_ spent: OutputCount, age: Duration, at now: Instant) -> ScenarioPlayer.Decision? {
        if let bytes, spent.bytes > bytes { return .failed(.overBudget(.bytes, "\(spent.bytes)", most: "\(bytes)")) }
        if let frames, spent.frames > frames {
            return .failed(.overBudget(.frames, "\(spent.frames)", most: "\(frames)"))
        }
        // It was still from its last output on.
        let took = spent.bytes == 0 ? .zero : max(.zero, age - spent.quiet)
        if let seconds, took > seconds {
            return .failed(.overBudget(.seconds, took.inTenths, most: seconds.inSeconds.formatted))
        }
        let isStill = min(spent.quiet, age) >= Self.stillness
        if isStill || age >= Self.patience { return nil }
        return .wait(until: now + (Self.stillness - min(spent.quiet, age)))
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
        if !fields.needsAny(of: fields.known) {
            fields.report.say(fields.node.mark, .namesNothing(fields.what, fields.known))
        }
        return budget
    }
}
