import Foyer
import FoyerPlatform

/// The frames of a try as a page keeps them: the changes as JSON, compressed, in Base64. Ten seconds of a program that
/// repaints itself thirty times a second take some tens of kilobytes.
///
///     { "styles": [[text, ground, attributes], …],
///       "besides": [[column, row, title, [mode, …]], …],
///       "frames": [[microseconds, beside, [columns, rows, style], [row, column, style, text, …], …], …] }
///
/// Attributes are the bits of `ScreenCell.Attributes`; 128 is a cell that is not compared.
///
/// Times are since the try began. A frame with a size begins with a screen that is empty in that style; one without (`0`)
/// with the screen before. A text is of narrow characters, one scalar each; any other cell is `[text, columns]`. A hidden
/// cursor is at −1, −1. What is known only later (a page's own script, a reader) needs nothing else.
package struct TraceFrames: Sendable {
    private enum Source {
        case packed(String)
        case track(ScreenTrack, since: Instant)
    }

    private let source: Source

    /// Frames that were packed earlier.
    package init(packed: String) {
        source = .packed(packed)
    }

    /// Frames that are packed if anybody wants them.
    ///
    /// - Parameter began: when the try began.
    package init(_ track: ScreenTrack, since began: Instant) {
        source = .track(track, since: began)
    }

    /// The sizes that its screens had one after the other; empty where that is not known without unpacking.
    var sizes: [CellSize] {
        guard case .track(let track, _) = source else { return [] }
        return track.frames.reduce(into: []) { sizes, frame in
            if sizes.last != frame.size { sizes.append(frame.size) }
        }
    }

    package var packed: String {
        switch source {
        case .packed(let text): return text
        case .track(let track, let began):
            var code = FrameCode(began: began)
            for frame in track.frames { code.add(frame) }
            return Base64.encode(Deflate.smallZlib(Array(code.json.jsonText.utf8)) ?? [])
        }
    }

    /// Why frames cannot be read.
    package struct Damage: Error, Equatable, Sendable {}

    /// The screens again, in exact colours.
    package func track() throws(Damage) -> ScreenTrack {
        if case .track(let track, _) = source { return track }
        var (track, reader) = (ScreenTrack(), try reader())
        while let time = try reader.time {
            try reader.step()
            track.take(reader.screen, reader.surroundings, at: time)
        }
        return track
    }

    /// What stood there at each of these times, which are in order; `nil` where nothing was shown yet.
    func screens(at times: [Instant]) throws(Damage) -> [Buffer?] {
        if case .track(let track, _) = source { return track.screens(at: times) }
        var (screens, reader): ([Buffer?], _) = ([], try reader())
        while let time = try reader.time {
            while screens.count < times.count, times[screens.count] < time { screens.append(reader.shown) }
            if screens.count == times.count { return screens }
            try reader.step()
        }
        return screens + Array(repeating: reader.shown, count: times.count - screens.count)
    }

    private func reader() throws(Damage) -> FrameReader {
        guard let bytes = Base64.decode(packed), let text = Deflate.unpack(bytes, limit: Self.largest),
            let json = try? JSON.parse(text)
        else { throw Damage() }
        return try FrameReader(json)
    }

    /// The size limit of frames in bytes.
    private static let largest = 256 << 20
}

extension ScreenCell.Attributes {
    /// It is not compared with the cell beside it.
    static let masked = ScreenCell.Attributes(rawValue: 128)
}

private struct FrameCode {
    private struct Style: Hashable {
        let foreground: UInt32
        let background: UInt32
        let attributes: UInt16
    }

    private let began: Instant
    private var styles: [Style: Int] = [:]
    private var order: [JSON] = []
    private var besides: [(value: ScreenTrack.TerminalState, json: JSON)] = []
    private var frames: [JSON] = []

    init(began: Instant) {
        self.began = began
    }

    var json: JSON {
        ["styles": .array(order), "besides": .array(besides.map(\.json)), "frames": .array(frames)]
    }

    mutating func add(_ frame: ScreenTrack.Frame) {
        var size = JSON.integer(0)
        if frame.isWhole {
            let ground = JSON.integer(style(of: ScreenCell(), frame.theme))
            size = [.integer(Int64(frame.size.columns)), .integer(Int64(frame.size.rows)), ground]
        }
        let time = max(0, (frame.time - began).saturatedNanoseconds / 1000)
        frames.append(
            .array(
                [.integer(time), .integer(beside(frame.surroundings)), size] + frame.parts.map { part($0, frame.theme) }
            ))
    }

    private mutating func beside(_ value: ScreenTrack.TerminalState) -> Int64 {
        if let index = besides.lastIndex(where: { $0.value == value }) { return Int64(index) }
        besides.append(
            (
                value,
                [
                    .integer(Int64(value.cursor?.column ?? -1)), .integer(Int64(value.cursor?.row ?? -1)),
                    .string(SafeText(value.title).string), .array(value.modes.map { .string($0) }),
                ]
            ))
        return Int64(besides.count - 1)
    }

    private mutating func part(_ part: ScreenTrack.Part, _ theme: DisplayTheme) -> JSON {
        var words: [JSON] = [.integer(Int64(part.row)), .integer(Int64(part.column))]
        var (run, runStyle) = (String.UnicodeScalarView(), Int64(-1))
        func end() {
            if !run.isEmpty { words += [.integer(runStyle), .string(String(run))] }
            run = String.UnicodeScalarView()
        }
        for cell in part.cells where cell.width > 0 {
            let style = style(of: cell, theme)
            if style != runStyle { end() }
            runStyle = style
            if cell.width == 1, cell.glyph.mark0 == 0, let scalar = Unicode.Scalar(cell.glyph.base) {
                run.append(scalar)
            } else {
                end()
                let text = String(String.UnicodeScalarView(cell.glyph.scalars))
                words += [.integer(style), [.string(text), .integer(Int64(cell.width))]]
            }
        }
        end()
        return .array(words)
    }

    private mutating func style(of cell: ScreenCell, _ theme: DisplayTheme) -> Int64 {
        let shown = theme.resolve(cell)
        let style = Style(
            foreground: TerminalPalette.exact(shown.foreground, else: theme.palette[.text]),
            background: TerminalPalette.exact(shown.background, else: theme.palette[.ground]),
            attributes: shown.attributes.rawValue)
        if let known = styles[style] { return Int64(known) }
        styles[style] = order.count
        order.append([
            .integer(Int64(style.foreground)), .integer(Int64(style.background)), .integer(Int64(style.attributes)),
        ])
        return Int64(order.count - 1)
    }
}
