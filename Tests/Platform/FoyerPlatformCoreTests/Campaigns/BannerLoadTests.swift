import TestSupport
import Testing

@testable import FoyerCore
@testable import FoyerPlatformCore

@Suite("Banner: loading")
struct BannerLoadTests {
    static func data(_ pictures: String..., key: String = "home") -> BannerData {
        BannerData(
            name: "", bannerKey: key,
            items: pictures.map { BannerItem(index: 0, title: $0, imageURL: $0, openURL: "") })
    }

    static let failed = BannerAnswer.failed(Phrase(asIs: "HTTP 503"))
    static let failure = BannerFailure(.noData, cause: "HTTP 503")
    static let none = BannerFailure(.noData, .noCampaign("home"))

    private func load(hasErrorImage: Bool = true, showing data: BannerData? = nil) -> BannerLoad {
        var load = BannerLoad(bannerKey: "home", hasErrorImage: hasErrorImage)
        #expect(load.handle(.loadRequested) == [.fetch(key: "home", load: 1)])
        if let data { _ = load.handle(.answered(.data(data), load: 1)) }
        return load
    }

    @Test("Data that arrives is kept, shown, and reported")
    func success() {
        var load = load()
        #expect(load.phase == .waiting && load.isLoading)
        let data = Self.data("a", "b", "a")
        #expect(
            load.handle(.answered(.data(data), load: 1)) == [
                .writeCache(data), .showItems(data.items), .fetchPicture(imageURL: "a"), .fetchPicture(imageURL: "b"),
                .reportLoaded(load: 1, from: .server),
            ])
        #expect(load.phase == .showing(data) && !load.isLoading)
        #expect(load.handle(.answered(Self.failed, load: 1)).isEmpty)
    }

    @Test("The server fails: the last good data from the disk")
    func cache() {
        var load = load()
        #expect(load.handle(.answered(Self.failed, load: 1)) == [.readCache(key: "home", load: 1)])
        #expect(load.isLoading && load.handle(.answered(Self.failed, load: 1)).isEmpty)
        let data = Self.data("a")
        #expect(
            load.handle(.cacheRead(data, load: 1)) == [
                .showItems(data.items), .fetchPicture(imageURL: "a"), .reportLoaded(load: 1, from: .cache),
            ])
    }

    @Test("No cache: the error image, else blank", arguments: [true, false])
    func nothing(hasErrorImage: Bool) {
        for cached in [nil, Self.data("a", key: "other"), Self.data()] {
            var load = load(hasErrorImage: hasErrorImage)
            _ = load.handle(.answered(Self.failed, load: 1))
            #expect(load.handle(.cacheRead(cached, load: 1)) == [.reportFailed(load: 1, Self.failure)])
            #expect(load.phase == (hasErrorImage ? .errorImage : .blank))
            #expect(load.handle(.chosen) == (hasErrorImage ? [.reportErrorImageClicked] : []))
        }
    }

    @Test("No campaign: the view hides, the cache goes; with data it comes back")
    func hidden() {
        let data = Self.data("a")
        for answer in [BannerAnswer.noCampaign, .data(Self.data())] {
            var load = load(showing: data)
            _ = load.handle(.loadRequested)
            #expect(
                load.handle(.answered(answer, load: 2)) == [
                    .dropCache(key: "home"), .showItems([]), .hiddenChanged(true),
                    .reportFailed(load: 2, Self.none),
                ])
            #expect(load.phase == .hidden)
            _ = load.handle(.loadRequested)
            #expect(
                load.handle(.answered(.noCampaign, load: 3)) == [
                    .dropCache(key: "home"), .reportFailed(load: 3, Self.none),
                ])
            _ = load.handle(.loadRequested)
            #expect(load.handle(.answered(Self.failed, load: 4)) == [.reportFailed(load: 4, Self.failure)])
            #expect(load.phase == .hidden)
            _ = load.handle(.loadRequested)
            #expect(
                load.handle(.answered(.data(data), load: 5)) == [
                    .writeCache(data), .showItems(data.items), .hiddenChanged(false), .fetchPicture(imageURL: "a"),
                    .reportLoaded(load: 5, from: .server),
                ])
        }
    }

    @Test("A failed refresh keeps what is shown")
    func refresh() {
        var load = load(showing: Self.data("a"))
        _ = load.handle(.pictureArrived(imageURL: "a"))
        _ = load.handle(.loadRequested)
        #expect(load.handle(.answered(Self.failed, load: 2)) == [.reportLoaded(load: 2, from: .shown)])
        #expect(load.phase == .showing(Self.data("a")) && load.picture(of: Self.data("a").items[0]) == .ready)
    }

    @Test("A stale answer never replaces a newer one")
    func stale() {
        var load = load()
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(.data(Self.data("new")), load: 2))
        #expect(!load.isLoading)
        for answer in [BannerAnswer.data(Self.data("old")), .noCampaign, Self.failed] {
            #expect(load.handle(.answered(answer, load: 1)).isEmpty)
        }
        #expect(load.handle(.cacheRead(Self.data("old"), load: 1)).isEmpty)
        #expect(load.handle(.answered(.data(Self.data("x")), load: 3)).isEmpty)
        #expect(load.phase == .showing(Self.data("new")))
    }

    @Test("A newer failure does not end an older load")
    func olderData() {
        var load = load()
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(Self.failed, load: 2))
        _ = load.handle(.cacheRead(nil, load: 2))
        #expect(load.phase == .errorImage && load.openLoads == [1])
        _ = load.handle(.answered(.data(Self.data("a")), load: 1))
        #expect(load.phase == .showing(Self.data("a")) && !load.isLoading)
    }

    @Test("A disk that answers after data has come changes nothing")
    func lateCache() {
        var load = load()
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(Self.failed, load: 2))
        _ = load.handle(.answered(.data(Self.data("a")), load: 1))
        #expect(load.handle(.cacheRead(nil, load: 2)) == [.reportLoaded(load: 2, from: .shown)])
        #expect(load.phase == .showing(Self.data("a")))
    }

    @Test("A slow picture has its placeholder, a broken one its error image, each page alone")
    func pictures() {
        let data = Self.data("a", "b", "c")
        var load = load(showing: data)
        _ = load.handle(.pictureFailed(imageURL: "b"))
        _ = load.handle(.pictureArrived(imageURL: "c"))
        _ = load.handle(.pictureFailed(imageURL: "c"))
        _ = load.handle(.pictureArrived(imageURL: "unknown"))
        #expect(data.items.map(load.picture) == [.placeholder, .failed, .ready])
        #expect(load.phase == .showing(data))
        _ = load.handle(.loadRequested)
        let effects = load.handle(.answered(.data(data), load: 2))
        #expect(effects.contains(.fetchPicture(imageURL: "b")) && !effects.contains(.fetchPicture(imageURL: "c")))
        #expect(data.items.map(load.picture) == [.placeholder, .failed, .ready])
    }

    @Test("Without a key nothing is asked for", arguments: [nil, ""] as [String?])
    func noKey(key: String?) {
        var load = BannerLoad(bannerKey: key, hasErrorImage: false)
        let failure = BannerFailure(.noKey, .noBannerKey)
        #expect(load.handle(.loadRequested) == [.reportFailed(load: 1, failure)])
        #expect(load.phase == .blank && !load.isLoading)
    }

    @Test(
        "Storms: every load is reported at most once, and what is shown is never lost to a failure", arguments: 0..<300)
    func storm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var load = BannerLoad(bannerKey: "home", hasErrorImage: Bool.random(using: &generator))
        var reported: Set<Int> = []
        var isHidden = false
        for _ in 0..<100 {
            let number = Int.random(in: 0...(load.lastLoad + 1), using: &generator)
            let data = Self.data("\(number)")
            let events: [BannerLoadEvent] = [
                .loadRequested, .answered(.data(data), load: number), .answered(.noCampaign, load: number),
                .answered(Self.failed, load: number), .answered(Self.failed, load: number),
                .cacheRead(data, load: number), .cacheRead(nil, load: number), .pictureFailed(imageURL: "1"),
            ]
            let event = events.randomElement(using: &generator) ?? .loadRequested
            let before = load.data
            let effects = load.handle(event)
            for effect in effects {
                switch effect {
                case .reportLoaded(let number, _), .reportFailed(let number, _):
                    #expect(reported.insert(number).inserted)
                    #expect(!load.openLoads.contains(number))
                case .hiddenChanged(let now):
                    #expect(isHidden != now)
                    isHidden = now
                default: break
                }
            }
            #expect((load.phase == .hidden) == isHidden)
            if before != nil, load.data == nil { #expect(effects.contains(.dropCache(key: "home"))) }
        }
    }
}
