import ArgumentParser
import FoyerFlows

struct ScenarioPlay: ParsableArguments {
    @Flag(help: "Play without a terminal, on a virtual clock: hundreds a second.")
    var headless = false

    @Flag(help: "Play on the screen, even for a build service or an agent.")
    var screen = false

    @Option(
        help: ArgumentHelp(
            "Headless: how many at once; by default 8 flows of programs, 16 while they leave a processor free, and as many others "
                + "as there are processors.",
            valueName: "n"), transform: count)
    var jobs: Int?

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("Headless: play each this many times.", valueName: "n"), transform: count)
    var rounds: Int?

    @Option(
        help: ArgumentHelp(
            "Headless: try a flow that fails again, up to this many times. If it passes then, it is flaky.",
            valueName: "n"), transform: count)
    var retry: Int?

    @Flag(help: "Let flaky flows pass.")
    var allowFlaky = false

    @Flag(help: "Stop at the first failure.")
    var failFast = false

    @Flag(
        help:
            "Headless: replay a flow when its file or its program is saved. Enter plays all; f and Enter, what failed; q and Enter, leave."
    )
    var watch = false

    @Option(
        help: ArgumentHelp("Time limit of flows without their own.", valueName: "seconds"),
        transform: ServerOptions.seconds)
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "In the terminal, wait this long before each step, so that you can watch.", valueName: "seconds"))
    var slow: Double = 0

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text), (1...10_000).contains(count) else {
            throw ValidationError("\"\(text)\" is not a whole number from 1 to 10000.")
        }
        return count
    }

    mutating func validate() throws {
        guard (0...60).contains(slow) else { throw ValidationError("--slow takes seconds from 0 to 60.") }
        if screen, isUnseen { throw ValidationError("--screen cannot be combined with what is played unseen.") }
    }

    /// Whether the user has asked to watch.
    var isForEyes: Bool { screen || slow > 0 }

    /// Whether nobody watches.
    var isUnseen: Bool { headless || jobs != nil || rounds != nil || retry != nil || watch }

    var rules: RunRules {
        var rules = RunRules()
        (rules.jobs, rules.rounds, rules.retries) = (jobs, rounds ?? 1, retry ?? 0)
        (rules.allowsFlaky, rules.failsFast) = (allowFlaky, failFast)
        rules.timeout = timeout.map { .seconds($0) }
        return rules
    }
}
