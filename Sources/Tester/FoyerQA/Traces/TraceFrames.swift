import Foyer
import FoyerPlatform

/// The frames of a try as a page keeps them: the changes as JSON, compressed, in Base64. Ten seconds of a program that
/// repaints itself thirty times a second take some tens of kilobytes.
///
///     { "styles": [[text, ground, attributes], …],
///       "besides": [[column, row, title, [mode, …]], …],
///       "goals": [[frame, [count, weight, …], [row, column, style, text, …], …], …],
///       "frames": [[microseconds, beside, [columns, rows, style], [row, column, style, text, …], …], …] }
///
/// Attributes are the bits of `ScreenCell.Attributes`; 128 is a cell that is not compared.
///
/// Times are since the try began. A frame with a size begins with a screen that is empty in that style; one without (`0`)
/// with the screen before; one with `[goal, weight]` with the mix of two screens, the weight of the second from 0 to 256; one
/// with `[row, column, rows, columns, down, right]` with the screen before, on which that place has moved. A goal is the
/// second of two screens; the first is that of its frame, after which the mixes come. Each cell whose glyphs differ shows the
/// new one from a weight on, which stands with the count of such cells. A text is of narrow characters, one scalar each; any other cell is `[text, columns]`. A hidden
/// cursor is at −1, −1. What is known only later (a page's own script, a reader) needs nothing else.
package struct TraceFrames: Sendable {
    private enum Source {
        case packed(String)
        case track(ScreenTrack, since: Instant)
    }

    private let source: Source

    /// Frames that were packed earlier; none if the text is not Base64, which a page embeds as it is.
    package init(packed: String) {
        source = .packed(Base64.isAlphabet(packed) ? packed : "")
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
            return Base64.encode(Deflate.smallZlib(Array(code.json().jsonText.utf8)) ?? [])
        }
    }

    /// Frames that cannot be read.
    static let damage = LocalizedFailure(.noTraceThere)

    /// The screens again, in exact colours.
    package func track() throws(LocalizedFailure) -> ScreenTrack {
        if case .track(let track, _) = source { return track }
        var (track, reader) = (ScreenTrack(), try reader())
        while let time = try reader.time {
            try reader.step()
            track.take(reader.screen, reader.surroundings, at: time)
        }
        return track
    }

    /// What stood there at each of these times, which are in order; `nil` where nothing was shown yet. With it the sizes
    /// that the screens had up to the last of them.
    func screens(at times: [Instant]) throws(LocalizedFailure) -> (screens: [Buffer?], sizes: [CellSize]) {
        if case .track(let track, _) = source { return (track.screens(at: times), sizes) }
        var (screens, sizes, reader): ([Buffer?], [CellSize], _) = ([], [], try reader())
        while let time = try reader.time {
            while screens.count < times.count, times[screens.count] < time { screens.append(reader.shown) }
            if screens.count == times.count { return (screens, sizes) }
            try reader.step()
            if sizes.last != reader.screen.size { sizes.append(reader.screen.size) }
        }
        return (screens + Array(repeating: reader.shown, count: times.count - screens.count), sizes)
    }

    private func reader() throws(LocalizedFailure) -> FrameReader {
        guard let bytes = Base64.decode(packed), let text = Deflate.unpack(bytes, limit: Self.largest),
            let json = try? JSON.parse(text)
        else { throw Self.damage }
        return try FrameReader(json)
    }

    /// The size limit of frames in bytes.
    private static let largest = 256 << 20
}

extension ScreenCell.Attributes {
    /// It is not compared with the cell beside it.
    static let masked = ScreenCell.Attributes(rawValue: 128)
}
