import FoyerCore
import FoyerGolden
import FoyerSystem
import FoyerTUI
import Glibc
import Testing

/// Compares a screen with its golden file, cell by cell: `PagesTests.screens/error.80x24.txt` beside `PagesTests.swift`.
///
/// Where they differ, or there is no file, the test fails, and what the screen is now lies beside it with the ending
/// `.new`: `foyer scenario review Tests/Launch/FoyerTUITests` shows each such pair and keeps what you accept. With
/// `FOYER_UPDATE_SCREENS=1` they are kept at once.
///
/// - Parameters:
///   - name: the file's name before its size; each screen of a test file has its own.
///   - masks: what is not compared.
package func expectGolden(
    _ screen: Buffer, _ name: String, theme: DisplayTheme = DisplayTheme(), masks: [GoldenMask] = [],
    file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let masked = MaskedScreen(GoldenScreen(screen, theme: theme), masks)
    let path = "\(file.dropLast(".swift".count)).screens/\(name).\(screen.size.name)\(GoldenText.ending)"
    let pending = path + GoldenText.pending
    let former = (try? UserFile.read(path, limit: GoldenText.largest)).flatMap { try? GoldenText.parse($0) }
    let difference = former.flatMap { GoldenDifference(from: $0, to: masked) }
    if former != nil, difference == nil {
        unlink(pending)
        return
    }
    let isKept = getenv("FOYER_UPDATE_SCREENS") != nil
    do throws(DiskError) {
        _ = try Folder.open(path: path.parentFolder, makes: true, mode: 0o777, disk: .real)
        try UserFile.replace(isKept ? path : pending, with: GoldenText.print(masked.screen))
        if isKept { return }
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
    let sentences = difference?.sentences.map(\.english) ?? ["There is no golden screen of it yet."]
    let lines = difference?.lines(columns: nil, .english).map(\.string) ?? screen.textLines
    Issue.record(
        Comment(rawValue: (["\(path):"] + sentences + lines).joined(separator: "\n")), sourceLocation: sourceLocation)
}

/// Screens one beneath the other, each below its name, for one golden file of many small ones.
package func sheet(_ parts: [(name: String, screen: Buffer)]) -> Buffer {
    let columns = parts.map { max($0.screen.size.columns, $0.name.utf8.count) }.max() ?? 1
    let rows = parts.reduce(0) { $0 + $1.screen.size.rows + 1 }
    return screen(columns, rows) { canvas in
        var row = 0
        for (name, part) in parts {
            canvas.text(SafeText(name), column: 0, row: row)
            if let picture = CellPicture(size: part.size, cells: part.cells) {
                canvas.picture(picture, column: 0, row: row + 1)
            }
            row += part.size.rows + 1
        }
    }
}

extension String {
    fileprivate var parentFolder: String { split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } }
}
