import CNcurses
import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// Curses' state for a terminal, from `newterm` to `delscreen`. This file alone calls curses.
@safe struct CursesSession {
    private let screen: OpaquePointer
    /// Curses draws into a file in memory.
    private let output: UnsafeMutablePointer<FILE>
    private static let mostKept = 1 << 20
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
    init(_ plan: TerminalPlan, _ resolve: @escaping (CellColor) -> TerminalColor) throws(TerminalError) {
        let memory = unsafe foyer_memory_file("foyer-screen")
        guard memory >= 0 else { throw .unusable(doing: "making a file in memory", errno: errno) }
        guard let output = unsafe fdopen(memory, "w") else { throw .unusable(doing: "opening a stream", errno: errno) }
        // The size comes from the terminal, never from LINES and COLUMNS, which do not change. Curses accepts an entry
        // without a size (such as the Linux console's) only if it may look there; then they are not set.
        use_env(!plan.hasSize)
        var opened: OpaquePointer?
        TerminalTypes.opening {
            unsafe opened = newterm(plan.type, output, output)
            return unsafe opened != nil
        }
        guard let screen = unsafe opened else {
            unsafe fclose(output)
            throw .unknownType(plan.type)
        }
        unsafe (self.screen, self.output) = (screen, output)
        let capabilities = plan.capabilities
        colors = ColorResolver(
            resolve: resolve, count: Self.startColors(depth: capabilities.depth), isExact: plan.isOwn)
        // Waiting keys must not delay a frame.
        typeahead(-1)
        unsafe leaveok(foyer_standard_screen(), true)
        keys = Terminfo.keys
        fit = GlyphFit(width: foyer_character_width, unicode: capabilities.unicode)
        pairs = ColorPairs(limit: capabilities.depth == .mono ? 0 : Int(foyer_pair_limit()))
        modes = ScreenModes(capabilities, capability: Terminfo.string)
        canShift = ["cup", "dch", "ich"].allSatisfy { !Terminfo.string($0).isEmpty }
        // Until it has been left once, curses writes after each move of the cursor instead of when its buffer is full.
        endwin()
        doupdate()
        _ = take()
        if capabilities.mouse { learnMouse() }
    }

    func end() {
        TerminalTypes.closing { unsafe delscreen(screen) }
        unsafe fclose(output)
    }

    /// The bytes that curses has written since the last call.
    func take() -> [UInt8] {
        let memory = unsafe fileno(output)
        let length = max(0, lseek(memory, 0, SEEK_CUR))
        lseek(memory, 0, SEEK_SET)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = unsafe max(0, pread(memory, buffer.baseAddress, length, 0))
        }
        // The file is memory as well: release what a frame of a huge terminal took.
        if length > Self.mostKept { ftruncate(memory, 0) }
        return bytes
    }

    private static func startColors(depth: CellColor.Depth) -> Int {
        guard depth > .mono, has_colors(), start_color() == OK else { return 0 }
        use_default_colors()
        return Int(foyer_color_count())
    }

    /// Curses' own bytes for the mouse, since it knows this terminal: what it writes while that is switched.
    private mutating func learnMouse() {
        let wanted =
            foyer_left_pressed() | foyer_left_released() | foyer_left_clicked() | foyer_wheel_up()
            | foyer_wheel_down() | foyer_mouse_moved()
        mouseinterval(0)
        mousemask(wanted, nil)
        let on = take()
        mousemask(0, nil)
        modes.set(FOYER_MODE_MOUSE, on: on, off: take())
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

/// Makes sure that a cell takes the columns it claims: glyphs whose width the machine counts differently are drawn as
/// something safe, so that no later column moves.
struct GlyphFit {
    /// The columns of a scalar according to the C library, and so curses; −1 if it is unknown.
    var width: (UInt32) -> Int32
    /// Without it, everything beyond ASCII is replaced.
    var unicode: Bool

    /// A cell as curses can draw it: at most five scalars, and the columns they take.
    struct Fitted: Equatable {
        var glyph: Glyph
        var columns: Int
    }

    /// - Parameters:
    ///   - isLed: whether a wide cell comes directly before it.
    ///   - hasTail: whether a cell of width 0 comes directly after it.
    /// - Returns: nil if the cell is the right half of the one before.
    func fit(_ cell: ScreenCell, isLed: Bool, hasTail: Bool) -> Fitted? {
        switch cell.width {
        case 0: return isLed ? nil : Fitted(glyph: .space, columns: 1)
        case 2 where !hasTail: return Fitted(glyph: substitute, columns: 1)
        case 2:
            guard columns(cell.glyph.base) == 2 else { return Fitted(glyph: substitute, columns: 1) }
            return Fitted(glyph: marked(cell.glyph), columns: 2)
        default:
            guard columns(cell.glyph.base) == 1 else { return Fitted(glyph: substitute, columns: 1) }
            return Fitted(glyph: marked(cell.glyph), columns: 1)
        }
    }

    /// Passes on what to draw in some columns of a row, one after the other, and blanks beyond the end of the row.
    ///
    /// - Returns: false if `body` returned false, which ends it.
    func forEach(in row: ArraySlice<ScreenCell>, columns: Range<Int>, _ body: (Glyph, ScreenCell) -> Bool) -> Bool {
        var used = columns.lowerBound
        var isLed = false
        for index in row.indices.dropFirst(used) where used < columns.upperBound {
            let cell = row[index]
            let hasTail = index + 1 < row.endIndex && row[index + 1].width == 0 && used + 1 < columns.upperBound
            let fitted = fit(cell, isLed: isLed, hasTail: hasTail)
            isLed = fitted?.columns == 2
            guard let fitted else { continue }
            guard body(fitted.glyph, cell) else { return false }
            used += fitted.columns
        }
        while used < columns.upperBound {
            guard body(.space, .blank) else { return false }
            used += 1
        }
        return true
    }

    private var substitute: Glyph { unicode ? Glyph("\u{FFFD}") : Glyph("?") }

    private func columns(_ scalar: UInt32) -> Int32 {
        if (0x20..<0x7F).contains(scalar) { return 1 }
        return unicode ? width(scalar) : -1
    }

    /// The glyph without marks that would take a column or control the terminal.
    private func marked(_ glyph: Glyph) -> Glyph {
        guard glyph.mark0 != 0 else { return glyph }
        guard unicode, let base = Unicode.Scalar(glyph.base) else {
            return Unicode.Scalar(glyph.base).map { Glyph($0) } ?? substitute
        }
        let marks = glyph.scalars.dropFirst().filter { width($0.value) == 0 }
        return Glyph(base: base, marks: Array(marks))
    }
}

/// Curses identifies two colours by the number of a pair; this type assigns the numbers and remembers them.
///
/// A table of our own, since `alloc_pair` for each cell has long pauses, and redefining a number makes curses search
/// the whole screen.
struct ColorPairs {
    /// Replaces colours that a terminal with eight does not have.
    enum Weight {
        case plain
        /// A bright colour.
        case bold
        /// Bright black, as a darker white; plain white if the terminal cannot dim.
        case dim
    }

    struct Entry: Hashable {
        /// The number for curses: −1 for the default, otherwise a number of the palette or 24 bits.
        var foreground: Int32
        var background: Int32
        var weight = Weight.plain
    }

    struct Pair: Equatable {
        var number: Int32
        var weight = Weight.plain
    }

    /// The number of cell colours to remember; a long fade has more of them than a terminal has pairs.
    private static let rememberedLimit = 65_536

    /// Numbers below this can be assigned; 0 stands for the terminal's own colours.
    let limit: Int
    /// Numbers by what curses was told, and by the colours of cells.
    private var numbers: [UInt64: Int32] = [:]
    private var remembered: [UInt64: Pair] = [:]
    private var next: Int32 = 1
    /// The last colours asked for: neighbours mostly share theirs.
    private var last: (key: UInt64, pair: Pair)?

    init(limit: Int) {
        self.limit = limit
    }

    /// The pair for two colours of a cell; nil if all numbers are taken. `define` tells curses about a new one.
    mutating func pair(
        _ foreground: CellColor, _ background: CellColor, resolve: (CellColor, CellColor) -> Entry,
        define: (Int32, Entry) -> Void
    ) -> Pair? {
        let key = UInt64(foreground.bits) << 32 | UInt64(background.bits)
        if let last, last.key == key { return last.pair }
        if let pair = remembered[key] {
            last = (key, pair)
            return pair
        }
        let entry = resolve(foreground, background)
        guard let number = number(for: entry, define: define) else { return nil }
        if remembered.count >= Self.rememberedLimit { remembered = [:] }
        let pair = Pair(number: number, weight: entry.weight)
        remembered[key] = pair
        return pair
    }

    private mutating func number(for entry: Entry, define: (Int32, Entry) -> Void) -> Int32? {
        if entry.foreground == -1 && entry.background == -1 { return 0 }
        let key = UInt64(UInt32(bitPattern: entry.foreground)) << 32 | UInt64(UInt32(bitPattern: entry.background))
        if let known = numbers[key] { return known }
        guard next < limit else { return nil }
        let number = next
        next += 1
        numbers[key] = number
        define(number, entry)
        return number
    }

    /// Forgets all pairs; curses must have forgotten them as well.
    mutating func reset() {
        (numbers, remembered, last, next) = ([:], [:], nil, 1)
    }
}

/// Converts colours of cells to a terminal's own.
struct ColorResolver {
    /// The terminal's colour for a cell's.
    var resolve: (CellColor) -> TerminalColor
    /// The number of curses' colours; at most 1 if there are none.
    var count: Int
    /// An own terminfo entry takes every 24-bit value as it is; with others, the first eight values name the palette.
    var isExact: Bool

    func entry(_ foreground: CellColor, _ background: CellColor) -> ColorPairs.Entry {
        let front = resolve(foreground)
        var entry = ColorPairs.Entry(foreground: number(front), background: number(resolve(background)))
        guard count == 8, case .indexed(8...15) = front else { return entry }
        // A terminal that does not brighten bold would show bold black on black; every other colour is too bright
        // otherwise.
        if front == .indexed(8) { (entry.foreground, entry.weight) = (7, .dim) } else { entry.weight = .bold }
        return entry
    }

    func number(_ color: TerminalColor) -> Int32 {
        switch color {
        case .default: -1
        case .indexed(let index) where count > 256: Int32(TerminalPalette.exact(index))
        case .indexed(let index) where Int(index) < count: Int32(index)
        case .indexed(let index) where count == 8 && index < 16: Int32(index - 8)
        case .indexed: -1
        case .direct(let value) where count > 256: Int32(!isExact && value & 0xFF_FFFF < 8 ? 8 : value & 0xFF_FFFF)
        case .direct: -1
        }
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
