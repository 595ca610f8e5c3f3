import Foyer
import FoyerPlatform
import FoyerStage

/// Controls a stage over HTTP: its faults, its config, and the network that it imitates.
struct StageFaults: Sendable {
    let control: WebAddress
    private let transport: HTTPTransport

    private static let timeout = Duration.seconds(5)
    /// The size limit of an answer in bytes.
    private static let bound = 1 << 20

    init(control: WebAddress, network: HTTPTransport.Configuration) {
        self.control = control
        transport = HTTPTransport(network)
    }

    /// Replaces all faults with these.
    ///
    /// - Returns: whether the stage has done so.
    func set(_ rules: [FaultRule]) async -> Bool {
        guard await send(.delete, "faults", []) else { return false }
        for rule in rules {
            guard await send(.put, "faults", Array(rule.json.jsonText.utf8)) else { return false }
        }
        return true
    }

    /// Sets the version in the stage's config, which decides about the first screen.
    func setVersion(_ version: String) async -> Bool {
        let config: JSON = ["version": .string(version)]
        return await send(.put, "config", Array(config.jsonText.utf8))
    }

    /// Sets the network that the stage imitates.
    func imitate(_ network: StageNetwork) async -> Bool {
        let order: JSON = ["network": .string(network.rawValue)]
        return await send(.put, "network", Array(order.jsonText.utf8))
    }

    private func send(_ method: HTTPRequest.Method, _ what: String, _ body: [UInt8]) async -> Bool {
        guard let address = try? control.appending("stage").appending(what) else { return false }
        var request = transport.request(method, address, bodyBound: Self.bound, timeout: Self.timeout)
        request.body = body
        request.mayRetry = false
        return (try? await transport.fetch(request))?.isSuccess ?? false
    }
}
