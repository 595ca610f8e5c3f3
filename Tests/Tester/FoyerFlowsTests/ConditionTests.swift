import Foyer
import FoyerGolden
import FoyerPlatform
import Testing

@testable import FoyerFlows

/// Every condition that a file may name, against one screen with the text "tea".
@Suite struct ConditionTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        /// A value that does not hold.
        let value: String
        let ofProgram: Bool
        /// The condition might hold only because the program has not answered yet.
        var awaitsAnswer = false
        var testDescription: String { "\(name): \(value)" }
    }

    private static let ofBoth: [Sample] = [false, true].flatMap { program in
        [
            Sample(name: "text", value: "cup", ofProgram: program),
            Sample(name: "notext", value: "tea", ofProgram: program, awaitsAnswer: true),
            Sample(name: "screen", value: "cup", ofProgram: program, awaitsAnswer: true),
            Sample(name: "colour", value: "{ tea: '#123456' }", ofProgram: program),
            Sample(name: "cell", value: "{ column: 1, row: 1, text: c }", ofProgram: program),
            Sample(name: "still", value: "5", ofProgram: program),
            Sample(name: "matches", value: "^cup", ofProgram: program),
            Sample(name: "focus", value: "tea", ofProgram: program, awaitsAnswer: true),
            Sample(name: "seen", value: "cup", ofProgram: program),
            Sample(name: "unseen", value: "tea", ofProgram: program, awaitsAnswer: true),
            Sample(name: "together", value: "[tea, cup]", ofProgram: program),
            Sample(name: "steady", value: "cup", ofProgram: program),
            Sample(name: "grows", value: "c", ofProgram: program),
            Sample(name: "glimmers", value: "t", ofProgram: program),
            Sample(name: "exit", value: "3", ofProgram: program),
        ]
    }
    private static let ofScreens: [Sample] = [
        ("state", "ready"), ("calls", "create"), ("outcome", "completed"), ("requests", "{ metadata: 1 }"),
        ("banner", "ok"), ("popup", "show"), ("root", "v1"), ("events", "load home"), ("opened", "refused"),
        ("desktop", "a"), ("guide", "a"),
    ].map { Sample(name: $0.0, value: $0.1, ofProgram: false) }
    private static let ofPrograms: [Sample] = [
        ("cursor", "{ column: 3 }", true), ("title", "tea", true), ("clipboard", "tea", false), ("bell", "0", true),
        ("modes", "{ mouse: true }", true), ("file", "{ path: /, there: false }", true), ("exit", "TERM", false),
    ].map { Sample(name: $0.0, value: $0.1, ofProgram: true, awaitsAnswer: $0.2) }
    static let samples = ofBoth + ofScreens + ofPrograms

    @Test(arguments: [false, true]) func `every condition has a sample`(ofProgram: Bool) {
        let known = YAMLShape<Condition>.condition(ofProgram: ofProgram).outline.keys.map(\.name)
        #expect(Set(known) == Set(Self.samples.filter { $0.ofProgram == ofProgram }.map(\.name)))
    }

    @Test(arguments: samples) func `a condition that does not hold fails`(_ sample: Sample) throws {
        let (value, problems) = YAMLShape<Condition>.condition(ofProgram: sample.ofProgram).decode(
            Array(sample.testDescription.utf8), as: .aStepOfIt)
        let condition = try #require(value)
        #expect(problems.isEmpty)
        #expect(condition.unmet(by: Self.observation) != nil)
        #expect(condition.holdsWithoutAnswer == sample.awaitsAnswer)
    }

    private static var observation: ScenarioPlayer.Observation {
        let theme = DisplayTheme(depth: .direct, palette: .fitting(.dark, ground: nil), isASCII: false)
        var screen = Buffer(size: CellSize(columns: 10, rows: 2))
        for (column, scalar) in "tea".unicodeScalars.enumerated() { screen[column, 0].glyph = Glyph(scalar) }
        var past = FlowPast()
        past.track.take(screen, .init(), theme: theme, at: .zero)
        return .init(
            screen: screen, theme: theme, phase: .opening, record: FlowRecord(.live), past: past,
            now: .zero + .seconds(1), changed: .zero + .seconds(1), terminal: { TerminalSight(bells: 2) },
            golden: { GoldenScreen(size: screen.size) })
    }
}
