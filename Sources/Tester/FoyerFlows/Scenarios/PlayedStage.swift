import FoyerServe
import FoyerStage

/// The stage as a scenario controls and queries it, wherever it runs.
package protocol PlayedStage {
    func tell(_ order: StageOrder)
    /// The last ones, in order.
    var requests: [RequestRecord] { get }
}

extension PlayedStage {
    /// The number of requests of the route.
    func count(_ route: StageRoute) -> Int { requests.count { $0.route == route } }
}

/// The stage on its sockets, in this process.
package struct SocketStage: PlayedStage {
    let server: StageServer

    package init(server: StageServer) { self.server = server }

    package func tell(_ order: StageOrder) {
        server.withResponder { $0.tell(order) }
        server.settle()
    }

    package var requests: [RequestRecord] { server.withResponder { $0.requests } }
}

/// The tester's own platform: its behaviour is unknown.
package struct ForeignPlatform: PlayedStage {
    package init() {}

    package func tell(_ order: StageOrder) {}
    package var requests: [RequestRecord] { [] }
}

extension StageResponder {
    /// Rules that make no sense are left out: the checker has refused them.
    mutating func tell(_ order: StageOrder) {
        if order.heals {
            faults.removeAll()
            (config, campaigns, network) = (platform.config, [:], .loopback)
        }
        for rule in order.faults { try? faults.put(rule) }
        for (name, value) in order.config { config[name] = value }
        if let network = order.network { self.network = network }
        for (key, other) in order.campaigns { campaigns[key] = other }
    }
}
