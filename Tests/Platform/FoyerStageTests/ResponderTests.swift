import Foundation
import FoyerPlatform
import FoyerServe
import FoyerStage
import Testing

@Suite struct ResponderTests {
    struct Metadata: Decodable {
        struct Package: Decodable {
            var url: String
            var size: Int
            var sha256: String
            var edSignature: String?
        }
        struct Resource: Decodable {
            var path: String
            var url: String
            var size: Int
            var sha256: String
        }
        var appId: String
        var appName: String
        var iconUrl: String
        var status: String
        var package: Package
        var resources: [Resource]?
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        SHA256.digest(of: bytes).map { String(format: "%02x", $0) }.joined()
    }

    @Test func `documents are in the language that is asked for`() throws {
        var responder = try DemoAssets.responder()
        func text(_ path: String, _ language: String?) -> String {
            let fields = language.map { ["Accept-Language": $0] } ?? [:]
            return String(decoding: responder.get(path, fields).body, as: UTF8.self)
        }
        let tea = "/v1/apps/com.example.tea"
        #expect(text(tea, nil).contains(#""appName":"Tea House""#) && text(tea, "en") == text(tea, nil))
        #expect(text(tea, "zh-Hans").contains(#""appName":"茶馆""#) && text(tea, "zh-Hans").contains("五分钟，一杯茶"))
        #expect(text(tea, "zh-Hant").contains(#""appName":"茶館""#))
        #expect(text("/v1/catalogue", "zh-Hans").contains(#""slogan":"五分钟，一杯茶""#))
        #expect(text("/v1/banners/home", "zh-Hant").contains("夜市傍晚開張"))
        // Members that programs read stay the same.
        #expect(text("/v1/apps/com.example.gone", "zh-Hans").contains(#""status":"removed""#))
    }

    /// All that the demo shows has a translation.
    @Test(arguments: ["zh-Hans", "zh-Hant"]) func `every program of the demo is translated`(language: String) throws {
        var responder = try DemoAssets.responder()
        let body = responder.get("/v1/catalogue", ["Accept-Language": language]).body
        for program in try JSONDecoder().decode(Catalogue.self, from: Data(body)).programs {
            for text in [program.appName, program.slogan] {
                #expect(text.unicodeScalars.contains { $0.value > 0x2E7F }, "\(text)")
            }
        }
    }

    private struct Catalogue: Decodable {
        struct Row: Decodable {
            var appName: String
            var slogan: String
        }
        var programs: [Row]
    }

    /// To a host that pins the key, the same serial number with other content is a forgery.
    @Test func documentsThatChangeHaveAHigherSerialNumber() throws {
        var responder = try DemoAssets.responder()
        func serial() throws -> Int {
            let text = String(decoding: responder.get("/v1/config").body, as: UTF8.self)
            let start = try #require(text.firstRange(of: "\"serial\":")?.upperBound)
            return try #require(Int(text[start...].prefix { $0.isNumber }))
        }
        #expect(try serial() == 1)
        responder.config["version"] = "9"
        #expect(try serial() == 2)
        responder.campaigns["home"] = "pair"
        #expect(try serial() == 3)
        let rule = #"{"route":"metadata","fault":{"kind":"set","member":"slogan","value":"new"}}"#
        #expect(responder.put(rule).status == 200)
        #expect(try serial() == 4)
        _ = responder.put(#"{"route":"metadata","fault":{"kind":"hang"}}"#)
        #expect(try serial() == 4)
    }

    @Test func metadataTellsTheTruth() throws {
        var responder = try DemoAssets.responder()
        let key = try #require(Ed25519.PublicKey(responder.platform.publicKey))
        for app in responder.platform.programs where app != "com.example.desk" {
            let plan = responder.get("/v1/apps/" + app)
            #expect(plan.status == 200 && plan["content-type"] == "application/json")
            let metadata = try JSONDecoder().decode(Metadata.self, from: Data(plan.body))
            #expect(metadata.appId == app && !metadata.appName.isEmpty)
            let package = responder.get("/" + metadata.package.url)
            #expect(package.body.count == metadata.package.size)
            #expect(Self.hex(package.body) == metadata.package.sha256)
            if let signature = metadata.package.edSignature.flatMap({ Data(base64Encoded: $0) }) {
                #expect(key.verifies([UInt8](signature), of: package.body))
            } else {
                #expect(app == "com.example.clouds")
            }
            #expect(responder.get("/" + metadata.iconUrl).status == 200)
            for resource in metadata.resources ?? [] where app != "com.example.page" {
                let body = responder.get("/" + resource.url).body
                #expect(body.count == resource.size && Self.hex(body) == resource.sha256)
            }
        }
    }

    @Test func unknownThingsAreNotThere() throws {
        var responder = try DemoAssets.responder()
        for target in [
            "/v1/apps/com.example.nowhere", "/v1/banners/nothing", "/", "/packages/tea-13.ma", "/../stage.json",
        ] {
            #expect(responder.get(target).status == 404, "\(target)")
        }
        for target in ["", "tea", "/%", "/%zz", "/%+1", "/%ff", "/" + String(repeating: "a", count: 9_000)] {
            #expect(responder.get(target).status == 400, "\(target.prefix(20))")
        }
        #expect(responder.get("/v1/apps/com%2Eexample.tea?x=1").status == 200)
        #expect(responder.get("http://127.0.0.1/v1/config").status == 200)
    }

    @Test func methodsAreJudged() throws {
        var responder = try DemoAssets.responder()
        let delete = responder.get("/v1/config", method: "DELETE")
        #expect(delete.status == 405 && delete["allow"] == "GET, HEAD")
        #expect(responder.get("/v1/events")["allow"] == "POST")
        let head = responder.get(DemoAssets.path(.icon, "tea"), method: "HEAD")
        #expect(head.status == 200 && !head.sendsBody && head.framing == .length(head.body.count))
    }

    @Test func bannersAndConfig() throws {
        var responder = try DemoAssets.responder()
        struct Banner: Decodable {
            struct Item: Decodable {
                var index: Int
                var imageUrl: String
            }
            var bannerKey: String
            var items: [Item]
        }
        for (key, count) in [("home", 5), ("pair", 2), ("single", 1), ("thirty", 30), ("empty", 0), ("broken", 3)] {
            let banner = try JSONDecoder().decode(
                Banner.self, from: Data(responder.get("/v1/banners/" + key).body))
            #expect(banner.bannerKey == key && banner.items.map(\.index) == Array(0..<count))
            for item in banner.items {
                #expect(responder.get("/" + item.imageUrl)["content-type"]?.hasPrefix("image/") == true)
            }
        }
        #expect(responder.get("/v1/config").text.contains("\"version\":\"1\""))
        let told = LoopbackRequest(method: "PUT", target: "/stage/config", body: Array(#"{"version":"2"}"#.utf8))
        #expect(responder.respond(to: told).status == 204)
        #expect(responder.get("/v1/config").text.contains("\"version\":\"2\""))
        #expect(responder.get("/stage/config", method: "DELETE").status == 204)
        #expect(responder.get("/v1/config").text.contains("\"version\":\"1\""))
    }

    @Test func whatThePeerHasIsNotSentAgain() throws {
        var responder = try DemoAssets.responder()
        let tag = try #require(responder.get(DemoAssets.picture("autumn.jpg", of: "home"))["etag"])
        let asked = { (tag: String) in
            LoopbackRequest(
                method: "GET", target: DemoAssets.picture("autumn.jpg", of: "home"), headers: [("If-None-Match", tag)])
        }
        let same = responder.respond(to: asked(tag))
        #expect(same.status == 304 && same.body.isEmpty && same["etag"] == tag)
        #expect(responder.respond(to: asked("\"other\"")).status == 200)
    }

    @Test func rangesAreServed() throws {
        var responder = try DemoAssets.responder()
        let whole = responder.get(DemoAssets.path(.package, "bikes"))
        let tag = try #require(whole["etag"])
        let count = whole.body.count
        for (range, expected) in [
            ("bytes=0-9", 0..<10), ("bytes=100-", 100..<count), ("bytes=-5", (count - 5)..<count),
            ("bytes=10-99999999", 10..<count), ("bytes=-99999999", 0..<count),
        ] {
            let plan = responder.get(DemoAssets.path(.package, "bikes"), ["Range": range])
            #expect(plan.status == 206 && plan.body == Array(whole.body[expected]))
            #expect(plan["content-range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(count)")
        }
        for range in ["bytes=\(count)-", "bytes=-0"] {
            let plan = responder.get(DemoAssets.path(.package, "bikes"), ["Range": range])
            #expect(plan.status == 416 && plan["content-range"] == "bytes */\(count)")
        }
        for range in ["bytes=5-1", "bytes=1-2,4-5", "bytes=a-b", "bytes=+1-2", "lines=1-2", "bytes=", "bytes=-"] {
            #expect(responder.get(DemoAssets.path(.package, "bikes"), ["Range": range]).status == 200, "\(range)")
        }
        #expect(
            responder.get(DemoAssets.path(.package, "bikes"), ["Range": "bytes=1-2", "If-Range": tag]).status == 206)
        #expect(
            responder.get(DemoAssets.path(.package, "bikes"), ["Range": "bytes=1-2", "If-Range": "\"old\""]).status
                == 200)
        #expect(responder.get(DemoAssets.path(.resource, "tea"), ["Range": "bytes=0-0"]).status == 206)
    }

    @Test func eventsArriveOnce() throws {
        var responder = try DemoAssets.responder()
        func post(_ body: String) -> Int {
            responder.respond(to: LoopbackRequest(method: "POST", target: "/v1/events", body: Array(body.utf8))).status
        }
        #expect(post(#"{"events":[{"id":"a","type":"click"},{"id":"b","type":"impression","index":2}]}"#) == 204)
        #expect(post(#"{"events":[{"id":"b","type":"impression","index":2}]}"#) == 204)
        #expect(responder.events.count == 2)
        #expect(responder.get("/stage/events").text.contains("\"repeats\":1"))
        for wrong in ["", "[]", "{}", #"{"events":[{"type":"click"}]}"#, #"{"events":[{"id":"c","type":"dance"}]}"#] {
            #expect(post(wrong) == 400, "\(wrong)")
        }
        #expect(responder.events.count == 2)
    }

    @Test func theLogForgetsTheOldest() throws {
        var responder = try DemoAssets.responder()
        for _ in 0..<5_000 {
            let plan = responder.get("/v1/config")
            responder.record(sent: 7, isDone: true, of: plan)
        }
        #expect(responder.requests.count <= 2_000)
        #expect(responder.requests.last?.number == 5_000 && responder.requests.last?.sent == 7)
    }

    @Test func onANetworkEveryAnswerTakesTimeAndControlNone() throws {
        var responder = try DemoAssets.responder()
        let targets = ["/v1/config", "/v1/apps/com.example.tea", DemoAssets.path(.icon, "tea"), "/nowhere"]
        for target in targets { #expect(responder.get(target).delay == .zero) }
        responder.network = .home
        for target in targets {
            let answer = responder.get(target)
            #expect(answer.delay >= .milliseconds(30) && answer.delay <= .milliseconds(50))
            #expect(try (900_000...1_100_000).contains(#require(answer.bytesPerSecond)))
        }
        let control = responder.get("/stage")
        #expect(control.delay == .zero && control.bytesPerSecond == nil)
    }

    @Test func aShortBodyWithAPaceIsNotLate() throws {
        var answer = LoopbackAnswer(status: 200, body: Array(repeating: 0, count: 60_500))
        #expect(answer.pacedWrite(after: 0) == nil)
        answer.bytesPerSecond = 1_000_000
        let (first, last) = try (#require(answer.pacedWrite(after: 0)), #require(answer.pacedWrite(after: 60_000)))
        #expect(first.bytes == 50_000 && first.time == .milliseconds(50))
        #expect(last.bytes == 500 && last.time == .microseconds(500))
    }

    @Test func aFaultComesOnTopOfTheNetwork() throws {
        var responder = try DemoAssets.responder()
        responder.network = .home
        _ = responder.put(#"{"route":"config","fault":{"kind":"delay","seconds":1}}"#)
        _ = responder.put(#"{"route":"package","fault":{"kind":"rate","bytesPerSecond":4000}}"#)
        #expect(responder.get("/v1/config").delay >= .milliseconds(1_030))
        #expect(responder.get(DemoAssets.path(.package, "tea")).bytesPerSecond == 4_000)
        _ = responder.put(#"{"route":"package","fault":{"kind":"rate","bytesPerSecond":400000000}}"#)
        let package = responder.get(DemoAssets.path(.package, "tea"))
        #expect(try #require(package.bytesPerSecond) <= 1_100_000, "a fault makes no network faster")
        _ = responder.put(#"{"route":"config","fault":{"kind":"status","code":503}}"#)
        let failed = responder.get("/v1/config")
        #expect(failed.status == 503 && failed.delay >= .milliseconds(30))
    }

    @Test func controlChangesTheNetwork() throws {
        var responder = try DemoAssets.responder()
        func put(_ body: String) -> Int {
            responder.respond(
                to: LoopbackRequest(method: "PUT", target: "/stage/network", body: Array(body.utf8))
            ).status
        }
        #expect(put(#"{"network":"mobile"}"#) == 204 && responder.network == .mobile)
        #expect(responder.get("/stage").text.contains(#""network":"mobile""#))
        #expect(put(#"{"network":"pigeon"}"#) == 400 && responder.network == .mobile)
        #expect(responder.get("/stage/network", method: "POST").status == 405)
        #expect(responder.get("/stage/network", method: "DELETE").status == 204 && responder.network == .loopback)
    }
}
