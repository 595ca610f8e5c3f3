import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// Random events at random times: the root always appears, and every action ends.
@Suite struct RootStormTests {
    @Test(arguments: 0..<12) func whateverComes(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let drive = try HostDrive(asks: seed % 2 == 0)
        for _ in 0..<150 where !drive.isOver {
            let page = ["page/a", "page/b", "tab/one", "tab/two", "page/c", "gone"].randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: drive.actions.open("foyer://\(page)")
            case 3...5: _ = drive.receive("foyer://\(page)")
            case 6: drive.answer(#"{"version":"1"}"#)
            case 7: drive.advance(.milliseconds(Int.random(in: 1...2000, using: &random)))
            case 8:
                drive.size = CellSize(
                    columns: .random(in: 1...100, using: &random), rows: .random(in: 1...40, using: &random))
            case 9 where drive.host.stack.numbers.count > 1: drive.press(.character("q"))
            default:
                drive.press(
                    [.enter, .tab, .character("s"), .character("d"), .character("p")].randomElement(using: &random)
                        ?? .enter)
            }
            if Bool.random(using: &random) { drive.round() } else { drive.rest() }
        }
        drive.advance(.seconds(20))
        guard !drive.isOver else { return }
        #expect(drive.host.machine.isComplete && drive.host.machine.pending.isEmpty)
        #expect(drive.host.places().places.count <= PlaceStack.maxDepth)
        #expect(drive.host.origins.isEmpty && drive.actions.closeIfIdle())
    }
}
