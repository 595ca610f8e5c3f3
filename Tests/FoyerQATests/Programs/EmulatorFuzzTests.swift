import Foyer
import FoyerEmulator
import TestSupport
import Testing

/// Recordings of nobody's: none ends the terminal that plays it.
@Suite struct EmulatorFuzzTests {
    /// Four times as many are played in all.
    private static let each: UInt64 = 25_000

    /// A failure names the recording, which `FuzzedOutput` makes of its number again.
    @Test(arguments: 0..<UInt64(4)) func noRecordingEndsTheTerminal(_ part: UInt64) throws {
        let terminal = TerminalEmulator(size: CellSize(columns: 1, rows: 1))
        for seed in part * Self.each..<(part + 1) * Self.each {
            Self.play(seed, on: terminal)
            try #require(terminal.failure == nil, "recording \(seed)")
        }
    }

    private static func play(_ seed: UInt64, on terminal: TerminalEmulator) {
        var generator = SplitMix64(seed: seed)
        terminal.restart(size: FuzzedOutput.size(&generator))
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                terminal.resize(to: FuzzedOutput.size(&generator))
            } else {
                terminal.feed(FuzzedOutput.bytes(&generator))
            }
        }
        if seed % 8 == 0 { _ = terminal.screen }
        _ = terminal.takeAnswers()
    }
}
