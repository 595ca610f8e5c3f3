import FoyerCore
import FoyerPlatform
import Glibc
import Synchronization

/// A stage of a suite's own: a real server on loopback, and control over how it misbehaves.
///
/// It ends with this process. A suite that sets faults runs its tests one after the other.
final class StageUnderTest: Sendable {
    /// The platform's base URL.
    let url: String
    private let controlPort: UInt16
    private let program: Mutex<PipedProgram>

    /// - Parameter assets: the folder of what it plays; the demo's unless given.
    init(assets: String? = nil) throws {
        let options = assets.map { [$0] } ?? []
        let program = try PipedProgram(
            Products.foyer, ["serve", "--parent-death"] + options, environment: Self.environment)
        try program.wait(forLines: 2)
        guard let control = program.lines[1].split(separator: " ").last,
            let port = control.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) })
        else { throw SessionFailure(description: "the stage says no address: \(program.lines)") }
        url = program.lines[0]
        controlPort = port
        self.program = Mutex(program)
    }

    private static var environment: [String: String] {
        getenv("FOYER_ASSETS").map { ["FOYER_ASSETS": String(cString: $0)] } ?? [:]
    }

    // MARK: Control

    /// A rule as JSON, such as `{"route": "package", "fault": {"kind": "hang"}}`.
    func fail(_ route: String, _ fault: String, app: String? = nil, times: Int? = nil) throws {
        var rule = #"{"route":"\#(route)","fault":{\#(fault)}"#
        if let app { rule += #","app":"\#(app)""# }
        if let times { rule += #","times":\#(times)"# }
        try tell("PUT", "/stage/faults", body: rule + "}")
    }

    /// Takes the faults back and forgets the requests and the events.
    func reset() throws {
        try tell("DELETE", "/stage/faults")
        try tell("DELETE", "/stage/config")
        try tell("DELETE", "/stage/requests")
        try tell("DELETE", "/stage/events")
    }

    /// The analytics events that arrived, as `impression home 2`, each once, in the order of their arrival.
    func events() throws -> [String] {
        let body = try tell("GET", "/stage/events")
        return try JSONNode(JSON.parse(body)).field("events").elements().map { event in
            let index = (try? event.field("index").integer(in: 0...1_000)).map { " \($0)" } ?? ""
            let key = try event.optionalField("bannerKey") ?? event.field("popupKey")
            return try "\(event.field("type").text()) \(key.text())\(index)"
        }
    }

    /// Waits until so many events have arrived.
    func wait(forEvents count: Int) throws -> [String] {
        let deadline = ContinuousClock.now + TerminalSession.patience
        while true {
            let events = try events()
            if events.count >= count { return events }
            guard ContinuousClock.now < deadline else {
                throw SessionFailure(description: "waited for \(count) events; so far: \(events)")
            }
        }
    }

    /// Values that join or replace those of its config.
    func configure(_ values: String) throws {
        try tell("PUT", "/stage/config", body: values)
    }

    /// The key that signs its documents and packages, in base64.
    var publicKey: String {
        get throws { try JSONNode(JSON.parse(try tell("GET", "/stage"))).field("publicKey").text() }
    }

    /// The requests it received, as `route app`, the oldest first.
    func requests() throws -> [String] {
        let body = try tell("GET", "/stage/requests")
        return try JSONNode(JSON.parse(body)).field("requests").elements().map { request in
            let route = (try? request.field("route").text()) ?? "?"
            return "\(route) \((try? request.field("app").text()) ?? "")"
        }
    }

    /// Waits until a request of this kind has arrived.
    func wait(forRequest route: String) throws {
        let deadline = ContinuousClock.now + TerminalSession.patience
        while try !requests().contains(where: { $0.hasPrefix(route + " ") }) {
            guard ContinuousClock.now < deadline else { throw SessionFailure(description: "nobody asks for \(route)") }
        }
    }

    @discardableResult
    private func tell(_ method: String, _ path: String, body: String = "") throws -> [UInt8] {
        let head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(controlPort)\r\nConnection: close\r\n"
        let answer = try LoopbackExchange.perform(
            port: controlPort, request: head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        guard answer.status / 100 == 2 else {
            throw SessionFailure(
                description: "\(method) \(path) \(body): \(String(decoding: answer.body, as: UTF8.self))")
        }
        return answer.body
    }
}
