import FoyerCore

/// How a screen differs.
extension Phrase {
    package static func cellShows(column: Int, row: Int, _ found: String, _ wanted: String) -> Phrase {
        Phrase(
            "The cell in column \(column) of row \(row) shows \(found), not \(wanted).",
            "第 \(row) 行第 \(column) 列为 \(found)，应为 \(wanted)。", "第 \(row) 列第 \(column) 欄為 \(found)，應為 \(wanted)。")
    }

    static func cellsShow(columns: ClosedRange<Int>, row: Int, _ found: String, _ wanted: String) -> Phrase {
        let (first, last) = (columns.lowerBound, columns.upperBound)
        return Phrase(
            "The cells in columns \(first) to \(last) of row \(row) show \(found), not \(wanted).",
            "第 \(row) 行第 \(first) 至 \(last) 列为 \(found)，应为 \(wanted)。",
            "第 \(row) 列第 \(first) 至 \(last) 欄為 \(found)，應為 \(wanted)。")
    }

    static func furtherCells(_ count: Int) -> Phrase {
        Phrase(
            count == 1 ? "One more cell differs." : "\(count) more cells differ.", "另有 \(count) 个单元格不同。",
            "另有 \(count) 個儲存格不同。")
    }

    static func maskIsIdle(_ pattern: String) -> Phrase {
        Phrase(
            "The mask \(pattern) matches nothing on this screen.", "遮罩 \(pattern) 在此屏幕上没有匹配的内容。",
            "遮罩 \(pattern) 在此螢幕上沒有相符的內容。")
    }

    static func sizeWas(_ found: String, _ wanted: String) -> Phrase {
        Phrase(
            "The screen has \(found) cells, not \(wanted).", "屏幕大小为 \(found)，应为 \(wanted)。",
            "螢幕大小為 \(found)，應為 \(wanted)。")
    }

    static func cursorStands(_ found: String, _ wanted: String) -> Phrase {
        Phrase(
            "The cursor: \(found), not \(wanted).", "光标：\(found)，应为 \(wanted)。", "游標：\(found)，應為 \(wanted)。")
    }

    static func titleIs(_ found: String, _ wanted: String) -> Phrase {
        Phrase(
            "The terminal's title is \(found), not \(wanted).", "终端标题为 \(found)，应为 \(wanted)。",
            "終端機標題為 \(found)，應為 \(wanted)。")
    }

    package static let goldenFile = Phrase("Golden file", "基准文件", "基準檔案")
    package static let screenNow = Phrase("Screen now", "现在的屏幕", "現在的螢幕")
}
