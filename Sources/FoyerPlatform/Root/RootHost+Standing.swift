import FoyerCore

// Where the host stands, for whoever looks on.
extension RootHost {
    /// The root and what it was picked from; `nil` until it is.
    package var decision: RootDecision? { machine.decision }
    /// Whether the root has taken the splash's place on the terminal.
    public var isComplete: Bool { machine.isComplete }
    /// Where the actions lead that wait for the root, in the order of their arrival.
    public var pendingRoutes: [Route] { machine.pending.map(\.route) }
}
