import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerServe

/// The platform as a value: a request in, an answer out. No sockets, no clock.
package struct StageResponder: Sendable {
    package let platform: StagePlatform
    package var faults: FaultRules { didSet { if faults.changesDocuments(from: oldValue) { serial += 1 } } }
    /// The answer to `GET /v1/config`.
    package var config: [String: JSON] { didSet { serial += 1 } }
    /// Keys of banners and pop-ups that currently have another's campaign, and whose.
    package var campaigns: [String: String] = [:] { didSet { serial += 1 } }
    /// The network on which answers travel, apart from faults.
    package var network: StageNetwork
    /// The serial number of all documents; grows when they change.
    private(set) var serial: Int64
    var log = RequestLog()
    private var eventLog = EventLog()

    /// Which of the network's courses it takes.
    private static let seed: UInt64 = 1

    /// - Parameter serial: the first one; a platform that others have pinned before begins above that.
    package init(platform: StagePlatform, serial: Int64 = 1, network: StageNetwork = .loopback) {
        self.platform = platform
        self.network = network
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
        travel(&answer, number: log.next)
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
        travel(&new, number: answer.number)
        for fault in faults.faults(for: route, subject: subject) { new.apply(fault, target: request.target) }
        (new.number, new.edition) = (answer.number, faults.healings)
        return new
    }

    private func travel(_ answer: inout LoopbackAnswer, number: Int) {
        (answer.delay, answer.bytesPerSecond) = network.conditions(of: number, seed: Self.seed)
    }

    /// Records how far an answer has come; called by whoever sends it.
    package mutating func record(sent: Int, isDone: Bool, of answer: LoopbackAnswer) {
        log.record(sent: sent, isDone: isDone, of: answer.number)
    }

    /// The subject of a path, even if nothing is there: a fault may concern an unknown app.
    ///
    /// - Parameter query: the campaign that shows a picture.
    private func meaning(of path: String, query: String?) -> (route: StageRoute?, subject: String?) {
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
        if path.hasPrefix("/v1/"), let document = served(path, in: request.header("accept-language")) {
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

/// The site's documents as they are served: changed and attacked if faults say so, and signed.
extension StageResponder {
    private static let signatures = "/v1/signatures/"
    private static let expires = "9999-12-31T23:59:59Z"

    /// The document at a path without any attack; `nil` if there is none.
    private func document(
        _ path: String, in language: String? = nil, serial: Int64? = nil, expires: String = expires
    ) -> [UInt8]? {
        guard var members = members(path), let expires = WallTime(rfc3339: expires) else { return nil }
        let (route, subject) = meaning(of: path, query: nil)
        if route == .metadata { tellTruth(ofPackageIn: &members) }
        for fault in route.map({ faults.faults(for: $0, subject: subject) }) ?? [] {
            if case .set(let member, let value) = fault { members.set(member.split(separator: ".")[...], to: value) }
        }
        members = platform.translated(members, to: language)
        return JSON.object(SignedDocument.members(members, serial: serial ?? self.serial, expires: expires)).bytes
    }

    private func members(_ path: String) -> [JSON.Member]? {
        if path == "/v1/config" { return config.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) } }
        let (route, subject) = meaning(of: path, query: nil)
        guard let route, let subject, route == .banner || route == .popup else { return platform.documents[path] }
        return platform.campaign(route, subject, of: campaigns[subject])
    }

    /// What a program's package is published as, if faults make another one of it.
    private func package(_ file: StagePlatform.File) -> [UInt8]? {
        for fault in faults.faults(for: .package, subject: file.subject) {
            switch fault {
            case .damage(let place):
                var answer = LoopbackAnswer(status: 200, body: file.bytes)
                answer.apply(.corrupt(at: place ?? 80), target: "")
                return answer.body
            case .future: return futurePackage(of: file.subject)
            default: break
            }
        }
        return nil
    }

    /// A package with one page, for a platform version that no host has.
    private func futurePackage(of app: String) -> [UInt8]? {
        let document = JSON.object(platform.documents["/v1/apps/" + app] ?? [])
        let manifest = JSON([
            "app_id": .string(app), "name": document["appName"], "pages": ["pages/index"],
            "platform_version": ["min_code": 9_999], "version": document["version"],
        ])
        return try? ZipWriter.encode([
            .init(name: Manifest.path, bytes: manifest.bytes),
            .init(name: "pages/index.md", bytes: Array("# ?\n".utf8)),
        ])
    }

    /// Size, digest and signature of the package are those of what is published.
    private func tellTruth(ofPackageIn members: inout [JSON.Member]) {
        guard case .string(let url)? = JSON.object(members)["package"]?["url"], let file = platform.files["/" + url],
            let bytes = package(file)
        else { return }
        members.set(["package", "size"], to: JSON(bytes.count))
        members.set(["package", "sha256"], to: .string(SHA256.hexadecimal(of: bytes)))
        let signatures = platform.keys.map { JSON.string(Base64.encode($0.signature(of: bytes))) }
        if let first = signatures.first { members.set(["package", "edSignature"], to: first) }
        if signatures.count > 1 { members.set(["package", "edSignatures"], to: .array(signatures)) }
    }

    private func attacks(on path: String) -> [StageAttack] {
        let (route, subject) = meaning(of: path, query: nil)
        return route.map { faults.attacks(on: $0, subject: subject) } ?? []
    }

    /// Another document of the same kind, or any other if there is none.
    private func sibling(of path: String) -> String {
        let others = platform.documents.keys.filter { $0 != path }
        let kind = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        return others.filter { $0.hasPrefix(kind) && $0 != "/v1/catalogue" }.min() ?? others.min() ?? path
    }

    /// The document served at a path.
    ///
    /// - Parameter language: the one that is asked for, if any. Signatures are those of the document as it was written.
    private func served(_ path: String, in language: String? = nil) -> [UInt8]? {
        let attacks = attacks(on: path)
        if attacks.contains(.swapped) { return document(sibling(of: path)) }
        if attacks.contains(.older) { return document(path, serial: 0) }
        if attacks.contains(.expired) { return document(path, expires: "2000-01-01T00:00:00Z") }
        return document(path, in: language)
    }

    fileprivate func signature(ofDocumentAt path: String) -> LoopbackAnswer {
        let attacks = attacks(on: path)
        // The valid signature of the served document, wherever that belongs.
        let place = attacks.contains(.swapped) || attacks.contains(.other) ? sibling(of: path) : path
        guard let body = attacks.contains(.other) ? document(place) : served(path), !attacks.contains(.unsigned) else {
            return .sentence(404, "There is nothing at this address.")
        }
        let foreign = Ed25519.PrivateKey(SHA256.digest(of: Array("somebody else".utf8)))
        let keys = attacks.contains(.foreign) ? [foreign].compactMap { $0 } : platform.keys
        let message = SignedDocument.message(path: String(place.dropFirst()), body: body)
        var file = SignedDocument.signatureFile(keys.map { $0.signature(of: message) })
        if attacks.contains(.truncated) { file.removeLast(file.count / 2) }
        return LoopbackAnswer(status: 200, headers: [("Content-Type", "text/plain")], body: file)
    }
}

extension [JSON.Member] {
    /// Replaces, adds or (with no value) removes a member, which may lie within others.
    fileprivate mutating func set(_ path: ArraySlice<Substring>, to value: JSON?) {
        guard let name = path.first.map(String.init) else { return }
        let place = firstIndex { $0.name == name }
        var new = value
        if path.count > 1 {
            guard let place, case .object(var members) = self[place].value else { return }
            members.set(path.dropFirst(), to: value)
            new = .object(members)
        }
        let member = new.map { JSON.Member(name, $0) }
        if let place {
            replaceSubrange(place...place, with: member.map { [$0] } ?? [])
        } else if let member {
            append(member)
        }
    }
}

/// The requests that control the stage, and ask what it did. They are never spoiled.
///
/// - `GET /stage`: apps, banner keys, the demo key, config, faults.
/// - `PUT /stage/faults` with one ``FaultRule``; `GET` lists those set by control, `DELETE` withdraws them all.
/// - `GET`, `DELETE /stage/requests`: the log. `GET`, `DELETE /stage/events`: the analytics events, each once.
/// - `PUT /stage/network` with one ``StageNetwork`` as `{"network": "home"}`; `DELETE` for none.
/// - `PUT /stage/config` with values that are added to the config or replace its own; `DELETE` restores it.
extension StageResponder {
    private mutating func control(_ request: LoopbackRequest, path: String) -> LoopbackAnswer {
        do {
            switch (path, request.method) {
            case ("/stage", "GET"): return .json(200, stage)
            case ("/stage/faults", "GET"): return .json(200, ["faults": .array(faults.told.map(\.json))])
            case ("/stage/faults", "PUT"):
                try faults.put(FaultRule(json: request.body))
                return .json(200, ["faults": .array(faults.told.map(\.json))])
            case ("/stage/faults", "DELETE"): faults.removeAll()
            case ("/stage/requests", "GET"): return .json(200, ["requests": .array(requests.map(\.json))])
            case ("/stage/requests", "DELETE"): log.removeAll()
            case ("/stage/events", "GET"):
                return .json(200, ["events": .array(events), "repeats": JSON(eventLog.repeats)])
            case ("/stage/events", "DELETE"): eventLog.removeAll()
            case ("/stage/config", "PUT"):
                let values = try JSONNode.read(request.body) { (node) throws(JSONShapeError) in try node.members() }
                for value in values { config[value.name] = value.node.value }
            case ("/stage/config", "DELETE"): config = platform.config
            case ("/stage/network", "PUT"):
                network = try JSONNode.read(request.body) { (node) throws(JSONShapeError) in
                    try node.field("network").word()
                }
            case ("/stage/network", "DELETE"): network = .loopback
            case ("/stage", _), ("/stage/faults", _), ("/stage/requests", _), ("/stage/events", _),
                ("/stage/config", _), ("/stage/network", _):
                return .wrongMethod(allowed: "GET, PUT, DELETE")
            default: return .sentence(404, "Control knows /stage, /stage/faults, requests, events, config and network.")
            }
            return LoopbackAnswer(status: 204)
        } catch {
            return .sentence(400, error.description)
        }
    }

    private var stage: JSON {
        [
            "apps": .array(platform.programs.map(program)), "banners": JSON(platform.bannerKeys),
            "popups": JSON(platform.popupKeys), "network": .string(network.rawValue),
            "publicKey": .string(Base64.encode(platform.publicKey)),
            "config": .object(config.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }),
            "faults": .array(faults.told.map(\.json)), "intrinsicFaults": .array(faults.intrinsic.map(\.json)),
        ]
    }

    /// What a program's document says of it.
    private func program(_ app: String) -> JSON {
        let document = served("/v1/apps/" + app).flatMap { try? JSON.parse($0) }
        return JSON([
            "appId": .string(app), "appName": document?["appName"], "slogan": document?["slogan"],
            "iconUrl": document?["iconUrl"], "status": document?["status"],
            "packageUrl": document?["package"]?["url"], "size": document?["package"]?["size"],
        ])
    }
}
