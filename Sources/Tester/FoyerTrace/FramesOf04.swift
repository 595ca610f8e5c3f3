import Foyer
import FoyerPlatform

/// Frames as Foyer 0.4 packed them, which runs of `foyer qa` from then have: compressed JSON in Base64.
///
///     { "styles": [[text, ground, attributes], …],
///       "besides": [[column, row, title, [mode, …]], …],
///       "frames": [[microseconds, beside, [columns, rows, style], [row, column, style, text, …], …], …] }
///
/// A frame with a size begins with a screen that is empty in that style; one without (`0`) with the screen before. A text is
/// of narrow characters, one scalar each; any other cell is `[text, columns]`.
enum FramesOf04 {
    /// The first part of today's frames is shorter than 16 MB, so that a zero byte stands where zlib's header stood.
    static func wrote(_ packed: String) -> Bool { packed.hasPrefix("e") }

    private static let largest = 256 << 20

    static func track(_ packed: String) throws(LocalizedFailure) -> ScreenTrack {
        guard let bytes = Base64.decode(packed), let text = Deflate.unpack(bytes, limit: largest) else {
            throw TraceFrames.damage
        }
        do { return try track(JSONNode(try JSON.parse(text))) } catch { throw TraceFrames.damage }
    }

    private static func track(_ json: JSONNode) throws -> ScreenTrack {
        let styles = try json.field("styles").elements().map(ScreenCell.init(style:))
        let besides = try json.field("besides").elements().map(ScreenTrack.TerminalState.init)
        var (track, screen, ground) = (ScreenTrack(), Buffer(size: CellSize(columns: 1, rows: 1)), ScreenCell())
        for frame in try json.field("frames").elements() {
            let words = try frame.elements()
            guard words.count >= 3 else { throw TraceFrames.damage }
            if case .array = words[2].value {
                let size = try words[2].elements()
                guard size.count == 3 else { throw TraceFrames.damage }
                ground = try size[2].element(of: styles)
                screen = Buffer(size: try CellSize(size[0], size[1]), filledWith: ground)
            }
            for part in words.dropFirst(3) { try draw(try part.elements(), styles, on: &screen) }
            let time = Instant(nanoseconds: try words[0].integer(in: 0...Int64.max / 1000) * 1000)
            track.take(screen, try words[1].element(of: besides), ground: ground, at: time)
        }
        return track
    }

    private static func draw(_ words: [JSONNode], _ styles: [ScreenCell], on screen: inout Buffer) throws {
        guard words.count >= 2 else { throw TraceFrames.damage }
        let row = Int(try words[0].integer(in: -1...1000))
        var column = Int(try words[1].integer(in: -1...1000))
        for index in stride(from: 2, to: words.count - 1, by: 2) {
            var cell = try words[index].element(of: styles)
            if case .array = words[index + 1].value {
                let special = try words[index + 1].elements()
                guard special.count == 2 else { throw TraceFrames.damage }
                cell.glyph = Glyph(safe: try special[0].text())
                cell.width = UInt8(try special[1].integer(in: 1...2))
                screen[column, row] = cell
                column += Int(cell.width)
            } else {
                for scalar in SafeText(try words[index + 1].text()).string.unicodeScalars {
                    cell.glyph = Glyph(scalar)
                    screen[column, row] = cell
                    column += 1
                }
            }
        }
    }
}
