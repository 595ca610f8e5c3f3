extension TerminalSession {
    /// The screen's rows from the top, without the blanks at their ends.
    var screen: [String] { terminal.lines }
    /// The last row with something in it.
    var footer: String { screen.last { !$0.isEmpty } ?? "" }
    /// The parts of the screen that stand still during a launch: all but the bar and its number.
    var stillLines: [String] {
        screen.filter { line in !line.contains(" %") && line.contains { $0.isLetter || "▟▙▜●".contains($0) } }
    }
    /// The screen as one text.
    var text: String { screen.joined(separator: "\n") }
    func cell(column: Int, row: Int) -> VirtualCell { terminal.cell(column: column, row: row) }
    /// Where a text begins, counted in cells; the first from the top.
    func find(_ text: String) -> (column: Int, row: Int)? {
        for row in 0..<terminal.rows {
            for column in 0..<terminal.columns where cell(column: column, row: row).width > 0 {
                var line = ""
                for next in column..<terminal.columns where line.count < text.count {
                    line += cell(column: next, row: row).text
                }
                if line == text { return (column, row) }
            }
        }
        return nil
    }
    /// The screen in a frame, for failures.
    var picture: String {
        let edge = "+" + String(repeating: "-", count: terminal.columns) + "+"
        let state = "alternate \(terminal.isAlternateScreen), cursor \(terminal.isCursorVisible) \(terminal.cursor), "
        return ([edge] + screen.map { "|" + $0 } + [edge, state + "end \(String(describing: end))"])
            .joined(separator: "\n")
    }
}
