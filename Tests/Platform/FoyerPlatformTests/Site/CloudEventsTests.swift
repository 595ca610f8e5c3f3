import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// The collector's batches, as others read them: the reference Python SDK, in an environment of `Scripts/setup tests`.
@Suite(.enabled(if: Nginx.isInstalled, "There is no nginx."))
struct CloudEventsTests {
    private static let root = Checkout.root
    private static let python = root + "/.build/python/bin/python"

    @Test(.enabled(if: access(python, X_OK) == 0, "Scripts/setup tests installs the SDK."))
    func theReferenceSDKReadsWhatNginxKeeps() async throws {
        let nginx = try await Nginx()
        let places = Places { ["XDG_STATE_HOME": nginx.root + "/state"][$0] }
        // At first there is no server: the events stay on the disk and keep their ids.
        let absent = try collector(places, to: "http://127.0.0.1:9/v1/events", nginx)
        absent.start()
        absent.record(.impression, key: "home", index: 2)
        absent.record(.click, key: "夜市", index: 0)
        absent.record(.popupClose, key: "home", index: nil)
        await absent.flush(within: .milliseconds(200))
        await absent.close()
        #expect(Program.shell("cat '\(places.events)'/*/* > '\(nginx.root)/kept'") == 0)
        let kept = EventLine.decode(try OpenFile.reading(nginx.root + "/kept").readAll(limit: 1 << 20)).events
        #expect(kept.count == 3)

        let present = try collector(places, to: "http://127.0.0.1:\(nginx.port)/v1/events", nginx)
        present.start()
        await present.flush(within: .seconds(600))
        await present.close()
        nginx.stop()
        let check = "\(Self.python) \(Self.root)/Tests/Platform/CloudEvents/check.py"
        #expect(Program.shell("\(check) '\(nginx.root)/events.ndjson' > '\(nginx.root)/read'") == 0)
        let read = String(decoding: try OpenFile.reading(nginx.root + "/read").readAll(limit: 1 << 20), as: UTF8.self)
        let source = "http://127.0.0.1:\(nginx.port)/"
        let expected = kept.map { event -> String in
            let index = event.index.map { "\($0)" } ?? "None"
            return "\(event.id) foyer.\(event.kind.rawValue) \(source) \(event.key) \(index)"
        }
        #expect(read.split(separator: "\n").map(String.init) == expected)
    }

    private func collector(_ places: Places, to address: String, _ nginx: Nginx) throws -> AnalyticsCollector {
        var configuration = AnalyticsCollector.Configuration()
        configuration.format = .cloudevents
        configuration.address = try WebAddress(address)
        return AnalyticsCollector(server: try nginx.server(), places: places, configuration: configuration)
    }
}
