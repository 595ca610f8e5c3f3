import FoyerCore
import FoyerPlatform

/// The platform as a value: a request in, an answer out. No sockets, no clock.
package struct StageResponder: Sendable {
    package let platform: StagePlatform
    package var faults: FaultRules { didSet { if faults.changesDocuments(from: oldValue) { serial += 1 } } }
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
        guard let path = request.path else { return .sentence(400, "The request's target is no path.") }
        if Self.isControl(request) { return control(request, path: path) }
        let (route, subject) = meaning(of: path, query: request.query)
        var answer = answer(request, path: path, route: route)
        if request.method == "HEAD" { answer.sendsBody = false }
        if let route {
            for fault in faults.take(for: route, subject: subject) { answer.apply(fault, target: request.target) }
        }
        answer.edition = faults.healings
        answer.number = log.append(request, route: route, app: subject, answer: answer)
        return answer
    }

    /// What remains of an answer under way by the present rules; `nil` if it continues unchanged.
    mutating func replan(_ answer: LoopbackAnswer, of request: LoopbackRequest) -> LoopbackAnswer? {
        guard answer.edition != faults.healings, request.method == "GET" || request.method == "HEAD",
            let path = request.path
        else { return nil }
        let (route, subject) = meaning(of: path, query: request.query)
        guard let route else { return nil }
        var new = self.answer(request, path: path, route: route)
        new.sendsBody = answer.sendsBody
        for fault in faults.faults(for: route, subject: subject) { new.apply(fault, target: request.target) }
        (new.number, new.edition) = (answer.number, faults.healings)
        return new
    }

    /// Records how far an answer has come; called by whoever sends it.
    package mutating func record(sent: Int, isDone: Bool, of answer: LoopbackAnswer) {
        log.record(sent: sent, isDone: isDone, of: answer.number)
    }

    /// The subject of a path, even if nothing is there: a fault may concern an unknown app.
    ///
    /// - Parameter query: the campaign that shows a picture.
    func meaning(of path: String, query: String?) -> (route: StageRoute?, subject: String?) {
        if let query, let name = platform.picture(at: path, of: query) { return (.picture, "\(query)/\(name)") }
        if let file = platform.files[path] { return (file.route, file.subject) }
        switch path {
        case "/v1/config": return (.config, nil)
        case "/v1/catalogue": return (.catalogue, nil)
        case "/v1/events": return (.events, nil)
        default: break
        }
        let kinds: [(String, StageRoute)] = [
            (Self.signatures, .signature), ("/v1/apps/", .metadata), ("/v1/banners/", .banner),
            ("/v1/popups/", .popup), ("/pictures/", .picture), ("/packages/", .package), ("/resources/", .resource),
        ]
        for (prefix, route) in kinds where path.hasPrefix(prefix) {
            return (route, String(path.dropFirst(prefix.count)))
        }
        return (nil, nil)
    }

    private mutating func answer(_ request: LoopbackRequest, path: String, route: StageRoute?) -> LoopbackAnswer {
        if route == .events { return collect(request) }
        guard request.method == "GET" || request.method == "HEAD" else { return .wrongMethod(allowed: "GET, HEAD") }
        if route == .signature { return signature(ofDocumentAt: "/v1/" + path.dropFirst(Self.signatures.count)) }
        if path.hasPrefix("/v1/"), let document = served(path) {
            return LoopbackAnswer(status: 200, headers: [("Content-Type", "application/json")], body: document)
        }
        guard let file = platform.files[path] else { return .sentence(404, "There is nothing at this address.") }
        if file.route == .package, let other = package(file) {
            return .file(other, type: file.type, tag: SHA256.hexadecimal(of: other), for: request)
        }
        return .file(file.bytes, type: file.type, tag: String(path.dropFirst()), for: request)
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
