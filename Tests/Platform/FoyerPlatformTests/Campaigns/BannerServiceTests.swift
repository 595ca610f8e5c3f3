import FoyerCore
import FoyerStage
import FoyerSystem
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerPlatformCore

@Suite("Banner: the touch service")
struct BannerServiceTests {
    @Test("Starting names what is missing, and nothing works before it")
    func starting() async throws {
        let folder = TemporaryFolder()
        let service = TouchService(places: Places { $0 == "XDG_CACHE_HOME" ? folder.path : nil })
        #expect(throws: TouchStartError.collectorNotStarted) { try service.start() }
        service.setCollector(ToldEvents(isStarted: false))
        #expect(throws: TouchStartError.collectorNotStarted) { try service.start() }
        service.setCollector(ToldEvents(version: CollectorVersion(1, 2, 2)))
        #expect(throws: TouchStartError.collectorTooOld(CollectorVersion(1, 2, 2))) { try service.start() }
        service.setCollector(ToldEvents())
        #expect(throws: TouchStartError.noServerHost) { try service.start() }
        #expect(throws: TouchStartError.notStarted) { try service.session(forKey: "home") }
        await #expect(throws: BannerFailure.self) { try await service.bannerData(forKey: "home") }
        service.setServerHost(try WebAddress("http://127.0.0.1:1"))
        #expect(!service.isStarted)
        try service.start()
        #expect(service.isStarted)
        service.close()
    }

    @Test(
        "Loads are told where the site's config asks for them, unless the host has decided",
        arguments: [
            (nil, "{}", false), (nil, #"{"reportLoads":true}"#, true), (nil, #"{"reportLoads":false}"#, false),
            (false, #"{"reportLoads":true}"#, false), (true, "{}", true),
        ] as [(Bool?, String, Bool)])
    func loadsAreAskedFor(host: Bool?, config: String, isTold: Bool) async throws {
        try await PipelineRig.run { rig in
            let banner = try BannerRig(try rig.banner().server, reportsLoads: host)
            let kept = KeptConfig(
                activated: try ConfigValues.read(Array(config.utf8)), fetched: nil, fetchedAt: nil)
            try RemoteConfigStore(banner.places, platform: banner.server.text).write(kept.bytes)
            _ = try await banner.load("single")
            #expect(banner.told.all == (isTold ? ["load single"] : []))
            banner.service.close()
        }
    }

    @Test(
        "Every campaign of the stage, as --json tells of it",
        arguments: [
            ("home", "ok", [String](repeating: "ready", count: 5)), ("pair", "ok", ["ready", "ready"]),
            ("single", "ok", ["ready"]), ("web", "ok", ["ready"]),
            ("thirty", "ok", [String](repeating: "ready", count: 30)), ("broken", "ok", ["ready", "failed", "ready"]),
            ("empty", "hidden", []), ("nowhere", "hidden", []), ("down", "error-image", []),
        ])
    func campaigns(key: String, status: String, pictures: [String]) async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            let result = try await banner.load(key)
            #expect(result.status.rawValue == status)
            #expect((result.load.data?.items ?? []).map { result.load.picture(of: $0).rawValue } == pictures)
            #expect(result.failure?.code == (pictures.isEmpty ? .noData : nil))
            var expected = pictures.isEmpty ? ["error \(key)"] : ["load \(key)"]
            if key == "broken" { expected.append("error broken 1") }
            #expect(banner.told.all == expected)
            banner.service.close()
        }
    }

    @Test("Self-rendering, in both forms: data or an error, binding, and what a click answers")
    func selfRendering() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            let service = banner.service
            let data = try await service.bannerData(forKey: "pair")
            #expect(data.items.count == 2)
            for (key, code) in [("down", BannerError.noData), ("empty", .noData), ("", .noKey)] {
                let answer = Inbox<Result<BannerData, BannerFailure>>()
                service.loadBannerData(
                    forKey: key, success: { answer.post(.success($0)) }, failure: { answer.post(.failure($0)) })
                guard case .failure(let failure) = await answer.next() else {
                    Issue.record("\(key) has data")
                    continue
                }
                #expect(failure.code == code)
            }
            service.addView("top")
            try service.bind(data.items[1], of: data, to: "top")
            #expect(try service.click(onView: "top") == "foyer://app/com.example.bikes")
            try service.bind(BannerBinding(bannerKey: "pair", item: "0", view: "top"), in: data)
            try service.shown(onView: "top")
            #expect(try service.click(onView: "top") == "foyer://app/com.example.tea")
            #expect(banner.told.all.suffix(3) == ["click pair 1", "impression pair 0", "click pair 0"])
            #expect(throws: BannerFailure.self) { try service.click(onView: "side") }
        }
    }

    @Test("An item that two banners have is that of the banner that was asked for last")
    func equalItems() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            let service = banner.service
            service.addView("top")
            for key in ["home", "pair", "home"] {
                let item = try await service.bannerData(forKey: key).items[0]
                try service.bindItemData(item, toClickView: "top") { _ in }
                try service.click(onView: "top")
                #expect(banner.told.all.last == "click \(key) 0")
            }
        }
    }

    @Test("A click comes back to whoever bound the view, by either name, and pictures have absolute addresses")
    func clicksComeBack() async throws {
        try await PipelineRig.run { rig in
            let service = try rig.banner().service
            let data = try await service.bannerData(forKey: "pair")
            #expect(data.items.allSatisfy { $0.imageURL.hasPrefix("http://") })
            let heard = Mutex<[String]>([])
            func note(_ name: String) -> BannerSelection {
                { result in
                    let text =
                        switch result {
                        case .success(let url): url
                        case .failure(let why): "\(why.code.rawValue)"
                        }
                    heard.withLock { $0.append("\(name) \(text)") }
                }
            }
            service.addView("top")
            service.addView("side")
            try service.bindBanner(key: "pair", view: "top", item: data.items[0], selected: note("top"))
            try service.bindItemData(data.items[1], toClickView: "side", selected: note("side"))
            try service.click(onView: "side")
            try service.click(onView: "top")
            #expect(
                heard.withLock { $0 } == ["side foyer://app/com.example.bikes", "top foyer://app/com.example.tea"])
            func code(_ body: () throws(BannerFailure) -> Void) -> Int? {
                do throws(BannerFailure) { try body() } catch { return error.code.rawValue }
                return nil
            }
            // No banner is to blame for an item that is none of its own.
            let stranger = BannerItem(index: 7, title: "", imageURL: "", openURL: "")
            do throws(BannerFailure) {
                try service.bindItemData(stranger, toClickView: "side", selected: note("never"))
                Issue.record("a stranger's item was bound")
            } catch {
                #expect(error.code == .noSuchItem && !"\(error.cause)".contains("pair"), "\(error)")
            }
            do throws(BannerFailure) {
                try service.bindItemData(nil, toClickView: "side", selected: note("never"))
                Issue.record("no item was bound")
            } catch {
                #expect(error.code == .noItem && !"\(error.cause)".contains("pair"), "\(error)")
            }
            for (key, item, view, expected) in [
                ("", data.items[0], "top", -989), ("single", data.items[0], "top", -994), ("pair", nil, "top", -990),
                ("pair", data.items[0], "nowhere", -992),
            ] as [(String, BannerItem?, String, Int)] {
                #expect(
                    code { () throws(BannerFailure) in
                        try service.bindBanner(key: key, view: view, item: item, selected: note("never"))
                    } == expected)
            }
            service.close()
        }
    }

    @Test("On the command line a binding is a line, with its code where it went wrong")
    func commandLine() async throws {
        try await PipelineRig.run { rig in
            let service = try rig.banner().service
            let data = try await service.bannerData(forKey: "pair")
            func bound(_ text: String) -> CampaignShow.Bound {
                let binding = CampaignShow.binding(text, key: "pair")
                do throws(BannerFailure) {
                    let item = try binding.resolve(in: data, views: ["hero"])
                    return .init(binding: binding, item: item, failure: nil)
                } catch {
                    return .init(binding: binding, item: nil, failure: error)
                }
            }
            let all = ["hero=1", "hero=7", "side=0", "hero=first", "hero", "hero="].map(bound)
            #expect(all.map { $0.failure?.code.rawValue } == [nil, -993, -992, -991, -990, -990])
            let lines = CampaignShow.lines(all, key: "pair", json: false, .english)
            #expect(lines[0].hasPrefix("hero: 1 ") && lines[0].hasSuffix("foyer://app/com.example.bikes"))
            #expect(lines[1].hasPrefix("hero: error -993: There are no banner item!"))
            let json = CampaignShow.lines(all, key: "pair", json: true, .english)
            #expect(json.last == #"{"event":"result","status":"failed","bannerKey":"pair"}"#)
            service.close()
        }
    }

    @Test("Each code, by a binding that is named in a file, to data that a server gave")
    func codes() async throws {
        try await PipelineRig.run { rig in
            let service = try rig.banner().service
            let data = try await service.bannerData(forKey: "pair")
            let other = try await service.bannerData(forKey: "single")
            service.addView("top")
            func code(_ body: () throws(BannerFailure) -> Void) -> Int? {
                do throws(BannerFailure) { try body() } catch { return error.code.rawValue }
                return nil
            }
            func named(_ key: String?, _ item: String?, _ view: String?, _ data: BannerData? = data) -> Int? {
                code { () throws(BannerFailure) in
                    try service.bind(BannerBinding(bannerKey: key, item: item, view: view), in: data)
                }
            }
            #expect(named("pair", "1", "top") == nil)
            #expect(named("pair", "1", "top", nil) == -994)
            #expect(named("pair", "2", "top") == -993)
            #expect(named("pair", "1", "side") == -992 && named("pair", "1", nil) == -992)
            #expect(named("pair", "first", "top") == -991 && named("pair", "-1", "top") == -991)
            #expect(named("pair", nil, "top") == -990 && named("pair", "", "top") == -990)
            #expect(named(nil, "1", "top") == -989 && named("", "1", "top") == -989)
            // The typed calls still allow errors that types cannot rule out.
            func typed(_ item: BannerItem?, _ view: String?) -> Int? {
                code { () throws(BannerFailure) in try service.bind(item, of: data, to: view) }
            }
            #expect(typed(data.items[1], "top") == nil)
            #expect(typed(other.items[0], "top") == -993, "another banner's item")
            #expect(typed(data.items[0], "side") == -992 && typed(nil, "top") == -990)
            service.removeView("top")
            #expect(code { () throws(BannerFailure) in _ = try service.click(onView: "top") } == -992)
            service.close()
        }
    }
}
