/// What is wrong in a scenario's file, and where.
public struct ScenarioProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int
    /// What is there, and what was expected.
    public let message: String

    public var description: String { "\(line):\(column): \(message)" }
}
