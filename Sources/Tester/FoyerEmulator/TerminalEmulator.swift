import CEmulator
import CVterm
import FoyerCore
import FoyerSystem
import FoyerTUI

/// A terminal in memory (libvterm), which reads what a program writes and says what stands on its screen.
///
///     let terminal = TerminalEmulator(size: CellSize(columns: 80, rows: 24))
///     terminal.feed(Array("\u{1B}[31mred".utf8))
///     terminal.screen.text        // "red"
///     terminal.screen[0, 0].foreground
///     terminal.press(.up)
///     terminal.takeAnswers()      // the bytes of the key, and answers to the program's questions
///
/// Colours are exact, the first sixteen being xterm's; the default ones are the roles `text` and `ground`, which a theme
/// resolves. What cannot be shown safely is a space.
///
/// It may be fed anything: what libvterm cannot hold is cut before (``OutputFilter``), and it has a process of its own.
/// Should that end all the same, the screen stays as it was last shown, nothing is taken any more, and ``failure`` says
/// why.
package final class TerminalEmulator {
    /// Why the terminal has ended; `nil` while it has not.
    package private(set) var failure: LocalizedFailure?
    package private(set) var size: CellSize
    /// The first colours of its palette, `0xRRGGBB`.
    private let palette: [UInt32]
    private let identity: TerminalIdentity?
    private var filter: OutputFilter
    private var process: EmulatorProcess?
    private var report = CEmulatorReport()
    private var answers: [UInt8] = []
    /// How much is fed at once where the clock is read in between, in bytes: what a byte costs depends on what it says.
    private var pieceLength = 256
    private static let pieceLengths = 64...16 << 10
    private static let longestPiece = Duration.milliseconds(4)
    /// As last shown.
    private var drawn: Buffer
    private var isDrawn = false
    /// The addresses that cells link to, and the number of each cell's, from 1; 0 for none.
    private var addresses: [String] = []
    private var linked: [UInt16]

    /// - Parameters:
    ///   - size: columns and rows, each at least 1 and at most 1000.
    ///   - palette: the first colours of its palette, `0xRRGGBB`.
    ///   - identity: what it says of itself; `nil` if it answers only as libvterm does.
    package init(size: CellSize, palette: [UInt32] = TerminalPalette.basic, identity: TerminalIdentity? = nil) {
        (self.palette, self.identity) = (palette, identity)
        self.size = Self.bounded(size)
        filter = OutputFilter(columns: self.size.columns, rows: self.size.rows, identity: identity)
        drawn = Buffer(size: self.size)
        linked = Self.unlinked(self.size)
        report.isCursorVisible = 1
        do { process = try EmulatorProcess(size: self.size) } catch { fail(error) }
    }

    private static func unlinked(_ size: CellSize) -> [UInt16] { Array(repeating: 0, count: size.columns * size.rows) }

    private static func bounded(_ size: CellSize) -> CellSize {
        CellSize(columns: min(max(size.columns, 1), 1000), rows: min(max(size.rows, 1), 1000))
    }

    /// The process that holds it, for tests that end it.
    package var processID: Int32? { process?.id }

    // MARK: - The program

    /// Takes what the program has written; a sequence may be cut anywhere.
    package func feed(_ bytes: some Collection<UInt8>) {
        take(filter.filter(bytes))
    }

    private func take(_ pieces: [OutputFilter.Piece]) {
        for piece in pieces {
            switch piece {
            case .output(let bytes): carryOut(try process?.write(bytes))
            case .answer(let bytes): if failure == nil { answers += bytes }
            }
        }
    }

    /// Takes as much of it as it can until an instant, and at least one piece.
    ///
    /// - Returns: what is left.
    package func feed(_ bytes: ArraySlice<UInt8>, until deadline: Instant) -> ArraySlice<UInt8> {
        var (rest, began) = (bytes, MonotonicClock.now)
        while !rest.isEmpty, failure == nil {
            let piece = rest.prefix(pieceLength)
            feed(piece)
            rest = rest.dropFirst(piece.count)
            let now = MonotonicClock.now
            if now - began > Self.longestPiece {
                pieceLength = max(Self.pieceLengths.lowerBound, pieceLength / 2)
            } else if now - began < Self.longestPiece / 4 {
                pieceLength = min(Self.pieceLengths.upperBound, pieceLength * 2)
            }
            if now >= deadline { break }
            began = now
        }
        return failure == nil ? rest : []
    }

    /// What the terminal sends to the program: keys, the mouse, and answers to its questions. Each is given once.
    package func takeAnswers() -> [UInt8] {
        defer { answers = [] }
        return answers
    }

    package func resize(to size: CellSize) {
        let size = Self.bounded(size)
        // What was last shown stays.
        guard failure == nil, size != self.size else { return }
        let around = filter.resize(
            columns: size.columns, rows: size.rows, cursor: (column: Int(report.column), row: Int(report.row)))
        take(around.before)
        self.size = size
        (drawn, linked) = (Buffer(size: size), Self.unlinked(size))
        carryOut(try process?.resize(to: size, anew: false))
        take(around.after)
    }

    /// Begins anew, with nothing on the screen, as another terminal of that size would.
    package func restart(size: CellSize) {
        let size = Self.bounded(size)
        self.size = size
        filter = OutputFilter(columns: size.columns, rows: size.rows, identity: identity)
        (answers, drawn, linked) = ([], Buffer(size: size), Self.unlinked(size))
        carryOut(try process?.resize(to: size, anew: true))
    }

    private func carryOut(_ order: @autoclosure () throws(LocalizedFailure) -> EmulatorProcess.Reply?) {
        guard process != nil else { return }
        isDrawn = false
        do { if let reply = try order() { take(reply) } } catch { fail(error) }
    }

    private func take(_ reply: EmulatorProcess.Reply) {
        report = reply.report
        // Within a resize it is anywhere.
        report.row = min(max(0, report.row), Int32(size.rows) - 1)
        report.column = min(max(0, report.column), Int32(size.columns) - 1)
        answers += reply.answers
        addresses += reply.addresses
        for (row, cells) in reply.rows { draw(cells, row) }
    }

    private func fail(_ reason: LocalizedFailure) {
        failure = failure ?? reason
        process = nil
    }

    // MARK: - The user

    /// Presses a key, encoded as the program has asked for it.
    package func press(_ key: KeyEvent) {
        if filter.keyboard.isApart, let sequence = sequence(of: key) {
            answers += Array(sequence.utf8)
            return
        }
        switch key {
        case .character(let scalar): answers += Array(String(scalar).utf8)
        // libvterm writes some of them in a way that few programs know.
        case .control(let scalar): answers.append(UInt8(truncatingIfNeeded: scalar.value) & 0x1F)
        case .alt(let scalar): answers += [0x1B] + Array(String(scalar).utf8)
        case .backTab: press(VTERM_KEY_TAB.rawValue, VTERM_MOD_SHIFT.rawValue)
        case .function(let number):
            if (0...63).contains(number) { press(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)) }
        default: if let key = Self.named[key] { press(key.rawValue) }
        }
    }

    /// As kitty's keyboard protocol has it; `nil` for a key that is sent as ever.
    private func sequence(of key: KeyEvent) -> String? {
        func sequence(_ code: UInt32, _ modifiers: Int = 1) -> String {
            "\u{1B}[\(code)\(modifiers == 1 ? "" : ";\(modifiers)")u"
        }
        switch key {
        case .escape: return sequence(27)
        case .control(let scalar): return sequence(scalar.value, 5)
        case .alt(let scalar): return sequence(scalar.value, 3)
        case .backTab: return sequence(9, 2)
        case .enter: return filter.keyboard.hasAll ? sequence(13) : nil
        case .tab: return filter.keyboard.hasAll ? sequence(9) : nil
        case .backspace: return filter.keyboard.hasAll ? sequence(127) : nil
        case .character(let scalar):
            guard filter.keyboard.hasAll else { return nil }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            return sequence(lower.value, lower == scalar ? 1 : 2)
        default: return nil
        }
    }

    private func press(_ key: UInt32, _ modifiers: UInt32 = 0) {
        carryOut(try process?.order(CEMULATOR_KEY, Int32(key), Int32(modifiers)))
    }

    private static let named: [KeyEvent: VTermKey] = [
        .enter: VTERM_KEY_ENTER, .escape: VTERM_KEY_ESCAPE, .tab: VTERM_KEY_TAB, .backspace: VTERM_KEY_BACKSPACE,
        .delete: VTERM_KEY_DEL, .insert: VTERM_KEY_INS, .up: VTERM_KEY_UP, .down: VTERM_KEY_DOWN, .left: VTERM_KEY_LEFT,
        .right: VTERM_KEY_RIGHT, .pageUp: VTERM_KEY_PAGEUP, .pageDown: VTERM_KEY_PAGEDOWN, .home: VTERM_KEY_HOME,
        .end: VTERM_KEY_END,
    ]

    /// Whether the program wants to hear of the mouse at all.
    package var hearsMouse: Bool { report.mouse != 0 }

    /// Moves or presses the left button, or turns the wheel, as far as the program wants to hear of it.
    package func move(_ event: MouseEvent) {
        guard hearsMouse else { return }
        let (row, column) = (min(max(0, event.row), size.rows - 1), min(max(0, event.column), size.columns - 1))
        carryOut(try process?.order(CEMULATOR_MOVE, Int32(row), Int32(column)))
        switch event.kind {
        case .press: button(1, isPressed: true)
        case .release: button(1, isPressed: false)
        case .wheelUp: button(4, isPressed: true)
        case .wheelDown: button(5, isPressed: true)
        // A click is what a press and a release make; a drag is a move while the button is down.
        case .click, .drag, .move: break
        }
    }

    private func button(_ number: Int32, isPressed: Bool) {
        carryOut(try process?.order(CEMULATOR_BUTTON, number, isPressed ? 1 : 0))
    }

    // MARK: - The screen

    /// From 0; `nil` while it is hidden.
    package var cursor: CellPosition? { report.isCursorVisible != 0 ? cursorPlace : nil }

    /// The same, even while it is hidden.
    package var cursorPlace: CellPosition { CellPosition(column: Int(report.column), row: Int(report.row)) }

    /// Whether the program shows the second screen, which ordinary output does not scroll.
    package var isAlternate: Bool { report.isAlternate != 0 }

    /// All cells.
    package var screen: Buffer {
        if !isDrawn {
            carryOut(try process?.order(CEMULATOR_LOOK))
            isDrawn = true
        }
        return drawn
    }

    /// The links on the screen, row by row.
    package var links: [FrameLink] {
        _ = screen
        guard !addresses.isEmpty else { return [] }
        var links: [FrameLink] = []
        for (index, number) in linked.enumerated() where number > 0 && Int(number) <= addresses.count {
            let (column, row) = (index % size.columns, index / size.columns)
            let address = addresses[Int(number) - 1]
            if let last = links.last, last.row == row, last.columns.upperBound == column, last.address == address {
                links[links.count - 1].columns = last.columns.lowerBound..<column + 1
            } else {
                links.append(FrameLink(row: row, columns: column..<column + 1, address: address))
            }
        }
        return links
    }

    private func draw(_ cells: [CEmulatorCell], _ row: Int) {
        for (column, cell) in cells.enumerated() {
            linked[row * size.columns + column] = cell.link
            // The right half of a wide character comes with its left half.
            if cell.base == .max, column > 0, drawn[column - 1, row].width == 2 { continue }
            drawn[column, row] = self.cell(cell)
        }
    }

    private func cell(_ cell: CEmulatorCell) -> ScreenCell {
        guard cell.base != .max else { return .blank }
        let marks = [cell.marks.0, cell.marks.1, cell.marks.2, cell.marks.3].prefix { $0 != 0 }
        let glyph = cell.base == 0 ? nil : Self.glyph(cell.base, marks.compactMap(Unicode.Scalar.init))
        var attributes: ScreenCell.Attributes = []
        let bits = Int(cell.attributes)
        if bits & CEMULATOR_BOLD != 0 { attributes.insert(.bold) }
        if bits & CEMULATOR_ITALIC != 0 { attributes.insert(.italic) }
        if bits & CEMULATOR_UNDERLINE != 0 { attributes.insert(.underline) }
        if bits & CEMULATOR_REVERSE != 0 { attributes.insert(.reverse) }
        if bits & CEMULATOR_BLINK != 0 { attributes.insert(.blink) }
        if bits & CEMULATOR_STRIKE != 0 { attributes.insert(.struckOut) }
        attributes.formUnion(CarriedAttributes(rawValue: cell.font).attributes)
        return ScreenCell(
            glyph ?? .space, foreground: color(cell.foreground, else: .text),
            background: color(cell.background, else: .ground), attributes: attributes, width: cell.width == 2 ? 2 : 1)
    }

    /// `nil` if it would do something to a terminal that it is written to, or to the order of what stands beside it.
    private static func glyph(_ value: UInt32, _ marks: [Unicode.Scalar]) -> Glyph? {
        guard let base = Unicode.Scalar(WideStandIn.original(value)) else { return nil }
        if (0x20..<0x7F).contains(value), marks.isEmpty { return Glyph(base) }
        var text = String.UnicodeScalarView([base])
        text.append(contentsOf: marks)
        let safe = SafeText(String(text)).string
        return safe == String(text) ? Glyph(base: base, marks: marks) : nil
    }

    private func color(_ color: CEmulatorColor, else standard: CellColor) -> CellColor {
        let (red, green, blue) = color.value
        switch Int(color.kind) {
        case CEMULATOR_INDEXED:
            return .hex(Int(red) < palette.count ? palette[Int(red)] : TerminalPalette.exact(red))
        case CEMULATOR_DIRECT: return .rgb(red, green, blue)
        default: return standard
        }
    }
}

extension Phrase {
    static func noEmulator(_ why: Phrase) -> Phrase {
        Phrase("The terminal in memory could not be started: \(why).")
    }

    static func emulatorEnded(_ end: CommandEnd) -> Phrase {
        Phrase("The terminal in memory could not hold what the program wrote, and \(end).")
    }

    static let emulatorSilent = Phrase(
        "The terminal in memory took more than 10 s over what the program wrote, and was ended.")
}
