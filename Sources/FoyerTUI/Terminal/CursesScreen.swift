import CNcurses
import CTerminal
import FoyerCore
import Glibc

/// The only type that draws with curses. Curses draws into a file in memory, whose bytes are then sent the same way as
/// everything else. From the terminal itself, curses only reads.
///
/// Belongs to the thread that made it.
final class CursesScreen {
    /// In cells; larger than any real terminal.
    private static let hugeArea = 200_000

    private let streams: CursesStreams
    private var session: CursesSession
    private var isOpen = true
    /// The frame on the screen; nil if that is not known.
    private var previous: Frame?
    private(set) var size = CellSize(columns: 80, rows: 24)
    /// How to switch this terminal's modes on and off.
    var modes: ScreenModes { session.modes }

    /// - Parameter terminal: the descriptor that keys are read from; the caller keeps it.
    init(plan: TerminalPlan, terminal: Int32, resolve: @escaping (Color) -> TerminalColor) throws(TerminalError) {
        streams = try CursesStreams(terminal: terminal)
        session = try Self.begin(plan, streams, resolve)
    }

    /// Draws by another plan from now on. The old session ends first, since curses frees the windows of every screen
    /// with any of them.
    ///
    /// - Throws: if there is no session any more; then nothing may be drawn or read.
    func restart(plan: TerminalPlan, resolve: @escaping (Color) -> TerminalColor) throws(TerminalError) {
        end()
        session = try Self.begin(plan, streams, resolve)
        isOpen = true
        resize(to: size)
    }

    private static func begin(
        _ plan: TerminalPlan, _ streams: CursesStreams, _ resolve: @escaping (Color) -> TerminalColor
    ) throws(TerminalError) -> CursesSession {
        // The size comes from the terminal, never from LINES and COLUMNS, which do not change. Curses accepts an entry
        // without a size (such as the Linux console's) only if it may look there; then they are not set.
        use_env(!plan.hasSize)
        guard let screen = newterm(plan.type, streams.output, streams.input) else { throw .unknownType(plan.type) }
        guard let pad = newpad(1, 1) else { throw .unusable(doing: "making curses' pad", errno: errno) }
        let capabilities = plan.capabilities
        let colors = ColorResolver(
            resolve: resolve, count: startColors(depth: capabilities.depth), isExact: plan.isOwn)
        // Waiting keys must not delay a frame, and Esc must respond at once.
        typeahead(-1)
        set_escdelay(25)
        // Reading from a pad never refreshes the screen.
        keypad(pad, true)
        nodelay(pad, true)
        leaveok(foyer_standard_screen(), true)
        defineKeys()
        let session = CursesSession(
            screen: screen, pad: pad, fit: GlyphFit(width: foyer_character_width, unicode: capabilities.unicode),
            colors: colors, pairs: ColorPairs(limit: capabilities.depth == .mono ? 0 : Int(foyer_pair_limit())),
            modes: learnModes(streams, capabilities),
            canShift: ["cup", "dch", "ich"].allSatisfy { !Terminfo.string($0).isEmpty })
        // Until it has been left once, curses writes after each move of the cursor instead of when its buffer is full.
        endwin()
        doupdate()
        _ = streams.take()
        return session
    }

    deinit {
        if isOpen { end() }
    }

    private func end() {
        isOpen = false
        delwin(session.pad)
        delscreen(session.screen)
    }

    private static func startColors(depth: ColorDepth) -> Int {
        guard depth > .mono, has_colors(), start_color() == OK else { return 0 }
        use_default_colors()
        return Int(foyer_color_count())
    }

    // MARK: Size

    /// Tells curses the terminal's size, 1…1000 each.
    func resize(to size: CellSize) {
        let former = self.size
        self.size = size
        resizeterm(Int32(size.rows), Int32(size.columns))
        invalidate()
        // Curses' rows were a hundred megabytes of small blocks, which are now free but scattered.
        if former.columns * former.rows > max(Self.hugeArea, size.columns * size.rows * 2) {
            foyer_return_free_memory()
        }
    }

    /// Makes the next frame draw everything.
    func invalidate() {
        previous = nil
        clearok(foyer_current_screen(), true)
    }

    // MARK: Drawing

    /// The bytes that make the screen show the frame.
    ///
    /// - Parameters:
    ///   - settles: whether more is drawn behind curses' back: leave the cursor in place and attributes off.
    ///   - spoiled: rows that differ from what curses believes, from the top.
    func draw(_ frame: Frame, settles: Bool, spoiled: [Int] = []) -> [UInt8] {
        let changes = RowChange.all(
            from: previous, to: frame, size: size, shifts: session.canShift && !settles && spoiled.isEmpty)
        let moved = shift(changes)
        if !put(changes, of: frame, orDefault: false) {
            // All pairs are taken: forget them and start over; a frame that needs too many by itself does without some.
            reset_color_pairs()
            session.pairs.reset()
            let all = RowChange.all(from: nil, to: frame, size: size, shifts: false)
            _ = put(all, of: frame, orDefault: true)
        }
        previous = frame
        for row in spoiled where row < size.rows { wredrawln(foyer_standard_screen(), Int32(row), 1) }
        leaveok(foyer_standard_screen(), frame.cursor == nil && !settles)
        let rest = frame.restingPlace(in: size)
        wmove(foyer_standard_screen(), Int32(rest.row), Int32(rest.column))
        wnoutrefresh(foyer_standard_screen())
        doupdate()
        if settles { vid_attr(0, 0, nil) }
        return moved + streams.take()
    }

    /// Moves the cursor to where the last frame leaves it, so that it can be found there again.
    func settle() -> (bytes: [UInt8], cursor: CellPosition) {
        let rest = previous?.restingPlace(in: size) ?? CellPosition(column: 0, row: 0)
        leaveok(foyer_standard_screen(), false)
        wmove(foyer_standard_screen(), Int32(rest.row), Int32(rest.column))
        wnoutrefresh(foyer_standard_screen())
        doupdate()
        return (streams.take(), rest)
    }

    /// Lets the terminal move cells that only went sideways, and updates what curses believes to be shown, so that its
    /// comparison stays correct.
    private func shift(_ changes: [RowChange]) -> [UInt8] {
        let shifts = changes.compactMap { change in change.shift.map { (row: change.row, shift: $0) } }
        guard let last = shifts.last else { return [] }
        // Curses moves the cursor to where these bytes will leave it.
        leaveok(foyer_standard_screen(), false)
        wmove(foyer_standard_screen(), Int32(last.row), Int32(last.shift.insertion))
        wnoutrefresh(foyer_standard_screen())
        doupdate()
        var bytes = streams.take()
        let shown = foyer_current_screen()
        for (row, shift) in shifts {
            bytes += Terminfo.filled("cup", row, shift.deletion) + Terminfo.filled("dch", shift.count)
            bytes += Terminfo.filled("cup", row, shift.insertion) + Terminfo.filled("ich", shift.count)
            wmove(shown, Int32(row), Int32(shift.deletion))
            for _ in 0..<shift.count { wdelch(shown) }
            wmove(shown, Int32(row), Int32(shift.insertion))
            for _ in 0..<shift.count { winsch(shown, 0x20) }
        }
        return bytes
    }

    /// False if the pairs ran out.
    private func put(_ changes: [RowChange], of frame: Frame, orDefault: Bool) -> Bool {
        for change in changes {
            let cells = change.row < frame.size.rows ? frame.row(change.row) : []
            guard session.fillRow(with: cells, columns: change.columns, orDefault: orDefault) else { return false }
            wmove(foyer_standard_screen(), Int32(change.row), Int32(change.columns.lowerBound))
            wadd_wchnstr(foyer_standard_screen(), session.row, Int32(session.row.count))
        }
        return true
    }

    // MARK: Keys

    /// Reads everything available. Waits at most 25 ms, for the rest of an escape sequence.
    func readInput() -> [RawInput] {
        var inputs: [RawInput] = []
        var code: wint_t = 0
        while true {
            let result = wget_wch(session.pad, &code)
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
        keyname(code).map { String(cString: $0) } ?? ""
    }

    private static func defineKeys() {
        for (index, key) in CursesKeys.unlisted.enumerated() {
            define_key("\u{1B}" + key.sequence, CursesKeys.firstCode + Int32(index))
        }
    }

    /// The mouse's actions. Reports from a single read wait in curses together, the latest first.
    private static func mouse() -> [RawInput] {
        let kinds: [(mmask_t, RawMouse)] = [
            (foyer_left_clicked(), .clicked), (foyer_left_pressed(), .pressed), (foyer_left_released(), .released),
            (foyer_wheel_up(), .wheelUp), (foyer_wheel_down(), .wheelDown), (foyer_mouse_moved(), .moved),
        ]
        var inputs: [RawInput] = []
        var event = MEVENT()
        while getmouse(&event) == OK {
            guard let kind = kinds.first(where: { event.bstate & $0.0 != 0 })?.1 else { continue }
            inputs.append(.mouse(kind, column: Int(event.x), row: Int(event.y)))
        }
        return inputs.reversed()
    }

    // MARK: Modes

    /// Curses' own bytes for the modes, since it knows this terminal: what it writes while each is switched.
    private static func learnModes(_ streams: CursesStreams, _ capabilities: TerminalCapabilities) -> ScreenModes {
        var modes = ScreenModes(
            paste: capabilities.bracketedPaste, schemeReports: capabilities.answers.schemeReports,
            capability: Terminfo.string)
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

    /// Moves to the first column of a row.
    func moveToRow(_ row: Int) -> [UInt8] {
        Terminfo.filled("cup", row, 0)
    }
}

/// Curses' state for a terminal, from `newterm` to `delscreen`.
struct CursesSession {
    let screen: OpaquePointer
    let pad: UnsafeMutablePointer<WINDOW>
    let fit: GlyphFit
    let colors: ColorResolver
    var pairs: ColorPairs
    let modes: ScreenModes
    /// Whether the terminal can delete and insert characters.
    let canShift: Bool
    /// A row in curses' format.
    private(set) var row: [cchar_t] = []

    /// False if the pairs ran out.
    mutating func fillRow(with cells: ArraySlice<Cell>, columns: Range<Int>, orDefault: Bool) -> Bool {
        row.removeAll(keepingCapacity: true)
        var former: Cell?
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

    private mutating func character(_ glyph: Glyph, _ cell: Cell, orDefault: Bool) -> cchar_t? {
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
        if pair.weight == .dim { attributes |= foyer_dim() }
        if cell.attributes.contains(.italic) { attributes |= foyer_italic() }
        if cell.attributes.contains(.underline) { attributes |= foyer_underline() }
        if cell.attributes.contains(.reverse) { attributes |= foyer_reverse() }
        var made = cchar_t()
        var characters = (
            wchar_t(bitPattern: glyph.base), wchar_t(bitPattern: glyph.mark0), wchar_t(bitPattern: glyph.mark1),
            wchar_t(bitPattern: glyph.mark2), wchar_t(bitPattern: glyph.mark3), wchar_t(0)
        )
        withUnsafePointer(to: &characters) { tuple in
            tuple.withMemoryRebound(to: wchar_t.self, capacity: 6) { scalars in
                _ = foyer_set_cell(&made, scalars, attributes, pair.number)
            }
        }
        return made
    }
}

/// Terminfo's description of the terminal set up last, by `newterm` or below; empty for missing capabilities. Touches
/// no screen.
enum Terminfo {
    /// A string of the terminal's entry.
    static func string(_ name: String) -> [UInt8] { bytes(foyer_capability(name)) }

    /// A string of the terminal's entry with its numbers filled in.
    static func filled(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
        bytes(foyer_capability(name).flatMap { foyer_fill($0, Int32(first), Int32(second)) })
    }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        text.map { ScreenModes.withoutPadding(Array(String(cString: $0).utf8)) } ?? []
    }
}

extension TerminalType {
    /// Asks terminfo; prints nothing and changes nothing. Nil if it does not know the type.
    init?(_ name: String) {
        var result: Int32 = 0
        // The entry's own size, not the terminal's.
        use_env(false)
        guard setupterm(name, STDOUT_FILENO, &result) == OK, result == 1 else { return nil }
        colors = Int(tigetnum("colors"))
        hasSize = tigetnum("lines") > 0 && tigetnum("cols") > 0
        canAddressCursor = !Terminfo.string("cup").isEmpty
        foyer_forget_description()
    }
}
