import TestSupport
import Testing

/// Programs that somebody types to, in three shells: each screen on the way is the one that is seen without Foyer. Keys
/// are typed once the program is there; for those that take them so, also before it is, and while the splash is seen.
///
///     FOYER_CELLS='vim · zsh' Scripts/test --filter KeyTests
@Suite(.serialized, .ownThreads) struct KeyTests {
    private static let width = 8
    /// Those that are typed to over a slow line too.
    private static let slowly = ["vim", "less", "read", "python3", "dash -i"]

    @Test func whoTypesSeesWhatIsSeenWithout() throws {
        let cells = Self.cells
        let present = cells.filter(\.missing.isEmpty)
        let root = TemporaryFolder()
        let path = root.path
        let began = ContinuousClock.now
        let outcomes = Crew.run(present.count, width: Self.width) { index in
            present[index].compare(in: CellFolder(root: "\(path)/\(index)"))
        }
        let skipped = Dictionary(grouping: cells.filter { !$0.missing.isEmpty }) { $0.missing.joined(separator: ", ") }
        let report = CellReport(outcomes: outcomes, skipped: skipped.mapValues(\.count), seed: 0)
        print("Keys: " + report.summary + "\n\(KeyPrograms.all.count) programs, \(ContinuousClock.now - began)")
        #expect(report.lines.isEmpty, "\(report.lines.joined(separator: "\n"))\n\(report.summary)")
    }

    private static var cells: [DifferentialCell] {
        var cells: [DifferentialCell] = []
        for (index, program) in KeyPrograms.all.enumerated() {
            let shells = CellShell.allCases
            cells.append(cell(program, shells[index % 3], .afterwards))
            if program.typesAhead { cells.append(cell(program, shells[(index + 1) % 3], .ahead)) }
            if program.typesDuring { cells.append(cell(program, shells[(index + 2) % 3], .during)) }
            if slowly.contains(program.name) {
                cells.append(cell(program, shells[index % 3], .afterwards, answersAfter: .milliseconds(150)))
            }
        }
        guard let names = Environment.text("FOYER_CELLS")?.split(separator: ";") else { return cells }
        return cells.filter { cell in names.contains { cell.name.contains($0) } }
    }

    private static func cell(
        _ program: CellProgram, _ shell: CellShell, _ timing: KeyTiming, answersAfter: Duration = .zero
    ) -> DifferentialCell {
        let slowness = answersAfter == .zero ? "" : ", 150 ms late"
        return DifferentialCell(
            program: program,
            surroundings: CellSurroundings(
                name: "\(shell.rawValue), keys \(timing.rawValue)\(slowness)", conduct: .shell(shell, .foreground),
                needs: [shell.rawValue], keys: [.terminal, .errors, .anywhere], answersAfter: answersAfter,
                timing: timing))
    }
}
