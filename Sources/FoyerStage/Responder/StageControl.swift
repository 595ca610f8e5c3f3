import FoyerCore
import FoyerPlatform

/// The requests that control the stage, and ask what it did. They are never spoiled.
///
/// - `GET /stage`: apps, banner keys, the demo key, config, faults.
/// - `PUT /stage/faults` with one ``FaultRule``; `GET` lists those set by control, `DELETE` withdraws them all.
/// - `GET`, `DELETE /stage/requests`: the log. `GET`, `DELETE /stage/events`: the analytics events, each once.
/// - `PUT /stage/config` with values that are added to the config or replace its own; `DELETE` restores it.
extension StageResponder {
    mutating func control(_ request: LoopbackRequest, path: String) -> LoopbackAnswer {
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
            case ("/stage", _), ("/stage/faults", _), ("/stage/requests", _), ("/stage/events", _),
                ("/stage/config", _):
                return .wrongMethod(allowed: "GET, PUT, DELETE")
            default: return .sentence(404, "Control knows /stage, /stage/faults, requests, events and config.")
            }
            return LoopbackAnswer(status: 204)
        } catch {
            return .sentence(400, error.description)
        }
    }

    private var stage: JSON {
        let texts = { (names: [String]) in JSON.array(names.map { .string($0) }) }
        return [
            "apps": .array(platform.programs.map(program)), "banners": texts(platform.bannerKeys),
            "popups": texts(platform.popupKeys), "publicKey": .string(Base64.encode(platform.publicKey)),
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
