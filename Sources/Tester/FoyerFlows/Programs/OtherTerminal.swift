import Foyer
import FoyerPlatform
import FoyerSystem

/// A shell in another terminal, beside a flow that is played.
final class OtherTerminal {
    private let settings: ScenarioSettings
    private let order: ProgramOrder
    private var room: FlowRoom?
    private var session: ProgramSession?
    /// Where its links arrive.
    private var instance: InstanceServer?

    init(_ settings: ScenarioSettings, environment: [(name: String, value: String?)]) {
        self.settings = settings
        var order = ProgramOrder(words: ["sh"])
        order.environment = environment + [("PS1", "$ ")]
        self.order = order
    }

    /// Links from here on reach the flow's host.
    func reach(_ host: ScenarioHost, in places: Places) {
        instance = host.serveLinks(in: places)
    }

    /// From now on a link starts a host of its own.
    func hostHasLeft() {
        instance?.close()
        instance = nil
    }

    /// Takes the steps, and returns when that is done.
    func play(_ steps: [ScenarioStep]) -> StepFailure? {
        do {
            var scenario = Scenario(title: "", file: "")
            (scenario.settings, scenario.steps) = (settings, steps)
            var player = ProgramRun.player(of: scenario, on: try open(), FlowLimits())
            return player.steps.failure(player.play(isOver: { false }))?.reason
        } catch {
            return .other(LocalizedFailure(error).cause)
        }
    }

    private func open() throws -> ProgramSession {
        if let session { return session }
        let room = try FlowRoom(order)
        self.room = room
        let new = try ProgramSession(order, in: room, size: CellSize(columns: 80, rows: 24), settings)
        session = new
        return new
    }

    deinit {
        hostHasLeft()
        session?.stop()
        room?.remove()
    }
}
