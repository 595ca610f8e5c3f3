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
        #expect(stage.get("/packages/boat-2.ma").bytesPerSecond == 1)
        let cable = stage.get("/packages/cable-3.ma")
        #expect(cable.ending == .reset && cable.sentLength == 40_000 && cable.body.count > 40_000)
        #expect(stage.get("/packages/cable-3.ma", ["Range": "bytes=40000-"]).sentLength == 0)
        #expect(stage.get("/v1/apps/com.example.page").text.contains("/res/page/common/chapter.json"))
        #expect(stage.get("/res/page/common/chapter.json").status == 404)
        #expect(String(decoding: stage.get("/packages/tomorrow-1.ma").body, as: UTF8.self).contains("9999"))
    }

    @Test func failingBanners() throws {
        var stage = try DemoAssets.responder()
        #expect(stage.get("/v1/banners/down").status == 503)
        #expect(stage.get("/banners/slow/market.jpg").delay == .seconds(3))
        #expect(stage.get("/banners/broken/market.jpg").body != stage.get("/banners/home/market.jpg").body)
        #expect(stage.get("/banners/broken/autumn.jpg").body == stage.get("/banners/home/autumn.jpg").body)
    }
}
