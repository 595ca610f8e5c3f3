import FoyerCore

/// Buffers as text, for comparisons and failure messages in tests.
extension Buffer {
    /// The rows as text, without trailing spaces, separated by line feeds.
    package var text: String { textLines.joined(separator: "\n") }

    /// The rows as text, without trailing spaces.
    package var textLines: [String] { (0..<size.rows).map(rowText) }

    /// The rows as text, each followed by its runs of equal style.
    ///
    /// A run reads `first-last foreground/background attributes`; runs of plain text on the ground are left out.
    package var styledText: String {
        (0..<size.rows).map { row in
            ([rowText(row)] + styleRuns(row).map { "    \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func rowText(_ row: Int) -> String {
        var line = String.UnicodeScalarView()
        // Trailing spaces are never added: removing them again took most of this function's time.
        var spaces = 0
        for cell in self.row(row) where cell.width > 0 {
            if cell.glyph == .space {
                spaces += 1
            } else {
                line.append(contentsOf: repeatElement(" ", count: spaces))
                // Nearly always one scalar, which needs no array.
                if cell.glyph.mark0 == 0, let scalar = Unicode.Scalar(cell.glyph.base) {
                    line.append(scalar)
                } else {
                    line.append(contentsOf: cell.glyph.scalars)
                }
                spaces = 0
            }
        }
        return String(line)
    }

    private func styleRuns(_ row: Int) -> [String] {
        let cells = Array(self.row(row))
        var runs: [String] = []
        var start = 0
        for index in cells.indices {
            let isLast = index + 1 == cells.count
            if !isLast, cells[index].style == cells[index + 1].style { continue }
            let style = cells[start].style
            if style != Cell.blank.style { runs.append("\(start)-\(index) \(style.summary)") }
            start = index + 1
        }
        return runs
    }
}

extension Cell {
    fileprivate var style: TextStyle {
        TextStyle(foreground, on: background, attributes: attributes)
    }
}

extension TextStyle {
    fileprivate var summary: String {
        let names: [(CellAttributes, String)] = [
            (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let set = names.filter { attributes.contains($0.0) }.map(\.1)
        return (["\(foreground.summary)/\((background ?? .ground).summary)"] + set).joined(separator: " ")
    }
}

extension Color {
    fileprivate var summary: String {
        if let role { return "\(role)" }
        let digits = String(bits, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
