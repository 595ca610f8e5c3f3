import Foundation
import FoyerTUI
import Testing

/// Compares a screen with its recording under `Snapshots/`, and prints the screen where they differ.
///
/// If a snapshot is missing, it is recorded and the test fails, so that somebody looks at it.
func expectSnapshot(_ buffer: Buffer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Snapshots")
    let file = folder.appendingPathComponent("\(name).txt")
    let text = buffer.text + "\n"
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded \(name); look at it and run again:\n\(text)", sourceLocation: sourceLocation)
        return
    }
    #expect(text == expected, "\(name) differs; it is now:\n\(text)", sourceLocation: sourceLocation)
}
