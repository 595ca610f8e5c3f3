import CNcurses
import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// Curses' state for a terminal, from `newterm` to `delscreen`. This file alone calls curses.
@safe struct CursesSession {
    private let screen: OpaquePointer
    private let fit: GlyphFit
    private let colors: ColorResolver
    private var pairs: ColorPairs
    private(set) var modes: ScreenModes
    /// The sequences that the terminal sends for its keys.
    let keys: KeyTable
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
            unsafe opened = newterm(plan.type, streams.output, streams.output)
            return unsafe opened != nil
        }
        guard let screen = unsafe opened else { throw .unknownType(plan.type) }
        unsafe self.screen = screen
        let capabilities = plan.capabilities
        colors = ColorResolver(
            resolve: resolve, count: Self.startColors(depth: capabilities.depth), isExact: plan.isOwn)
        // Waiting keys must not delay a frame.
        typeahead(-1)
        unsafe leaveok(foyer_standard_screen(), true)
        keys = Terminfo.keys
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
        TerminalTypes.closing { unsafe delscreen(screen) }
    }

    private static func startColors(depth: CellColor.Depth) -> Int {
        guard depth > .mono, has_colors(), start_color() == OK else { return 0 }
        use_default_colors()
        return Int(foyer_color_count())
    }

    /// Curses' own bytes for the modes, since it knows this terminal: what it writes while each is switched.
    private static func learnModes(_ streams: CursesStreams, _ capabilities: TerminalCapabilities) -> ScreenModes {
        var modes = ScreenModes(capabilities, capability: Terminfo.string)
        // Curses keeps its first bytes, with the second screen's, until something flushes them: they would follow with the
        // mouse's, or with the first frame.
        unsafe keypad(foyer_standard_screen(), true)
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

    /// The keys that a screen may know.
    static var keys: KeyTable {
        let names: [(String, KeyEvent)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("kpp", .pageUp), ("knp", .pageDown),
            ("khome", .home), ("ka1", .home), ("kend", .end), ("kc1", .end), ("kbs", .backspace), ("kdch1", .delete),
            ("kich1", .insert), ("kcbt", .backTab), ("kent", .enter),
        ]
        let functions = (1...12).map { ("kf\($0)", KeyEvent.function($0)) }
        return KeyTable((names + functions).map { KeyTable.Entry(string($0.0), $0.1) })
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
