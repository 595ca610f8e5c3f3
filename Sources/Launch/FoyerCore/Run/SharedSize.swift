/// The size of a user's terminal and of a command's own in its place, which are one: a change of either is the other's.
///
/// Sizes are opaque values: cells and pixels as the system gives them.
package struct SharedSize: Equatable, Sendable {
    /// Which terminal gets the other's size.
    package enum Change: Equatable, Sendable { case users, commands }

    /// What both had last; `nil` while the command's has not got one.
    private var last: UInt64?

    package init() {}

    /// - Parameter both: what the command's terminal got from the user's, before the command could change it.
    package init(both: UInt64) { last = both }

    /// - Parameter isUsersFixed: whether the user's terminal shows something else, and keeps its size for now.
    package mutating func follow(users: UInt64, commands: UInt64, isUsersFixed: Bool = false) -> Change? {
        if users != last {
            last = users
            return commands == users ? nil : .commands
        }
        guard commands != last, !isUsersFixed else { return nil }
        last = commands
        return .users
    }
}
