import Foundation
import FoyerCore
import FoyerTUI
import Testing

/// Compares a screen with its recording under the test target's `Snapshots/`, and prints the screen where they differ.
///
/// If a snapshot is missing, it is recorded and the test fails, so that somebody looks at it.
package func expectSnapshot(
    _ buffer: Buffer, _ name: String, styled: Bool = false, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectRecordedText(
        (styled ? buffer.styledText : buffer.text) + "\n", name, file: file, sourceLocation: sourceLocation)
}

/// The same for text that is made of several screens.
package func expectRecordedText(
    _ text: String, _ name: String, file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
    let target = file.split(separator: "/").prefix { !$0.hasSuffix("Tests") || $0 == "Tests" }.count + 1
    let folder = URL(fileURLWithPath: "/" + file.split(separator: "/").prefix(target).joined(separator: "/"))
        .appendingPathComponent("Snapshots")
    let file = folder.appendingPathComponent("\(name).txt")
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded \(name); look at it and run again:\n\(text)", sourceLocation: sourceLocation)
        return
    }
    #expect(text == expected, "\(name) differs; it is now:\n\(text)", sourceLocation: sourceLocation)
}

/// The sizes every page must look well in.
package let snapshotSizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 20, rows: 6), CellSize(columns: 1, rows: 1),
    CellSize(columns: 200, rows: 50),
]

extension CellSize {
    package var name: String { "\(columns)x\(rows)" }
}

/// Draws on a fresh screen.
package func screen(_ size: CellSize, theme: Theme = Theme(), _ draw: (inout Canvas) -> Void) -> Buffer {
    var canvas = Canvas(size: size, theme: theme)
    draw(&canvas)
    return canvas.buffer
}

package func screen(_ columns: Int, _ rows: Int, theme: Theme = Theme(), _ draw: (inout Canvas) -> Void) -> Buffer {
    screen(CellSize(columns: columns, rows: rows), theme: theme, draw)
}

/// Whether every wide character has its second half, and no half is without its first.
package func wideCharactersAreWhole(_ buffer: Buffer) -> Bool {
    (0..<buffer.size.rows).allSatisfy { row in
        (0..<buffer.size.columns).allSatisfy { column in
            switch buffer[column, row].width {
            case 0: column > 0 && buffer[column - 1, row].width == 2
            case 1: true
            case 2: column + 1 < buffer.size.columns && buffer[column + 1, row].width == 0
            default: false
            }
        }
    }
}
