import CTerminal
import FoyerCore
import Glibc

/// What curses has drawn, and what it draws next. Curses draws into a file in memory, whose bytes are then sent the same
/// way as everything else. Curses neither reads nor writes the terminal itself.
///
/// Belongs to the thread that made it.
final class CursesScreen {
    /// In cells; larger than any real terminal.
    private static let hugeArea = 200_000

    private var session: CursesSession
    private var isOpen = true
    /// The frame on the screen; nil if that is not known.
    private var previous: Frame?
    private(set) var size = CellSize(columns: 80, rows: 24)
    /// How to switch this terminal's modes on and off.
    var modes: ScreenModes { session.modes }
    /// Follows what the terminal has said of itself since, and does not change how it is drawn.
    func learn(_ capabilities: TerminalCapabilities) { session.learn(capabilities) }

    /// The sequences that this terminal sends for its keys.
    var keys: KeyTable { session.keys }

    init(plan: TerminalPlan, resolve: @escaping (CellColor) -> TerminalColor) throws(TerminalError) {
        session = try CursesSession(plan, resolve)
    }

    /// Draws by another plan from now on. The old session ends first, since curses frees the windows of every screen
    /// with any of them.
    ///
    /// - Throws: if there is no session any more; then nothing may be drawn or read.
    func restart(plan: TerminalPlan, resolve: @escaping (CellColor) -> TerminalColor) throws(TerminalError) {
        end()
        session = try CursesSession(plan, resolve)
        isOpen = true
        resize(to: size)
    }

    deinit {
        if isOpen { end() }
    }

    private func end() {
        isOpen = false
        session.end()
    }

    // MARK: Size

    /// Tells curses the terminal's size, 1…1000 each.
    func resize(to size: CellSize) {
        let former = self.size
        self.size = size
        session.resize(to: size)
        invalidate()
        // Curses' rows were a hundred megabytes of small blocks, which are now free but scattered.
        if former.columns * former.rows > max(Self.hugeArea, size.columns * size.rows * 2) {
            foyer_return_free_memory()
        }
    }

    /// Makes the next frame draw everything.
    func invalidate() {
        previous = nil
        session.invalidate()
    }

    // MARK: Drawing

    /// The bytes that make the screen show the frame.
    ///
    /// - Parameters:
    ///   - settles: whether more is drawn behind curses' back: leave the cursor in place and attributes off.
    ///   - spoiled: rows that differ from what curses believes, from the top.
    func draw(_ frame: Frame, settles: Bool, spoiled: [Int] = []) -> [UInt8] {
        let shifts = session.canShift && !settles && spoiled.isEmpty
        let changes = begin(frame) ?? RowChange.all(from: previous, to: frame, size: size, shifts: shifts)
        let moved = shift(changes)
        if !put(changes, of: frame, orDefault: false) {
            // All pairs are taken: forget them and start over; a frame that needs too many by itself does without some.
            session.resetPairs()
            let all = RowChange.all(from: nil, to: frame, size: size, shifts: false)
            _ = put(all, of: frame, orDefault: true)
        }
        previous = frame
        for row in spoiled where row < size.rows { session.invalidate(row: row) }
        session.update(cursor: frame.restingPlace(in: size), leavesCursor: frame.cursor == nil && !settles)
        if settles { session.resetAttributes() }
        return moved + session.take()
    }

    /// Moves the cursor to the last frame's resting place.
    func settle() -> (bytes: [UInt8], cursor: CellPosition) {
        let rest = previous?.restingPlace(in: size) ?? CellPosition(column: 0, row: 0)
        session.update(cursor: rest)
        return (session.take(), rest)
    }

    /// Lets the terminal move cells that only went sideways, and updates what curses believes to be shown, so that its
    /// comparison stays correct.
    private func shift(_ changes: [RowChange]) -> [UInt8] {
        let shifts = changes.compactMap { change in change.shift.map { (row: change.row, shift: $0) } }
        guard let last = shifts.last else { return [] }
        // Curses moves the cursor to the place where these bytes will leave it.
        session.update(cursor: CellPosition(column: last.shift.insertion, row: last.row))
        var bytes = session.take()
        for (row, shift) in shifts {
            bytes += Terminfo.filled("cup", row, shift.deletion) + Terminfo.filled("dch", shift.count)
            bytes += Terminfo.filled("cup", row, shift.insertion) + Terminfo.filled("ich", shift.count)
            session.record(shift, row: row)
        }
        return bytes
    }

    /// If nothing is known to be shown, has curses fill all cells with the frame's corner, which it does much faster than
    /// write each, and most cells are like it.
    ///
    /// - Returns: the changes that are left to write; `nil` if the former frame has to be compared with instead.
    private func begin(_ frame: Frame) -> [RowChange]? {
        guard previous == nil, frame.size == size, let corner = frame.cells.first, corner.width == 1,
            session.fill(with: corner)
        else { return nil }
        return RowChange.all(from: corner, to: frame)
    }

    /// False if the pairs ran out.
    private func put(_ changes: [RowChange], of frame: Frame, orDefault: Bool) -> Bool {
        for change in changes {
            let cells = change.row < frame.size.rows ? frame.row(change.row) : []
            guard session.put(cells, columns: change.columns, row: change.row, orDefault: orDefault) else {
                return false
            }
        }
        return true
    }

    /// Moves to the first column of a row.
    func moveToRow(_ row: Int) -> [UInt8] {
        Terminfo.filled("cup", row, 0)
    }
}
