import Foyer
import FoyerGolden
import FoyerPlatform

extension YAMLShape where Value == GoldenMask {
    /// A regular expression, or a rectangle.
    static let mask = YAMLShape<String>.pattern.map { GoldenMask.pattern($0) }.orMapping(
        .mapping { fields in
            let place = YAMLShape<Int>.integer(in: 1...1000)
            let (column, row) = (fields.optional("column", place), fields.optional("row", place))
            let (columns, rows) = (fields.optional("columns", place), fields.optional("rows", place))
            for name in ["column", "row"] where !fields.has(name) {
                fields.report.add(fields.node.mark, .lacks(fields.what, [name]))
            }
            guard let column, let row else { return nil }
            return .area(Rect(column: column - 1, row: row - 1, columns: columns ?? 1, rows: rows ?? 1))
        })
}
