import Glibc
import TestSupport
import Testing

/// `foyer run -- COMMAND` cannot be told from `COMMAND`: each program runs bare and under Foyer in the same surroundings,
/// and all that can be seen is compared. A part of all pairs is the same in every run; others are drawn.
///
///     FOYER_SEED=7 Scripts/test --filter DifferentialTests                 the same draw again
///     FOYER_CELLS='seq 1000 · | cat' Scripts/test --filter DifferentialTests   cells whose name has one of these, by ;
///     FOYER_TIMES=50 FOYER_CELLS='less · dash' Scripts/test --filter …         each of them so often, to find what is rare
///     FOYER_DRAWN=5000 Scripts/test --filter DifferentialTests             so many are drawn: all of them
@Suite(.serialized, .ownThreads) struct DifferentialTests {
    /// Most of a cell's time is waiting.
    private static let width = 10
    private static let drawn = 60

    @Test func whatItRunsIsAsWithout() throws { try compare(Self.cells, Judged.foyer, "With a splash") }

    /// Those where a line may be seen.
    @Test func whatItRunsInOneLineIsAsWithout() throws {
        try compare({ Self.cells(seed: $0).filter { !$0.surroundings.isDirect } }, Judged.inOneLine, "In one line")
    }

    private func compare(_ choose: (UInt64) -> [DifferentialCell], _ judged: String, _ way: String) throws {
        let seed = Environment.number("FOYER_SEED").map(UInt64.init) ?? UInt64.random(in: 1...999_999)
        let wanted = choose(seed)
        let cells = wanted.filter(\.missing.isEmpty)
        let root = TemporaryFolder()
        // Made before the threads need it.
        _ = Preload.path
        let began = ContinuousClock.now
        let path = root.path
        let outcomes = Crew.run(cells.count, width: Self.width) { index in
            cells[index].compare(in: CellFolder(root: "\(path)/\(index)"), judged: judged)
        }
        let skipped = Dictionary(grouping: wanted.filter { !$0.missing.isEmpty }) { $0.missing.joined(separator: ", ") }
        let report = CellReport(outcomes: outcomes, skipped: skipped.mapValues(\.count), seed: seed)
        print(way + ". " + report.summary + ", \(ContinuousClock.now - began)")
        #expect(outcomes.count == cells.count)
        #expect(report.lines.isEmpty, "\(report.lines.joined(separator: "\n"))\n\(report.summary)")
    }

    /// The comparison itself: it finds nothing where there is nothing, and what there is.
    @Test func whatIsPerfectIsTakenForThatAndWhatIsBrokenIsNot() throws {
        let names = ["look, descriptors 3 to 9 · terminal", "look, signals ignored · | cat >f", "seq 1000 · >f 2>&1"]
        let cells = Self.all.filter { names.contains($0.name) }
        #expect(cells.count == names.count)
        let root = TemporaryFolder()
        for (index, cell) in cells.enumerated() {
            let folder = CellFolder(root: "\(root.path)/\(index)")
            let perfect = cell.compare(in: folder, judged: Products.probe + " run --")
            #expect(perfect.lines.isEmpty, "\(perfect.lines)")
            let broken = cell.compare(in: folder, judged: Products.probe + " broken --")
            #expect(broken.differences.isEmpty == cell.program.name.hasPrefix("seq"), "\(broken.lines)")
        }
    }

    private static let all = CellPrograms.all.flatMap { program in
        CellSurroundingsTable.all.map { DifferentialCell(program: program, surroundings: $0) }
    }.filter(\.isSensible)

    /// Those of every run, and some that are drawn from all.
    private static func cells(seed: UInt64) -> [DifferentialCell] {
        if let names = Environment.text("FOYER_CELLS")?.split(separator: ";") {
            let named = all.filter { cell in names.contains { cell.name.contains($0) } }
            return Array(repeating: named, count: Environment.number("FOYER_TIMES") ?? 1).flatMap { $0 }
        }
        var generator = SplitMix64(seed: seed)
        let count = Environment.number("FOYER_DRAWN") ?? drawn
        let rest = all.filter { !$0.isCore }.shuffled(using: &generator).prefix(count)
        return (all.filter(\.isCore) + rest).shuffled(using: &generator)
    }
}

/// What the environment says of a run of the tests.
enum Environment {
    static func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    static func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}

/// The outcome of a run, in short.
struct CellReport {
    let outcomes: [CellOutcome]
    let skipped: [String: Int]
    let seed: UInt64

    var lines: [String] { outcomes.flatMap(\.lines) }

    var summary: String {
        let different = outcomes.count { !$0.differences.isEmpty }
        let allowed = outcomes.count { $0.differences.isEmpty && $0.wasAllowed }
        let unsteady = outcomes.filter { !$0.unsteady.isEmpty }
        let broken = outcomes.filter { $0.course != nil }
        var lines = [
            "Differential: \(outcomes.count) cells, \(outcomes.count - different) as without "
                + "(\(allowed) of them but for what may differ), \(different) different; seed \(seed)"
        ]
        for (names, count) in skipped.sorted(by: { $0.key < $1.key }) {
            lines.append("Skipped for want of \(names): \(count)")
        }
        for outcome in unsteady {
            lines.append("Unsteady without Foyer: \(outcome.cell): \(outcome.unsteady.joined(separator: ", "))")
        }
        for outcome in outcomes where !outcome.seldom.isEmpty {
            lines.append("Differed in one of five runs: \(outcome.cell): \(outcome.seldom.joined(separator: ", "))")
        }
        for outcome in broken { lines.append("Shows little: \(outcome.cell): \(outcome.course ?? "")") }
        return lines.joined(separator: "\n")
    }
}
