/// The requests that tell the stage what to do, and ask what it did. They never go wrong on purpose.
///
/// - `GET /stage`: apps, banner keys, the demo key, config, faults.
/// - `PUT /stage/faults` with one ``FaultRule``; `GET` lists those that were told, `DELETE` takes them all back.
/// - `GET`, `DELETE /stage/requests`: the log. `GET`, `DELETE /stage/events`: the analytics events, each once.
/// - `PUT /stage/config` with values that join or replace those of the config; `DELETE` restores it.
extension StageResponder {
    private struct Stage: Encodable {
        var apps: [StagePlatform.Program]
        var banners: [String]
        var popups: [String]
        var publicKey: String
        var config: [String: JSONValue]
        var faults: [FaultRule]
        var intrinsicFaults: [FaultRule]
    }

    private struct Events: Encodable {
        var events: [JSONValue]
        var repeats: Int
    }

    mutating func control(_ request: StageRequest, path: String) -> StagePlan {
        do {
            switch (path, request.method) {
            case ("/stage", "GET"): return .json(200, stage)
            case ("/stage/faults", "GET"): return .json(200, ["faults": faults.told])
            case ("/stage/faults", "PUT"):
                try faults.put(StageJSON.decode(FaultRule.self, from: request.body))
                return .json(200, ["faults": faults.told])
            case ("/stage/faults", "DELETE"): faults.removeAll()
            case ("/stage/requests", "GET"): return .json(200, ["requests": requests])
            case ("/stage/requests", "DELETE"): log.removeAll()
            case ("/stage/events", "GET"): return .json(200, Events(events: events, repeats: eventLog.repeats))
            case ("/stage/events", "DELETE"): eventLog.removeAll()
            case ("/stage/config", "PUT"):
                let values = try StageJSON.decode([String: JSONValue].self, from: request.body)
                config.merge(values) { _, new in new }
            case ("/stage/config", "DELETE"): config = platform.config
            case ("/stage", _), ("/stage/faults", _), ("/stage/requests", _), ("/stage/events", _),
                ("/stage/config", _):
                return .wrongMethod(allowed: "GET, PUT, DELETE")
            default: return .sentence(404, "Control knows /stage, /stage/faults, requests, events and config.")
            }
            return StagePlan(status: 204)
        } catch {
            return .sentence(400, error.description)
        }
    }

    private var stage: Stage {
        Stage(
            apps: platform.programs, banners: platform.bannerKeys, popups: platform.popupKeys,
            publicKey: DemoKey.publicKeyBase64, config: config,
            faults: faults.told, intrinsicFaults: faults.intrinsic)
    }
}
