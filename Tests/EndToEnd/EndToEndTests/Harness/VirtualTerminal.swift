import CVterm
import FoyerEmulator

/// A colour as libvterm keeps it.
enum ScreenColor: Hashable, CustomStringConvertible {
    case `default`
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    var description: String {
        switch self {
        case .default: "default"
        case .indexed(let index): "palette \(index)"
        case .rgb(let red, let green, let blue): "rgb \(red) \(green) \(blue)"
        }
    }
}

/// One cell of the terminal's screen.
struct VirtualCell: Hashable {
    /// The characters; a space where nothing has been written, empty for the right half of a wide one.
    var text: String
    var width: Int
    var foreground: ScreenColor
    var background: ScreenColor
    var isBold: Bool
    var isItalic: Bool
    var isUnderlined: Bool
    var isReversed: Bool
}

enum CursorShape: Int32 {
    case block = 1
    case underline, bar
}

enum MouseMode: Int32 {
    case off = 0
    case clicks, drags, moves
}

/// libvterm: the test's own terminal. Bytes in, a screen and answers out.
final class VirtualTerminal {
    /// What libvterm reports through its callbacks.
    fileprivate final class Reports {
        var answers: [UInt8] = []
        var isCursorVisible = true
        var cursorShape = CursorShape.block
        var isAlternateScreen = false
        var mouse = MouseMode.off
        var title: [UInt8] = []
        var bells = 0
        var scrollback = FoyerScrollback()
    }

    private let vterm: OpaquePointer
    private let screen: OpaquePointer
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
    private let reports = Reports()
    private var filter: OutputFilter
    private(set) var columns: Int
    private(set) var rows: Int
    /// Its rows until something is written: whoever waits looks at them again and again.
    private var drawnLines: [String]?

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        filter = OutputFilter(columns: columns, rows: rows)
        vterm = vterm_new(Int32(rows), Int32(columns))
        screen = vterm_obtain_screen(vterm)
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        callbacks.pointee.settermprop = { property, value, user in
            guard let value, let user else { return 0 }
            Unmanaged<Reports>.fromOpaque(user).takeUnretainedValue().take(property, value)
            return 1
        }
        callbacks.pointee.bell = { user in
            guard let user else { return 0 }
            Unmanaged<Reports>.fromOpaque(user).takeUnretainedValue().bells += 1
            return 1
        }
        callbacks.pointee.sb_pushline = { columns, cells, user in
            guard let user else { return 0 }
            foyer_push_line(&Unmanaged<Reports>.fromOpaque(user).takeUnretainedValue().scrollback, columns, cells)
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
        vterm_screen_set_callbacks(screen, callbacks, user)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
        reports.answers = []
    }

    deinit {
        vterm_free(vterm)
        callbacks.deallocate()
    }

    // MARK: Bytes

    func feed(_ bytes: [UInt8]) {
        write(filter.filter(bytes))
    }

    private func write(_ pieces: [OutputFilter.Piece]) {
        drawnLines = nil
        for case .output(let bytes) in pieces {
            bytes.withUnsafeBytes { raw in
                _ = vterm_input_write(vterm, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
            }
        }
    }

    /// What it wants to tell the program: keys, and answers to queries.
    func takeAnswers() -> [UInt8] {
        defer { reports.answers = [] }
        return reports.answers
    }

    func resize(columns: Int, rows: Int) {
        let around = filter.resize(columns: columns, rows: rows, cursor: cursor)
        write(around.before)
        self.columns = columns
        self.rows = rows
        vterm_set_size(vterm, Int32(rows), Int32(columns))
        drawnLines = nil
        write(around.after)
    }

    // MARK: Input, encoded as the program has asked for it

    func press(_ key: VTermKey, _ modifier: VTermModifier = VTERM_MOD_NONE) {
        vterm_keyboard_key(vterm, key, modifier)
    }

    func type(_ scalar: Unicode.Scalar, _ modifier: VTermModifier = VTERM_MOD_NONE) {
        vterm_keyboard_unichar(vterm, scalar.value, modifier)
    }

    func moveMouse(column: Int, row: Int) {
        vterm_mouse_move(vterm, Int32(row), Int32(column), VTERM_MOD_NONE)
    }

    func mouseButton(_ button: Int, isPressed: Bool) {
        vterm_mouse_button(vterm, Int32(button), isPressed, VTERM_MOD_NONE)
    }

    func paste(_ text: String) {
        vterm_keyboard_start_paste(vterm)
        reports.answers += text.utf8
        vterm_keyboard_end_paste(vterm)
    }

    /// Asks libvterm whether it would put marks around pasted text.
    var isPasteBracketed: Bool {
        let former = reports.answers
        vterm_keyboard_start_paste(vterm)
        defer { reports.answers = former }
        return reports.answers.count > former.count
    }

    // MARK: The screen

    var isCursorVisible: Bool { reports.isCursorVisible }
    var cursorShape: CursorShape { reports.cursorShape }
    var isAlternateScreen: Bool { reports.isAlternateScreen }
    var mouse: MouseMode { reports.mouse }
    var title: String { String(decoding: reports.title, as: UTF8.self) }
    var bells: Int { reports.bells }
    /// What has left the screen at its top.
    var scrollback: (lines: UInt64, sum: UInt64) { (reports.scrollback.lines, reports.scrollback.sum) }

    var cursor: (column: Int, row: Int) {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(vterm), &position)
        return (Int(position.col), Int(position.row))
    }

    func cell(column: Int, row: Int) -> VirtualCell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let characters = [
            cell.chars.0, cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4, cell.chars.5,
        ]
        var text = String.UnicodeScalarView()
        if characters[0] == 0 {
            text.append(" ")
        } else if characters[0] != UInt32.max {
            text.append(contentsOf: characters.prefix { $0 != 0 }.compactMap(Self.scalar))
        }
        return VirtualCell(
            text: String(text), width: text.isEmpty ? 0 : Int(cell.width), foreground: color(cell.fg),
            background: color(cell.bg), isBold: cell.attrs.bold != 0, isItalic: cell.attrs.italic != 0,
            isUnderlined: cell.attrs.underline != 0, isReversed: cell.attrs.reverse != 0)
    }

    /// What a cell shows that has this: the filter writes other characters for some.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar? { Unicode.Scalar(WideStandIn.original(value)) }

    private func color(_ color: VTermColor) -> ScreenColor {
        let type = UInt32(color.type)
        if type & VTERM_COLOR_DEFAULT_MASK.rawValue != 0 { return .default }
        if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue { return .indexed(color.indexed.idx) }
        return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
    }

    /// The rows from the top, without the blanks at their ends.
    var lines: [String] {
        if let drawnLines { return drawnLines }
        let lines = (0..<rows).map(line)
        drawnLines = lines
        return lines
    }

    /// In one call: cell by cell it takes a fifth of the time of all tests.
    private func line(_ row: Int) -> String {
        let longestCell = 24
        let place = VTermRect(start_row: Int32(row), end_row: Int32(row + 1), start_col: 0, end_col: Int32(columns))
        var text = [CChar](repeating: 0, count: columns * longestCell)
        var count = vterm_screen_get_text(screen, &text, text.count, place)
        while count > 0, text[count - 1] == CChar(UInt8(ascii: " ")) { count -= 1 }
        let line = text.withUnsafeBytes { String(decoding: $0[..<count], as: UTF8.self) }
        guard line.utf8.contains(0xF0) else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.compactMap { Self.scalar($0.value) }))
    }
}

extension VirtualTerminal.Reports {
    fileprivate func take(_ property: VTermProp, _ value: UnsafePointer<VTermValue>) {
        switch property {
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.pointee.boolean != 0
        case VTERM_PROP_CURSORSHAPE: cursorShape = CursorShape(rawValue: value.pointee.number) ?? .block
        case VTERM_PROP_ALTSCREEN: isAlternateScreen = value.pointee.boolean != 0
        case VTERM_PROP_MOUSE: mouse = MouseMode(rawValue: value.pointee.number) ?? .off
        case VTERM_PROP_TITLE:
            let piece = cvterm_piece(value)
            if piece.isFirst { title = [] }
            title += UnsafeRawBufferPointer(start: piece.text, count: piece.count)
        default: break
        }
    }
}
