import Foyer
import FoyerEmulator
import FoyerGolden
import FoyerPlatformCore

/// What an asciicast of version 2 or 3 holds: Foyer's own, or another program's.
package struct RecordedRun: Equatable, Sendable {
    /// The terminal's colours, as `0xRRGGBB`.
    package struct Colors: Equatable, Sendable {
        package let text: UInt32
        package let ground: UInt32
        /// The first 8 or 16 of its palette.
        package let palette: [UInt32]
    }

    package struct Event: Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            case output(String)
            case resized(CellSize)
            case marked(String)
            /// The program's exit status.
            case ended(Int32)
        }

        /// Since the beginning.
        package let time: Duration
        package let kind: Kind
    }

    package let title: String?
    /// At the beginning.
    package let size: CellSize
    /// `nil` if the file does not say.
    package let colors: Colors?
    /// In order; input, and kinds that nobody knows, are left out.
    package private(set) var events: [Event] = []

    /// The size limit of a file in bytes.
    package static let largest = 64 << 20
    /// The sizes of a terminal, in cells.
    private static let sizes: ClosedRange<Int64> = 1...1000
    /// The longest recording, in seconds.
    private static let longest = 366.0 * 24 * 3600

    /// The last line may be cut off, as a kill leaves it.
    ///
    /// - Throws: if it is no asciicast, or of a version that is not read.
    package init(_ bytes: [UInt8]) throws(LocalizedFailure) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isCut = bytes.last != UInt8(ascii: "\n")
        let head = try Self.parsed(lines[0], line: 1)
        let version = try Self.checked(line: 1, head.field("version").integer(in: 2...3))
        (title, size, colors) = try Self.checked(line: 1, Self.head(head, version: version))
        var now = 0.0
        for (index, line) in lines.enumerated().dropFirst() {
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            do {
                let node = try Self.parsed(line, line: index + 1)
                let (time, kind) = try Self.checked(line: index + 1, Self.event(node))
                now = version == 3 ? now + time : max(now, time)
                if let kind { events.append(Event(time: .seconds(now), kind: kind)) }
            } catch {
                guard isCut, index == lines.count - 1 else { throw error }
            }
        }
    }

    private static func head(
        _ node: JSONNode, version: Int
    ) throws(JSONShapeError) -> (title: String?, size: CellSize, colors: Colors?) {
        let term = version == 3 ? try node.field("term") : node
        let columns = try term.field(version == 3 ? "cols" : "width").integer(in: sizes)
        let rows = try term.field(version == 3 ? "rows" : "height").integer(in: sizes)
        return (
            try node.optionalField("title")?.text(), CellSize(columns: Int(columns), rows: Int(rows)),
            try term.optionalField("theme").map(Colors.init(_:))
        )
    }

    private static func event(_ node: JSONNode) throws(JSONShapeError) -> (time: Double, kind: Event.Kind?) {
        let parts = try node.elements()
        guard parts.count == 3 else { throw node.shapeError(expected: "a list of three") }
        let (time, text) = (try parts[0].number(in: 0...longest), try parts[2].text())
        switch try parts[1].text() {
        case "o": return (time, .output(text))
        case "m": return (time, .marked(text))
        case "x": return (time, Int32(text).map { .ended($0) })
        case "r":
            let sides = text.split(separator: "x").compactMap { Int64($0) }
            guard sides.count == 2, sides.allSatisfy(sizes.contains) else {
                throw parts[2].shapeError(expected: "a size, such as 80x24")
            }
            return (time, .resized(CellSize(columns: Int(sides[0]), rows: Int(sides[1]))))
        default: return (time, nil)
        }
    }

    private static func parsed(_ line: ArraySlice<UInt8>, line number: Int) throws(LocalizedFailure) -> JSONNode {
        do { return JSONNode(try JSON.parse(Array(line))) } catch {
            throw LocalizedFailure(.notARecording(line: number, SafeText("\(error)")))
        }
    }

    private static func checked<Value>(
        line: Int, _ read: @autoclosure () throws(JSONShapeError) -> Value
    ) throws(LocalizedFailure) -> Value {
        do { return try read() } catch {
            throw LocalizedFailure(.notARecording(line: line, SafeText(error.description)))
        }
    }
}

extension RecordedRun.Colors {
    fileprivate init(_ theme: JSONNode) throws(JSONShapeError) {
        text = try Self.color(theme.field("fg"), theme.field("fg").text()[...])
        ground = try Self.color(theme.field("bg"), theme.field("bg").text()[...])
        let node = try theme.field("palette")
        var colors: [UInt32] = []
        for part in try node.text().split(separator: ":") { colors.append(try Self.color(node, part)) }
        guard colors.count == 8 || colors.count == 16 else { throw node.shapeError(expected: "8 or 16 colours") }
        palette = colors
    }

    private static func color(_ node: JSONNode, _ text: Substring) throws(JSONShapeError) -> UInt32 {
        guard text.utf8.count == 7, text.first == "#", let value = UInt32(text.dropFirst(), radix: 16) else {
            throw node.shapeError(expected: "a colour, such as #14110f")
        }
        return value
    }
}

/// What a recording shows, on a terminal in memory.
extension RecordedRun {
    typealias Shown = (film: Film, screen: Buffer, theme: DisplayTheme, golden: GoldenScreen)

    /// The number of events up to a marker, or of all of them; `nil` if there is no such marker.
    ///
    /// - Parameter place: the marker's number from 1, or its words.
    func end(at place: String?) -> Int? {
        guard let place else { return events.count }
        let marks = events.indices.filter { if case .marked = events[$0].kind { true } else { false } }
        if let named = marks.first(where: { events[$0].kind == .marked(place) }) { return named + 1 }
        guard let number = Int(place), (1...max(1, marks.count)).contains(number), !marks.isEmpty else { return nil }
        return marks[number - 1] + 1
    }

    /// As many columns and rows as its screens have at most up to an event.
    func largestSize(until end: Int) -> CellSize {
        events[..<end].reduce(size) { most, event in
            guard case .resized(let size) = event.kind else { return most }
            return CellSize(columns: max(most.columns, size.columns), rows: max(most.rows, size.rows))
        }
    }

    /// The screens of its first events. Where a program has left the second screen, and nothing follows, the last is what it
    /// showed there.
    ///
    /// - Parameters:
    ///   - isFilmed: whether the film is wanted, which keeps every screen; without it, it is empty.
    ///   - terminal: what it is played on; `nil` for a terminal of its size and colours.
    /// - Throws: why the terminal could not hold it.
    func shown(
        until end: Int, theme choice: DisplaySettings.Theme?, isFilmed: Bool = false,
        on terminal: TerminalEmulator? = nil
    ) throws(LocalizedFailure) -> Shown {
        var palette = Palette.fitting(choice, ground: colors?.ground)
        if let colors {
            palette[.text] = colors.text
            palette[.ground] = colors.ground
        }
        let theme = DisplayTheme(depth: .direct, palette: palette)
        let terminal =
            terminal ?? TerminalEmulator(size: size, palette: colors?.palette ?? TerminalPalette.basic)
        var (film, kept) = (Film(), (film: Film(), screen: Buffer(size: size), golden: GoldenScreen(size: size)))
        var report = TerminalReport()
        var golden: GoldenScreen {
            GoldenScreen(
                terminal.screen, links: terminal.links, cursor: terminal.cursor, title: report.title,
                shape: report.shape.rawValue)
        }
        var (wasAlternate, hasLeft) = (false, false)
        for event in events[..<end] {
            switch event.kind {
            case .output(let text):
                terminal.feed(text.utf8)
                report.take(Array(text.utf8), answered: [])
            case .resized(let size): terminal.resize(to: size)
            case .marked, .ended: continue
            }
            _ = terminal.takeAnswers()
            if wasAlternate, !terminal.isAlternate { (kept.film, hasLeft) = (film, true) }
            wasAlternate = terminal.isAlternate
            if isFilmed { film.take(terminal.screenWithCursor, theme: theme, at: .zero + event.time) }
            if wasAlternate { (kept.screen, kept.golden) = (terminal.screenWithCursor, golden) }
        }
        let (screen, last) = (terminal.screenWithCursor, golden)
        if let failure = terminal.failure { throw failure }
        if !wasAlternate, hasLeft, terminal.screen.isBlank {
            return (kept.film, kept.screen, theme, kept.golden)
        }
        return (film, screen, theme, last)
    }
}

extension TerminalEmulator {
    /// The cursor as a reversed cell, as terminals show it.
    fileprivate var screenWithCursor: Buffer {
        var screen = screen
        guard let cursor else { return screen }
        var cell = screen[cursor.column, cursor.row]
        if cell.width == 0 { return screen }
        cell.attributes.formSymmetricDifference(.reverse)
        screen[cursor.column, cursor.row] = cell
        return screen
    }
}

extension Buffer {
    var isBlank: Bool { cells.allSatisfy { $0.glyph == .space } }
}
