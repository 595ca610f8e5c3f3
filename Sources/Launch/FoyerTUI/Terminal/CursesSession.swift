import CNcurses
import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// Curses' state for a terminal, from `newterm` to `delscreen`. This file alone calls curses.
@safe struct CursesSession {
    private let screen: OpaquePointer
    private let pad: UnsafeMutableRawPointer
    private let fit: GlyphFit
    private let colors: ColorResolver
    private var pairs: ColorPairs
    private(set) var modes: ScreenModes
    /// Whether the terminal can delete and insert characters.
    let canShift: Bool
    /// A row in curses' format.
    private var row: [cchar_t] = []

    /// Begins a session; ``end()`` must follow.
    init(
        _ plan: TerminalPlan, _ streams: CursesStreams, _ resolve: @escaping (CellColor) -> TerminalColor
    ) throws(TerminalError) {
        // The size comes from the terminal, never from LINES and COLUMNS, which do not change. Curses accepts an entry
        // without a size (such as the Linux console's) only if it may look there; then they are not set.
        use_env(!plan.hasSize)
        var opened: OpaquePointer?
        TerminalTypes.opening {
            unsafe opened = newterm(plan.type, streams.output, streams.input)
            return unsafe opened != nil
        }
        guard let screen = unsafe opened else { throw .unknownType(plan.type) }
        // Reading from a pad never refreshes the screen.
        guard let pad = unsafe foyer_new_key_pad() else { throw .unusable(doing: "making curses' pad", errno: errno) }
        unsafe (self.screen, self.pad) = (screen, pad)
        let capabilities = plan.capabilities
        colors = ColorResolver(
            resolve: resolve, count: Self.startColors(depth: capabilities.depth), isExact: plan.isOwn)
        // Waiting keys must not delay a frame, and Esc must respond at once.
        typeahead(-1)
        set_escdelay(25)
        unsafe leaveok(foyer_standard_screen(), true)
        Self.defineKeys()
        fit = GlyphFit(width: foyer_character_width, unicode: capabilities.unicode)
        pairs = ColorPairs(limit: capabilities.depth == .mono ? 0 : Int(foyer_pair_limit()))
        modes = Self.learnModes(streams, capabilities)
        canShift = ["cup", "dch", "ich"].allSatisfy { !Terminfo.string($0).isEmpty }
        // Until it has been left once, curses writes after each move of the cursor instead of when its buffer is full.
        endwin()
        doupdate()
        _ = streams.take()
    }

    func end() {
        unsafe foyer_end_key_pad(pad)
        TerminalTypes.closing { unsafe delscreen(screen) }
    }

    private static func startColors(depth: CellColor.Depth) -> Int {
        guard depth > .mono, has_colors(), start_color() == OK else { return 0 }
        use_default_colors()
        return Int(foyer_color_count())
    }

    private static func defineKeys() {
        for (index, key) in CursesKeys.unlisted.enumerated() {
            unsafe define_key("\u{1B}" + key.sequence, CursesKeys.firstCode + Int32(index))
        }
    }

    /// Curses' own bytes for the modes, since it knows this terminal: what it writes while each is switched.
    private static func learnModes(_ streams: CursesStreams, _ capabilities: TerminalCapabilities) -> ScreenModes {
        var modes = ScreenModes(capabilities, capability: Terminfo.string)
        _ = streams.take()
        guard capabilities.mouse else { return modes }
        let wanted =
            foyer_left_pressed() | foyer_left_released() | foyer_left_clicked() | foyer_wheel_up()
            | foyer_wheel_down() | foyer_mouse_moved()
        mouseinterval(0)
        mousemask(wanted, nil)
        let on = streams.take()
        mousemask(0, nil)
        modes.set(FOYER_MODE_MOUSE, on: on, off: streams.take())
        mousemask(wanted, nil)
        _ = streams.take()
        return modes
    }

    mutating func learn(_ capabilities: TerminalCapabilities) { modes.learn(capabilities) }

    // MARK: Drawing

    func resize(to size: CellSize) { resizeterm(Int32(size.rows), Int32(size.columns)) }

    /// Makes the next update send every cell.
    func invalidate() { unsafe clearok(foyer_current_screen(), true) }

    /// Makes the next update send a row anew, because others have written over it.
    func invalidate(row: Int) { unsafe wredrawln(foyer_standard_screen(), Int32(row), 1) }

    /// Has curses write what has changed, and the cursor's way to its place, unless `leavesCursor` allows any place.
    func update(cursor: CellPosition, leavesCursor: Bool = false) {
        unsafe leaveok(foyer_standard_screen(), leavesCursor)
        unsafe wmove(foyer_standard_screen(), Int32(cursor.row), Int32(cursor.column))
        unsafe wnoutrefresh(foyer_standard_screen())
        doupdate()
    }

    /// Has curses switch all attributes off.
    func resetAttributes() { vid_attr(0, 0, nil) }

    /// Tells curses that the terminal has moved cells of a row. Without that it would write them all, which is eight times as
    /// much for a banner's slides (see ``RowShift``): over a slow line they would stutter.
    func record(_ shift: RowShift, row: Int) {
        let shown = unsafe foyer_current_screen()
        unsafe wmove(shown, Int32(row), Int32(shift.deletion))
        for _ in 0..<shift.count { unsafe wdelch(shown) }
        unsafe wmove(shown, Int32(row), Int32(shift.insertion))
        for _ in 0..<shift.count { unsafe winsch(shown, 0x20) }
    }

    /// Forgets all pairs of colours.
    mutating func resetPairs() {
        reset_color_pairs()
        pairs.reset()
    }

    /// Writes a change of a row for the next update. False if the pairs ran out.
    mutating func put(_ cells: ArraySlice<ScreenCell>, columns: Range<Int>, row line: Int, orDefault: Bool) -> Bool {
        guard fillRow(with: cells, columns: columns, orDefault: orDefault) else { return false }
        unsafe wmove(foyer_standard_screen(), Int32(line), Int32(columns.lowerBound))
        unsafe wadd_wchnstr(foyer_standard_screen(), row, Int32(row.count))
        return true
    }

    /// Writes the same to all cells for the next update. False if the pairs ran out.
    mutating func fill(with cell: ScreenCell) -> Bool {
        guard fillRow(with: [cell], columns: 0..<1, orDefault: false), var made = row.first else { return false }
        var plain = cchar_t()
        guard unsafe wgetbkgrnd(foyer_standard_screen(), &plain) == OK else { return false }
        unsafe wbkgrndset(foyer_standard_screen(), &made)
        unsafe werase(foyer_standard_screen())
        // Curses would clear the terminal with it, even when its pair has become another.
        unsafe wbkgrndset(foyer_standard_screen(), &plain)
        return true
    }

    private mutating func fillRow(with cells: ArraySlice<ScreenCell>, columns: Range<Int>, orDefault: Bool) -> Bool {
        row.removeAll(keepingCapacity: true)
        var former: ScreenCell?
        return fit.forEach(in: cells, columns: columns) { glyph, cell in
            // Nearly all rows are mostly blank: a run of equal cells is looked up once.
            if cell.width == 1, cell == former, let last = row.last {
                row.append(last)
                return true
            }
            guard let made = character(glyph, cell, orDefault: orDefault) else { return false }
            row.append(made)
            former = cell
            return true
        }
    }

    private mutating func character(_ glyph: Glyph, _ cell: ScreenCell, orDefault: Bool) -> cchar_t? {
        var pair = ColorPairs.Pair(number: 0)
        if pairs.limit > 0 {
            let colors = colors
            let found = pairs.pair(
                cell.foreground, cell.background, resolve: { colors.entry($0, $1) },
                define: { init_extended_pair($0, $1.foreground, $1.background) })
            guard let found = found ?? (orDefault ? pair : nil) else { return nil }
            pair = found
        }
        var attributes: attr_t = 0
        if pair.weight == .bold || cell.attributes.contains(.bold) { attributes |= foyer_bold() }
        if pair.weight == .dim || cell.attributes.contains(.faint) { attributes |= foyer_dim() }
        if cell.attributes.contains(.italic) { attributes |= foyer_italic() }
        if cell.attributes.contains(.underline) { attributes |= foyer_underline() }
        if cell.attributes.contains(.reverse) { attributes |= foyer_reverse() }
        var made = cchar_t()
        var characters = (
            wchar_t(bitPattern: glyph.base), wchar_t(bitPattern: glyph.mark0), wchar_t(bitPattern: glyph.mark1),
            wchar_t(bitPattern: glyph.mark2), wchar_t(bitPattern: glyph.mark3), wchar_t(0)
        )
        unsafe withUnsafePointer(to: &characters) { tuple in
            unsafe tuple.withMemoryRebound(to: wchar_t.self, capacity: 6) { scalars in
                _ = unsafe foyer_set_cell(&made, scalars, attributes, pair.number)
            }
        }
        return made
    }

    // MARK: Keys

    /// How many keys to read before asking whether there are too many.
    private static let manyKeys = 64

    /// Reads everything available, or until `isEnough`, which is asked now and then. Waits at most 25 ms, for the rest of an
    /// escape sequence.
    func readInput(until isEnough: () -> Bool) -> [RawInput] {
        var inputs: [RawInput] = []
        var code: wint_t = 0
        while true {
            if inputs.count % Self.manyKeys == Self.manyKeys - 1, isEnough() { return inputs }
            let result = unsafe foyer_read_key(pad, &code)
            if result == KEY_CODE_YES {
                let code = Int32(bitPattern: code)
                if code == KEY_MOUSE {
                    inputs += Self.mouse()
                } else if let input = CursesKeys.input(code: code, name: { Self.name(ofKey: code) }) {
                    inputs.append(input)
                }
            } else if result == OK {
                if let scalar = Unicode.Scalar(code) { inputs.append(.scalar(scalar)) }
            } else {
                return inputs
            }
        }
    }

    private static func name(ofKey code: Int32) -> String {
        unsafe keyname(code).map { unsafe String(cString: $0) } ?? ""
    }

    /// The mouse's actions. Reports from a single read wait in curses together, the latest first.
    private static func mouse() -> [RawInput] {
        let kinds: [(mmask_t, RawMouse)] = [
            (foyer_left_clicked(), .clicked), (foyer_left_pressed(), .pressed), (foyer_left_released(), .released),
            (foyer_wheel_up(), .wheelUp), (foyer_wheel_down(), .wheelDown), (foyer_mouse_moved(), .moved),
        ]
        var inputs: [RawInput] = []
        var event = MEVENT()
        while unsafe getmouse(&event) == OK {
            guard let kind = kinds.first(where: { event.bstate & $0.0 != 0 })?.1 else { continue }
            inputs.append(.mouse(kind, column: Int(event.x), row: Int(event.y)))
        }
        return inputs.reversed()
    }
}

/// Terminfo's description of the terminal set up last, by `newterm` or below; empty for missing capabilities. Touches
/// no screen.
enum Terminfo {
    /// A string of the terminal's entry.
    static func string(_ name: String) -> [UInt8] { unsafe bytes(foyer_capability(name)) }

    /// A string of the terminal's entry with its numbers filled in.
    static func filled(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
        unsafe bytes(foyer_capability(name).flatMap { unsafe foyer_fill($0, Int32(first), Int32(second)) })
    }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        unsafe text.map { unsafe ScreenModes.withoutPadding(Array(String(cString: $0).utf8)) } ?? []
    }
}

/// The types of terminals that terminfo has described in this process.
///
/// `setupterm` replaces the description that an open screen of curses draws by, and forgetting it frees that: while a
/// screen is open, on whatever thread, only types that were described before are known.
private enum TerminalTypes {
    private struct State {
        var known: [String: TerminalType] = [:]
        var openScreens = 0
    }

    private static let state = Mutex(State())

    static func described(_ name: String, _ describe: () -> TerminalType?) -> TerminalType? {
        state.withLock { state in
            if state.openScreens > 0 { return state.known[name] }
            let type = describe()
            state.known[name] = type
            return type
        }
    }

    /// - Parameter open: opens a screen; returns whether curses could.
    static func opening(_ open: () -> Bool) {
        state.withLock { state in
            if open() { state.openScreens += 1 }
        }
    }

    static func closing(_ close: () -> Void) {
        state.withLock { state in
            close()
            state.openScreens -= 1
        }
    }
}

extension TerminalType {
    /// The description of a type; `nil` if terminfo does not know it. Prints nothing. While a screen is open, only types
    /// that were described before are known.
    static func described(_ name: String) -> TerminalType? {
        TerminalTypes.described(name) { TerminalType(asking: name) }
    }

    private init?(asking name: String) {
        var result: Int32 = 0
        // The entry's own size, not the terminal's.
        use_env(false)
        guard unsafe setupterm(name, STDOUT_FILENO, &result) == OK, result == 1 else { return nil }
        colors = unsafe Int(tigetnum("colors"))
        hasSize = unsafe tigetnum("lines") > 0 && tigetnum("cols") > 0
        canAddressCursor = !Terminfo.string("cup").isEmpty
        foyer_forget_description()
    }
}

/// The keys that curses reports by number.
enum CursesKeys {
    /// Keys that some terminals send although their entry says otherwise, and the marks around pasted text: the bytes
    /// after Esc, and their meaning. Curses knows them under numbers of ours.
    static let unlisted: [(sequence: String, input: RawInput)] = [
        ("[A", .key(.up)), ("[B", .key(.down)), ("[C", .key(.right)), ("[D", .key(.left)), ("OA", .key(.up)),
        ("OB", .key(.down)), ("OC", .key(.right)), ("OD", .key(.left)), ("[H", .key(.home)), ("[F", .key(.end)),
        ("OH", .key(.home)), ("OF", .key(.end)), ("[1~", .key(.home)), ("[4~", .key(.end)),
        ("[5~", .key(.pageUp)), ("[6~", .key(.pageDown)), ("[3~", .key(.delete)), ("[Z", .key(.backTab)),
        ("[200~", .pasteBegan), ("[201~", .pasteEnded),
    ]

    /// The first of our numbers, far beyond curses' own.
    static let firstCode: Int32 = 3000

    /// - Parameter name: curses' name of the key.
    static func input(code: Int32, name: () -> String) -> RawInput? {
        let index = Int(code) - Int(firstCode)
        return unlisted.indices.contains(index) ? unlisted[index].input : input(named: name())
    }

    private static func input(named name: String) -> RawInput? {
        switch name {
        case "KEY_UP": .key(.up)
        case "KEY_DOWN": .key(.down)
        case "KEY_LEFT": .key(.left)
        case "KEY_RIGHT": .key(.right)
        case "KEY_PPAGE": .key(.pageUp)
        case "KEY_NPAGE": .key(.pageDown)
        case "KEY_HOME", "KEY_A1": .key(.home)
        case "KEY_END", "KEY_C1": .key(.end)
        case "KEY_BACKSPACE": .key(.backspace)
        case "KEY_DC": .key(.delete)
        case "KEY_IC": .key(.insert)
        case "KEY_BTAB": .key(.backTab)
        case "KEY_ENTER": .key(.enter)
        default: function(named: name)
        }
    }

    /// `KEY_F(1)` to `KEY_F(12)`.
    private static func function(named name: String) -> RawInput? {
        guard name.hasPrefix("KEY_F("), let number = Int(name.dropFirst(6).dropLast()), (1...12).contains(number) else {
            return nil
        }
        return .key(.function(number))
    }
}
