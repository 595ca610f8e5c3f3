import Foyer

/// Codes frames as ``TraceFrames`` keeps them.
struct FrameCode {
    private struct Style: Hashable {
        let foreground: UInt32
        let background: UInt32
        let attributes: UInt16
    }

    /// What stands before the parts of a frame.
    private enum Beginning {
        case before
        case whole(CellSize, ground: ScreenCell)
        case fade(goal: Int, weight: Int)
        case shift(FrameShift)
    }

    private let began: Instant
    private var styles: [Style: Int] = [:]
    private var order: [JSON] = []
    private var besides: [(value: ScreenTrack.TerminalState, json: JSON)] = []
    private var frames: [JSON] = []
    private var goals: [JSON] = []
    /// What stands there now, in exact colours.
    private var screen = Buffer(size: CellSize(columns: 1, rows: 1))
    /// Frames that are not coded yet.
    private var chain: FrameChain?

    init(began: Instant) {
        self.began = began
    }

    /// Of all frames.
    mutating func json() -> JSON {
        endChain()
        return [
            "styles": .array(order), "besides": .array(besides.map(\.json)), "goals": .array(goals),
            "frames": .array(frames),
        ]
    }

    mutating func add(_ frame: ScreenTrack.Frame) {
        let (parts, before) = (frame.parts.map { $0.exact(in: frame.theme) }, screen)
        if frame.isWhole {
            endChain()
            let ground = ScreenCell().exact(in: frame.theme)
            screen = Buffer(size: frame.size, filledWith: ground)
            screen.take(parts)
            let link = FrameChain.Link(frame, parts, screen)
            return append(link, .whole(frame.size, ground: ground), parts)
        }
        screen.take(parts)
        let link = FrameChain.Link(frame, parts, screen)
        if chain?.goesOn(to: link) == false { endChain() }
        if chain != nil {
            chain?.add(link)
        } else if link.isHeavy {
            chain = FrameChain(before: before, link)
        } else {
            append(link, .before, parts)
        }
    }

    // MARK: - What much changes for

    private mutating func endChain() {
        guard let chain else { return }
        self.chain = nil
        var place = 0
        while place < chain.links.count {
            let (link, before) = (chain.links[place], chain.screen(before: place))
            if !link.isHeavy {
                append(link, .before, link.parts)
            } else if let shift = link.shift(from: before) {
                append(link, .shift(shift.shift), shift.parts)
            } else if let fade = chain.fade(from: place) {
                append(fade, of: chain, from: place)
                place = fade.last
            } else {
                append(link, .before, link.parts)
            }
            place += 1
        }
    }

    private mutating func append(_ fade: FrameChain.Fade, of chain: FrameChain, from first: Int) {
        let goal = goals.count
        let parts = ScreenTrack.parts(of: chain.links[fade.last].screen, over: chain.screen(before: first))
        goals.append(
            .array(
                [.integer(Int64(frames.count - 1)), .array(fade.fade.turns.map { .integer(Int64($0)) })]
                    + parts.map { part($0) }))
        for (place, weight) in zip(first...fade.last, fade.weights) {
            let link = chain.links[place]
            if let weight, let own = link.parts(over: fade.fade.screen(over: chain.screen(before: place), at: weight)) {
                append(link, .fade(goal: goal, weight: weight), own)
            } else {
                append(link, .before, link.parts)
            }
        }
    }

    // MARK: - Words

    private mutating func append(_ link: FrameChain.Link, _ beginning: Beginning, _ parts: [ScreenTrack.Part]) {
        let time = max(0, (link.time - began).saturatedNanoseconds / 1000)
        frames.append(
            .array(
                [.integer(time), .integer(beside(link.surroundings)), words(beginning)] + parts.map { part($0) }))
    }

    private mutating func words(_ beginning: Beginning) -> JSON {
        func list(_ numbers: Int...) -> JSON { .array(numbers.map { .integer(Int64($0)) }) }
        return switch beginning {
        case .before: 0
        case .whole(let size, let ground): list(size.columns, size.rows, Int(style(of: ground)))
        case .fade(let goal, let weight): list(goal, weight)
        case .shift(let shift):
            list(shift.place.row, shift.place.column, shift.place.rows, shift.place.columns, shift.down, shift.right)
        }
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

    private mutating func part(_ part: ScreenTrack.Part) -> JSON {
        var words: [JSON] = [.integer(Int64(part.row)), .integer(Int64(part.column))]
        var (run, runStyle) = (String.UnicodeScalarView(), Int64(-1))
        func end() {
            if !run.isEmpty { words += [.integer(runStyle), .string(String(run))] }
            run = String.UnicodeScalarView()
        }
        for cell in part.cells where cell.width > 0 {
            let style = style(of: cell)
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

    /// Of a cell in exact colours.
    private mutating func style(of cell: ScreenCell) -> Int64 {
        let style = Style(
            foreground: cell.foreground.bits, background: cell.background.bits, attributes: cell.attributes.rawValue)
        if let known = styles[style] { return Int64(known) }
        styles[style] = order.count
        order.append([
            .integer(Int64(style.foreground)), .integer(Int64(style.background)), .integer(Int64(style.attributes)),
        ])
        return Int64(order.count - 1)
    }
}

extension FrameChain.Link {
    /// A shift of the screen before that saves much, and what it leaves to draw.
    fileprivate func shift(from before: Buffer) -> (shift: FrameShift, parts: [ScreenTrack.Part])? {
        guard let first = parts.first, let last = parts.last else { return nil }
        let columns = parts.reduce(first.column..<first.column) { span, part in
            min(span.lowerBound, part.column)..<max(span.upperBound, part.column + part.cells.count)
        }
        let place = Rect(
            column: columns.lowerBound, row: first.row, columns: columns.count, rows: last.row + 1 - first.row)
        guard let shift = FrameShift.find(from: before, to: screen, in: place),
            let own = parts(over: shift.screen(after: before)), own.reduce(0, { $0 + $1.cells.count }) * 2 < cells
        else { return nil }
        return (shift, own)
    }

    /// What makes this screen of a forecast; `nil` if that is more than over the screen before.
    fileprivate func parts(over forecast: Buffer) -> [ScreenTrack.Part]? {
        let parts = ScreenTrack.parts(of: screen, over: forecast)
        guard parts.reduce(0, { $0 + $1.cells.count }) < cells else { return nil }
        var drawn = forecast
        drawn.take(parts)
        return drawn == screen ? parts : nil
    }
}

extension Buffer {
    fileprivate mutating func take(_ parts: [ScreenTrack.Part]) {
        for part in parts {
            for (index, cell) in part.cells.enumerated() where cell.width > 0 {
                self[part.column + index, part.row] = cell
            }
        }
    }
}

extension ScreenTrack.Part {
    /// In the colours that the theme gives it.
    fileprivate func exact(in theme: DisplayTheme) -> ScreenTrack.Part {
        ScreenTrack.Part(column: column, row: row, cells: cells.map { $0.exact(in: theme) })
    }
}

extension ScreenCell {
    fileprivate func exact(in theme: DisplayTheme) -> ScreenCell {
        let shown = theme.resolve(self)
        var cell = self
        cell.foreground = .hex(TerminalPalette.exact(shown.foreground, else: theme.palette[.text]))
        cell.background = .hex(TerminalPalette.exact(shown.background, else: theme.palette[.ground]))
        cell.attributes = shown.attributes
        return cell
    }
}
