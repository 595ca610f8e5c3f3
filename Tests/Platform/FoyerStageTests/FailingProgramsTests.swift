import FoyerStage
import Testing

/// Each failing program of the demo has a real cause, on the wire.
@Suite struct FailingProgramsTests {
    @Test func causesAreReal() throws {
        var stage = try DemoAssets.responder()
        #expect(stage.get("/v1/apps/com.example.gone").text.contains(#""status":"removed""#))
        #expect(stage.get("/v1/apps/com.example.kiosk").text.contains(#""status":"suspended""#))
        #expect(stage.get("/v1/apps/com.example.desk").status == 503)
        #expect(stage.get("/v1/apps/com.example.nowhere").status == 404)
        #expect(stage.get(DemoAssets.path(.package, "boat")).bytesPerSecond == 1)
        let cable = stage.get(DemoAssets.path(.package, "cable"))
        #expect(cable.ending == .reset && cable.sentLength == 40_000 && cable.body.count > 40_000)
        #expect(stage.get(DemoAssets.path(.package, "cable"), ["Range": "bytes=40000-"]).sentLength == 0)
        #expect(stage.get("/v1/apps/com.example.page").text.contains(DemoAssets.path(.resource, "page").dropFirst()))
        #expect(stage.get(DemoAssets.path(.resource, "page")).status == 404)
        let manifest = try DemoAssets.folder.read("programs/com.example.tomorrow/manifest.json")
        #expect(String(decoding: manifest, as: UTF8.self).contains("9999"))
    }

    @Test func failingBanners() throws {
        var stage = try DemoAssets.responder()
        #expect(stage.get("/v1/banners/down").status == 503)
        #expect(stage.get(DemoAssets.picture("market.jpg", of: "slow")).delay == .seconds(3))
        #expect(
            stage.get(DemoAssets.picture("market.jpg", of: "broken")).body
                != stage.get(DemoAssets.picture("market.jpg", of: "home")).body)
        #expect(
            stage.get(DemoAssets.picture("autumn.jpg", of: "broken")).body
                == stage.get(DemoAssets.picture("autumn.jpg", of: "home")).body)
    }
}
