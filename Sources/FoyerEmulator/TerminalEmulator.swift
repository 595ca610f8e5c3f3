import CVterm
import FoyerCore
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
package final class TerminalEmulator {
    /// What libvterm reports through its callbacks.
    fileprivate final class Reports {
        var answers: [UInt8] = []
        var isCursorVisible = true
        var isAlternate = false
        var mouse: Int32 = 0
        /// It goes up with everything that may have changed the screen.
        var changes = 0
    }

    private let vterm: OpaquePointer
    private let state: OpaquePointer
    private let grid: OpaquePointer
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
    private let reports = Reports()
    private var modes = ModeSplitter()
    /// What `screen` was when it was last asked for.
    private var drawn: (changes: Int, screen: Buffer)?
    package private(set) var size: CellSize
    /// The first colours of its palette, `0xRRGGBB`.
    private let palette: [UInt32]

    /// - Parameters:
    ///   - size: columns and rows, each at least 1 and at most 1000.
    ///   - palette: the first colours of its palette, `0xRRGGBB`.
    package init(size: CellSize, palette: [UInt32] = TerminalPalette.basic) {
        self.palette = palette
        self.size = Self.bounded(size)
        vterm = vterm_new(Int32(self.size.rows), Int32(self.size.columns))
        state = vterm_obtain_state(vterm)
        grid = vterm_obtain_screen(vterm)
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        callbacks.pointee.settermprop = { property, value, user in
            guard let value, let user else { return 0 }
            Unmanaged<Reports>.fromOpaque(user).takeUnretainedValue().take(property, value)
            return 1
        }
        let user = Unmanaged.passUnretained(reports).toOpaque()
        vterm_output_set_callback(
            vterm,
            { bytes, count, user in
                guard let bytes, let user else { return }
                let reports = Unmanaged<Reports>.fromOpaque(user).takeUnretainedValue()
                reports.answers += UnsafeRawBufferPointer(start: bytes, count: count)
            }, user)
        vterm_set_utf8(vterm, 1)
        vterm_screen_set_callbacks(grid, callbacks, user)
        vterm_screen_enable_altscreen(grid, 1)
        vterm_screen_reset(grid, 1)
        reports.answers = []
    }

    deinit {
        vterm_free(vterm)
        callbacks.deallocate()
    }

    private static func bounded(_ size: CellSize) -> CellSize {
        CellSize(columns: min(max(size.columns, 1), 1000), rows: min(max(size.rows, 1), 1000))
    }

    // MARK: - The program

    /// Takes what the program has written; a sequence may be cut anywhere.
    package func feed(_ bytes: some Collection<UInt8>) {
        reports.changes += 1
        modes.split(Array(bytes)).withUnsafeBytes { raw in
            _ = vterm_input_write(vterm, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
        }
    }

    /// What the terminal sends to the program: keys, the mouse, and answers to its questions. Each is given once.
    package func takeAnswers() -> [UInt8] {
        defer { reports.answers = [] }
        return reports.answers
    }

    package func resize(to size: CellSize) {
        self.size = Self.bounded(size)
        reports.changes += 1
        vterm_set_size(vterm, Int32(self.size.rows), Int32(self.size.columns))
    }

    // MARK: - The user

    /// Presses a key, encoded as the program has asked for it.
    package func press(_ key: KeyEvent) {
        switch key {
        case .character(let scalar): reports.answers += Array(String(scalar).utf8)
        // libvterm writes some of them in a way that few programs know.
        case .control(let scalar): reports.answers.append(UInt8(truncatingIfNeeded: scalar.value) & 0x1F)
        case .alt(let scalar): reports.answers += [0x1B] + Array(String(scalar).utf8)
        case .backTab: vterm_keyboard_key(vterm, VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        case .function(let number):
            vterm_keyboard_key(
                vterm, VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(clamping: number)), VTERM_MOD_NONE)
        default: if let key = Self.named[key] { vterm_keyboard_key(vterm, key, VTERM_MOD_NONE) }
        }
    }

    private static let named: [KeyEvent: VTermKey] = [
        .enter: VTERM_KEY_ENTER, .escape: VTERM_KEY_ESCAPE, .tab: VTERM_KEY_TAB, .backspace: VTERM_KEY_BACKSPACE,
        .delete: VTERM_KEY_DEL, .insert: VTERM_KEY_INS, .up: VTERM_KEY_UP, .down: VTERM_KEY_DOWN, .left: VTERM_KEY_LEFT,
        .right: VTERM_KEY_RIGHT, .pageUp: VTERM_KEY_PAGEUP, .pageDown: VTERM_KEY_PAGEDOWN, .home: VTERM_KEY_HOME,
        .end: VTERM_KEY_END,
    ]

    /// Whether the program wants to hear of the mouse at all.
    package var hearsMouse: Bool { reports.mouse != 0 }

    /// Moves or presses the left button, or turns the wheel, as far as the program wants to hear of it.
    package func move(_ event: MouseEvent) {
        guard hearsMouse else { return }
        vterm_mouse_move(vterm, Int32(clamping: event.row), Int32(clamping: event.column), VTERM_MOD_NONE)
        switch event.kind {
        case .press: vterm_mouse_button(vterm, 1, true, VTERM_MOD_NONE)
        case .release: vterm_mouse_button(vterm, 1, false, VTERM_MOD_NONE)
        case .wheelUp: vterm_mouse_button(vterm, 4, true, VTERM_MOD_NONE)
        case .wheelDown: vterm_mouse_button(vterm, 5, true, VTERM_MOD_NONE)
        // A click is what a press and a release make; a drag is a move while the button is down.
        case .click, .drag, .move: break
        }
    }

    // MARK: - The screen

    /// From 0; `nil` while it is hidden.
    package var cursor: CellPosition? {
        guard reports.isCursorVisible else { return nil }
        var position = VTermPos()
        vterm_state_get_cursorpos(state, &position)
        return CellPosition(column: Int(position.col), row: Int(position.row))
    }

    /// Whether the program shows the second screen, which ordinary output does not scroll.
    package var isAlternate: Bool { reports.isAlternate }

    /// All cells.
    package var screen: Buffer {
        if let drawn, drawn.changes == reports.changes { return drawn.screen }
        var screen = Buffer(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns { if let cell = cell(column, row) { screen[column, row] = cell } }
        }
        drawn = (reports.changes, screen)
        return screen
    }

    /// `nil` for the right half of a wide character.
    private func cell(_ column: Int, _ row: Int) -> Cell? {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(grid, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let characters = cell.chars
        guard characters.0 != UInt32.max else { return nil }
        var attributes: CellAttributes = []
        if cell.attrs.bold != 0 { attributes.insert(.bold) }
        if cell.attrs.italic != 0 { attributes.insert(.italic) }
        if cell.attrs.underline != 0 { attributes.insert(.underline) }
        if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
        var glyph = Glyph.space
        if characters.0 != 0 {
            let marks = [characters.1, characters.2, characters.3, characters.4].prefix { $0 != 0 }
            glyph = Self.glyph(characters.0, marks.compactMap(Unicode.Scalar.init)) ?? .space
        }
        return Cell(
            glyph, foreground: color(cell.fg, else: .text), background: color(cell.bg, else: .ground),
            attributes: attributes, width: cell.width == 2 ? 2 : 1)
    }

    /// `nil` if it would do something to a terminal that it is written to, or to the order of what stands beside it.
    private static func glyph(_ value: UInt32, _ marks: [Unicode.Scalar]) -> Glyph? {
        guard let base = Unicode.Scalar(value) else { return nil }
        if (0x20..<0x7F).contains(value), marks.isEmpty { return Glyph(base) }
        var text = String.UnicodeScalarView([base])
        text.append(contentsOf: marks)
        let safe = SafeText(String(text)).string
        return safe == String(text) ? Glyph(base: base, marks: marks) : nil
    }

    private func color(_ color: VTermColor, else standard: Color) -> Color {
        let type = UInt32(color.type)
        if type & VTERM_COLOR_DEFAULT_MASK.rawValue != 0 { return standard }
        if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
            let index = Int(color.indexed.idx)
            return .hex(index < palette.count ? palette[index] : TerminalPalette.exact(color.indexed.idx))
        }
        return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
    }
}

extension TerminalEmulator.Reports {
    fileprivate func take(_ property: VTermProp, _ value: UnsafePointer<VTermValue>) {
        switch property {
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.pointee.boolean != 0
        case VTERM_PROP_ALTSCREEN: isAlternate = value.pointee.boolean != 0
        case VTERM_PROP_MOUSE: mouse = value.pointee.number
        default: break
        }
    }
}
