import FoyerPlatform
import FoyerServe
import TestSupport
import Testing

@testable import FoyerStage

/// The assets of this source tree.
enum DemoAssets {
    static let folder = AssetFolder(path: Checkout.root + "/Assets")

    /// Built once; a value, so that no test can spoil it for another.
    static let platform = Result { try StagePlatform(sources: folder.path) }

    /// The path of a program's file; the app id need not say whose example it is.
    static func path(_ route: StageRoute, _ app: String) -> String {
        let subjects = [app, "com.example." + app]
        let files = (try? platform.get())?.files ?? [:]
        return files.filter { $0.value.route == route && subjects.contains($0.value.subject) }.keys.min() ?? "/nowhere"
    }

    /// The address of a campaign's picture.
    static func picture(_ name: String, of campaign: String) -> String {
        let platform = try? platform.get()
        let path = platform?.files.keys.first { platform?.picture(at: $0, of: campaign) == name }
        return (path ?? "/nowhere") + "?" + campaign
    }

    static func responder() throws -> StageResponder {
        StageResponder(platform: try platform.get())
    }

    static func withServer<Value>(_ body: (StageServer) async throws -> Value) async throws -> Value {
        let server = try await StageServer.start(platform: platform.get())
        do {
            let value = try await body(server)
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }
}

extension StageResponder {
    mutating func get(_ target: String, _ headers: [String: String] = [:], method: String = "GET") -> LoopbackAnswer {
        respond(
            to: LoopbackRequest(
                method: method, target: target, headers: headers.map { ($0.key, $0.value) }))
    }

    mutating func put(_ rule: String) -> LoopbackAnswer {
        respond(to: LoopbackRequest(method: "PUT", target: "/stage/faults", body: Array(rule.utf8)))
    }
}

extension LoopbackAnswer {
    subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
