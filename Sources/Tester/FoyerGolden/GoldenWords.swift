import FoyerCore

/// How a screen differs.
extension Phrase {
    package static func cellShows(column: Int, row: Int, _ found: String, _ wanted: String) -> Phrase {
        Phrase("The cell in column \(column) of row \(row) shows \(found), not \(wanted).")
    }

    static func cellsShow(columns: ClosedRange<Int>, row: Int, _ found: String, _ wanted: String) -> Phrase {
        let (first, last) = (columns.lowerBound, columns.upperBound)
        return Phrase("The cells in columns \(first) to \(last) of row \(row) show \(found), not \(wanted).")
    }

    static func furtherCells(_ count: Int) -> Phrase {
        Phrase(count, one: Phrase("One more cell differs."), other: Phrase("\(count) more cells differ."))
    }

    static func maskIsIdle(_ pattern: String) -> Phrase {
        Phrase("The mask \(pattern) matches nothing on this screen.")
    }

    static func sizeWas(_ found: String, _ wanted: String) -> Phrase {
        Phrase("The screen has \(found) cells, not \(wanted).")
    }

    static func cursorStands(_ found: String, _ wanted: String) -> Phrase {
        Phrase("The cursor: \(found), not \(wanted).")
    }

    static func titleIs(_ found: String, _ wanted: String) -> Phrase {
        Phrase("The terminal's title is \(found), not \(wanted).")
    }

    package static let goldenFile = Phrase("Golden file")
    package static let screenNow = Phrase("Screen now")
}
