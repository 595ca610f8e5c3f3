import CNcurses
import CTerminal
import FoyerCore
import Glibc

/// Curses' state for a terminal, from `newterm` to `delscreen`.
struct CursesSession {
    private let screen: OpaquePointer
    let pad: UnsafeMutablePointer<WINDOW>
    private let fit: GlyphFit
    private let colors: ColorResolver
    var pairs: ColorPairs
    let modes: ScreenModes
    /// Whether the terminal can delete and insert characters.
    let canShift: Bool
    /// A row in curses' format.
    private(set) var row: [cchar_t] = []

    /// Begins a session; ``end()`` must follow.
    init(
        _ plan: TerminalPlan, _ streams: CursesStreams, _ resolve: @escaping (Color) -> TerminalColor
    ) throws(TerminalError) {
        // The size comes from the terminal, never from LINES and COLUMNS, which do not change. Curses accepts an entry
        // without a size (such as the Linux console's) only if it may look there; then they are not set.
        use_env(!plan.hasSize)
        guard let screen = newterm(plan.type, streams.output, streams.input) else { throw .unknownType(plan.type) }
        guard let pad = newpad(1, 1) else { throw .unusable(doing: "making curses' pad", errno: errno) }
        (self.screen, self.pad) = (screen, pad)
        let capabilities = plan.capabilities
        colors = ColorResolver(
            resolve: resolve, count: Self.startColors(depth: capabilities.depth), isExact: plan.isOwn)
        // Waiting keys must not delay a frame, and Esc must respond at once.
        typeahead(-1)
        set_escdelay(25)
        // Reading from a pad never refreshes the screen.
        keypad(pad, true)
        nodelay(pad, true)
        leaveok(foyer_standard_screen(), true)
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
        delwin(pad)
        delscreen(screen)
    }

    private static func startColors(depth: ColorDepth) -> Int {
        guard depth > .mono, has_colors(), start_color() == OK else { return 0 }
        use_default_colors()
        return Int(foyer_color_count())
    }

    private static func defineKeys() {
        for (index, key) in CursesKeys.unlisted.enumerated() {
            define_key("\u{1B}" + key.sequence, CursesKeys.firstCode + Int32(index))
        }
    }

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

    // MARK: Rows

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
