/// A row of a table of the specification, or a rule with a visible effect, and what shows that it holds: shipped
/// scenarios, `banner/interval`, and where no scenario can (other processes, other programs, the disk), tests,
/// `EndToEndTests/KillTests#eightAtOnceLeaveOneVersionWhole`.
struct CoverageRow: Sendable {
    let table: String
    let row: String
    let scenarios: [String]
    let tests: [String]

    init(_ table: String, _ row: String, _ by: String...) {
        self.table = table
        self.row = row
        scenarios = by.filter { !$0.contains("#") }
        tests = by.filter { $0.contains("#") }
    }

    static let all =
        banner + bannerRules + popups + root + shortcuts + launch + pipeline + look + terminal + commands + robustness
}
