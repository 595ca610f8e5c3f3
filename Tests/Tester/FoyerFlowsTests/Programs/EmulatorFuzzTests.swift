import Foyer
import FoyerEmulator
import FoyerSystem
import TestSupport
import Testing

/// Recordings of nobody's: none ends the terminal that plays it.
@Suite struct EmulatorFuzzTests {
    /// Four times as many are played in all.
    private static let each: UInt64 = 25_000

    /// A failure names the recording, which `FuzzedOutput` makes of its number again.
    ///
    /// On a thread of its own: it takes long, and tasks of other tests wait for those that they share.
    @Test(.serialized, arguments: 0..<UInt64(4)) func noRecordingEndsTheTerminal(_ part: UInt64) async throws {
        let fatal = try await BlockingWork.threads.run { () throws(DiskError) -> UInt64? in
            let terminal = TerminalEmulator(size: CellSize(columns: 1, rows: 1))
            return (part * Self.each..<(part + 1) * Self.each).first { seed in
                Self.play(seed, on: terminal)
                return terminal.failure != nil
            }
        }
        #expect(fatal == nil)
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
