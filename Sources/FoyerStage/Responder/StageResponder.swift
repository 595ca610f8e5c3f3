import FoyerCore
import FoyerPlatform

/// The platform as a value: a request in, a plan out. No sockets, no clock.
package struct StageResponder: Sendable {
    package let platform: StagePlatform
    package var faults: FaultRules
    /// The answer to `GET /v1/config`.
    package var config: [String: JSON] { didSet { serial += 1 } }
    /// Keys of banners and pop-ups that currently have another's campaign, and whose.
    package var campaigns: [String: String] = [:] { didSet { serial += 1 } }
    /// The serial number of all documents; grows when they change.
    private(set) var serial: Int64
    var log = RequestLog()
    var eventLog = EventLog()

    /// - Parameter serial: the first one; a platform that others have pinned before begins above that.
    package init(platform: StagePlatform, serial: Int64 = 1) {
        self.platform = platform
        self.serial = serial
        faults = FaultRules(intrinsic: platform.intrinsicFaults)
        config = platform.config
    }

    /// The requests so far, oldest first, without control.
    package var requests: [RequestRecord] { log.records }
    /// The events so far, each once.
    package var events: [JSON] { eventLog.events }

    /// Answers a request of the platform, or of control (`/stage…`).
    package mutating func respond(to request: LoopbackRequest) -> LoopbackAnswer {
        guard let path = request.path else {
            return .sentence(400, "The request's target is no path.")
        }
        if Self.isControl(request) { return control(request, path: path) }
        let (route, subject) = meaning(of: path)
        var plan = answer(request, path: path, route: route, subject: subject)
        if request.method == "HEAD" { plan.sendsBody = false }
        if let route {
            for fault in faults.take(for: route, subject: subject) { plan.apply(fault, target: request.target) }
        }
        plan.edition = faults.healings
        plan.number = log.append(request, route: route, app: subject, plan: plan)
        return plan
    }

    /// The plan for an answer under way by the present rules; `nil` if it continues unchanged.
    mutating func replan(_ plan: LoopbackAnswer, of request: LoopbackRequest) -> LoopbackAnswer? {
        guard plan.edition != faults.healings, request.method == "GET" || request.method == "HEAD",
            let path = request.path
        else { return nil }
        let (route, subject) = meaning(of: path)
        guard let route else { return nil }
        var new = answer(request, path: path, route: route, subject: subject)
        new.sendsBody = plan.sendsBody
        for fault in faults.faults(for: route, subject: subject) { new.apply(fault, target: request.target) }
        (new.number, new.edition) = (plan.number, faults.healings)
        return new
    }

    /// Records how far an answer has come; called by whoever carries a plan out.
    package mutating func record(sent: Int, isDone: Bool, of plan: LoopbackAnswer) {
        log.record(sent: sent, isDone: isDone, of: plan.number)
    }

    /// The subject of a path, even if nothing is there: a fault may concern an unknown app.
    private func meaning(of path: String) -> (StageRoute?, String?) {
        if let entity = platform.entities[path] { return (entity.route, entity.subject) }
        if path == "/v1/config" { return (.config, nil) }
        if path.hasPrefix(Self.signatures) { return (.signature, String(path.dropFirst(Self.signatures.count))) }
        if path == "/v1/events" { return (.events, nil) }
        let kinds: [(String, StageRoute)] = [
            ("/v1/apps/", .metadata), ("/v1/banners/", .banner),
            ("/v1/popups/", .popup), ("/banners/", .picture), ("/packages/", .package),
            ("/res/", .resource), ("/icons/", .icon),
        ]
        for (prefix, route) in kinds where path.hasPrefix(prefix) {
            return (route, String(path.dropFirst(prefix.count)))
        }
        return (nil, nil)
    }

    private mutating func answer(
        _ request: LoopbackRequest, path: String, route: StageRoute?, subject: String?
    ) -> LoopbackAnswer {
        if route == .events { return collect(request) }
        guard request.method == "GET" || request.method == "HEAD" else { return .wrongMethod(allowed: "GET, HEAD") }
        if route == .signature { return signature(ofDocumentAt: "/v1/" + path.dropFirst(Self.signatures.count)) }
        if route == .popup, let key = subject, let other = campaigns[key],
            let body = platform.popup(of: other, forKey: key)
        {
            return LoopbackAnswer(status: 200, headers: [("Content-Type", ContentType.json)], body: body)
        }
        if path.hasPrefix("/v1/"), let document = served(path) {
            return LoopbackAnswer(
                status: 200, headers: [("Content-Type", ContentType.json)], body: document)
        }
        guard let entity = platform.entities[path] else { return .sentence(404, "There is nothing at this address.") }
        switch entity.route {
        case .package, .resource, .icon, .picture:
            return .file(entity.bytes, type: entity.contentType, tag: String(entity.digest.prefix(32)), for: request)
        default: return .sentence(404, "There is nothing at this address.")
        }
    }

    private mutating func collect(_ request: LoopbackRequest) -> LoopbackAnswer {
        guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
        do {
            try eventLog.take(request.body)
            return LoopbackAnswer(status: 204)
        } catch {
            return .sentence(400, error.description)
        }
    }

    static func isControl(_ request: LoopbackRequest) -> Bool {
        let path = request.path ?? ""
        return path == "/stage" || path.hasPrefix("/stage/")
    }
}
