import TestSupport
import Testing

/// The terminal's keys, and who gets their signals: a script around the command, `make`, the other end of a pipeline. Each
/// command runs bare and under Foyer, as a job of three shells.
///
///     FOYER_CELLS='make · zsh' Scripts/test --filter GroupTests
///     FOYER_TIMES=10 FOYER_CELLS='xargs' Scripts/test --filter GroupTests
@Suite(.serialized, .ownThreads) struct GroupTests {
    private static let width = 6

    @Test func ctrlCEndsWhatItEndsWithout() throws {
        try expectAsWithout(GroupPrograms.interrupted.flatMap { Self.cells($0, .foreground) })
    }

    @Test func ctrlZStopsWhatItStopsWithout() throws {
        try expectAsWithout(GroupPrograms.stopped.flatMap { Self.cells($0, .stopAndForeground) })
    }

    @Test func whatIsSentToTheBackgroundGoesOnThere() throws {
        try expectAsWithout(GroupPrograms.sentBack.flatMap { Self.cells($0, .stopAndBackground) })
    }

    @Test func aStopWithoutNoticeLosesNoTerminal() throws {
        // Whom SIGSTOP stops cannot put the terminal back: of the shells, bash does.
        let cells = GroupPrograms.killed.flatMap { Self.cells($0, .killedAndForeground) }
        try expectAsWithout(cells.filter { !$0.name.contains("read") || $0.name.contains("bash") })
    }

    private static func cells(_ program: CellProgram, _ job: CellJob) -> [DifferentialCell] {
        CellShell.allCases.flatMap { shell -> [DifferentialCell] in
            let timings: [KeyTiming] = program.typesDuring ? [.afterwards, .during] : [.afterwards]
            return timings.map { timing in
                let when = timing == .during ? ", at the splash" : ""
                return DifferentialCell(
                    program: program,
                    surroundings: CellSurroundings(
                        name: shell.rawValue + when, conduct: .shell(shell, job), needs: [shell.rawValue],
                        keys: [.terminal], timing: timing))
            }
        }
    }

    private func expectAsWithout(_ all: [DifferentialCell]) throws {
        let names = Environment.text("FOYER_CELLS")?.split(separator: ";")
        let wanted = all.filter { cell in names?.contains { cell.name.contains($0) } ?? true }
        let cells = Array(repeating: wanted, count: Environment.number("FOYER_TIMES") ?? 1).flatMap { $0 }
        let present = cells.filter(\.missing.isEmpty)
        let root = TemporaryFolder()
        let path = root.path
        let outcomes = Crew.run(present.count, width: Self.width) { index in
            present[index].compare(in: CellFolder(root: "\(path)/\(index)"))
        }
        let skipped = Dictionary(grouping: cells.filter { !$0.missing.isEmpty }) { $0.missing.joined(separator: ", ") }
        let report = CellReport(outcomes: outcomes, skipped: skipped.mapValues(\.count), seed: 0)
        print("Groups: " + report.summary)
        #expect(report.lines.isEmpty, "\(report.lines.joined(separator: "\n"))\n\(report.summary)")
    }
}
