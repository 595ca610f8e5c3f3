import Foyer
import FoyerPlatformCore

/// A screen as runs of earlier versions keep it: text with exact colours.
struct KeptScreen {
    private var canvas: Canvas

    /// The largest size that is read.
    private static let largest: Int64 = 1000

    init(_ node: JSONNode) throws(JSONShapeError) {
        func color(_ node: JSONNode) throws(JSONShapeError) -> CellColor {
            .hex(UInt32(try node.integer(in: 0...0xFF_FFFF)))
        }
        let places = 0...Self.largest
        canvas = Canvas(
            size: CellSize(
                columns: Int(try node.field("columns").integer(in: 1...Self.largest)),
                rows: Int(try node.field("rows").integer(in: 1...Self.largest))))
        canvas.fill(try color(node.field("ground")))
        for run in try node.field("runs").elements() {
            let parts = try run.elements()
            guard parts.count == 6 else { throw run.shapeError(expected: "a list of six") }
            // Anybody may have changed the file.
            canvas.text(
                SafeText(try parts[2].text()), column: Int(try parts[0].integer(in: places)),
                row: Int(try parts[1].integer(in: places)),
                style: TextStyle(
                    try color(parts[3]), on: try color(parts[4]),
                    attributes: ScreenCell.Attributes(rawValue: UInt16(try parts[5].integer(in: 0...1023)))))
        }
    }

    /// As frames; when each stood is not known, only their order.
    static func frames(_ screens: [KeptScreen], during time: Duration) -> String {
        var track = ScreenTrack()
        for (index, screen) in screens.enumerated() {
            track.take(screen.canvas.buffer, at: .zero + time * Double(index) / Double(screens.count))
        }
        return track.isEmpty ? "" : TraceFrames(track, since: .zero).packed
    }
}
