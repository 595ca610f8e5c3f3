import FoyerCore

// The host's state, for observers.
extension RootHost {
    /// The root and what it was picked from; `nil` until it is.
    public var decision: RootDecision? { machine.decision }
    /// Whether the root has taken the splash's place on the terminal.
    public var isComplete: Bool { machine.isComplete }
    /// The routes of the actions that wait for the root, in the order of their arrival.
    public var pendingRoutes: [Route] { machine.pending.map(\.route) }
}
