import CTerminal
import FoyerCore

/// The size of the terminal, within reason.
package enum TerminalSize {
    /// More columns or rows than any screen has.
    package static let limit = 1000
    /// The size of a terminal that does not report one.
    package static let unknown = CellSize(columns: 80, rows: 24)

    /// The size of the terminal behind a descriptor.
    package static func read(_ descriptor: Int32) -> CellSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        foyer_terminal_size(descriptor, &columns, &rows)
        return clamped(columns: Int(columns), rows: Int(rows))
    }

    /// Makes a command's terminal and the user's one size.
    ///
    /// - Parameter isUsersFixed: whether the user's shows something else, and keeps its size for now.
    package static func share(_ size: inout SharedSize, users: Int32, command: Int32, isUsersFixed: Bool = false) {
        let change = size.follow(
            users: foyer_terminal_whole_size(users), commands: foyer_terminal_whole_size(command),
            isUsersFixed: isUsersFixed)
        switch change {
        case .users: foyer_copy_terminal_size(command, users)
        case .commands: foyer_copy_terminal_size(users, command)
        case nil: break
        }
    }

    package static func clamped(columns: Int, rows: Int) -> CellSize {
        CellSize(
            columns: columns < 1 ? unknown.columns : min(columns, limit),
            rows: rows < 1 ? unknown.rows : min(rows, limit))
    }
}
