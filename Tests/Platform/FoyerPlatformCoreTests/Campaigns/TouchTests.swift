import FoyerCore
import FoyerPlatformCore
import Testing

@Suite("Banner: the touch service's rules")
struct TouchTests {
    private let host = try? WebAddress("http://127.0.0.1:8080/")

    private func failure(_ start: TouchStart) -> TouchStartError? {
        var start = start
        do throws(TouchStartError) {
            try start.start()
            return nil
        } catch { return error }
    }

    @Test("Each thing that is missing is named, the first one first")
    func starting() throws {
        let old = CollectorVersion(1, 2, 2)
        #expect(failure(TouchStart(collector: nil, host: host)) == .collectorNotStarted)
        #expect(failure(TouchStart(collector: nil, host: nil)) == .collectorNotStarted)
        #expect(failure(TouchStart(collector: old, host: host)) == .collectorTooOld(old))
        #expect(failure(TouchStart(collector: .least, host: nil)) == .noServerHost)
        #expect(failure(TouchStart(collector: .least, host: host)) == nil)
        var start = TouchStart(collector: .least, host: host)
        #expect(throws: TouchStartError.notStarted) { try start.requireStarted() }
        try start.start()
        try start.start()
        #expect(try start.requireStarted() == host)
        #expect("\(TouchStartError.collectorTooOld(old))".contains("1.2.2"))
        #expect("\(TouchStartError.collectorTooOld(old))".contains("1.2.3"))
    }

    @Test("Versions are compared by number, not by letter")
    func versions() {
        let order = ["0.9", "1", "1.2.2", "1.2.3", "1.2.10", "1.10", "2.0.0"].compactMap { CollectorVersion($0) }
        #expect(order.count == 7 && order == order.sorted())
        for text in ["", "1.", "a", "1.2.3.4", "-1", "1.2.x", "99999999999999999999"] {
            #expect(CollectorVersion(text) == nil)
        }
    }

    private let data = BannerData(
        name: "", bannerKey: "home",
        items: ["a", "b"].map { BannerItem(index: 0, title: $0, imageURL: $0, openURL: "foyer://\($0)") })

    @Test("Typed bindings: a click on a view finds its item, and everything else says its code")
    func bindings() throws {
        var bindings = BannerBindings(views: ["top"])
        func code(_ body: () throws(BannerFailure) -> Void) -> Int? {
            do throws(BannerFailure) { try body() } catch { return error.code.rawValue }
            return nil
        }
        let stranger = BannerItem(index: 0, title: "x", imageURL: "x", openURL: "")
        let empty = BannerData(name: "", bannerKey: "home", items: [])
        #expect(code { () throws(BannerFailure) in try bindings.bind(data.items[0], of: nil, to: "top") } == -994)
        #expect(code { () throws(BannerFailure) in try bindings.bind(data.items[0], of: empty, to: "top") } == -994)
        #expect(code { () throws(BannerFailure) in try bindings.bind(stranger, of: data, to: "top") } == -993)
        #expect(code { () throws(BannerFailure) in try bindings.bind(data.items[0], of: data, to: "side") } == -992)
        #expect(code { () throws(BannerFailure) in try bindings.bind(data.items[0], of: data, to: nil) } == -992)
        #expect(code { () throws(BannerFailure) in try bindings.bind(nil, of: data, to: "top") } == -990)
        #expect(code { () throws(BannerFailure) in _ = try bindings.item(clickedOn: "top") } == -990)
        #expect(code { () throws(BannerFailure) in _ = try bindings.item(clickedOn: "side") } == -992)
        try bindings.bind(data.items[0], of: data, to: "top")
        bindings.add(view: "side")
        try bindings.bind(BannerBinding(bannerKey: "home", item: "1", view: "side"), in: data)
        #expect(try bindings.item(clickedOn: "top").item.openURL == "foyer://a")
        #expect(try bindings.item(clickedOn: "side").item.openURL == "foyer://b")
        #expect(try bindings.item(clickedOn: "side").bannerKey == "home")
        bindings.remove(view: "side")
        #expect(code { () throws(BannerFailure) in _ = try bindings.item(clickedOn: "side") } == -992)
    }

    @Test("The page in sight comes first, then its neighbours, across the seam only where it loops")
    func neighbours() {
        let names = ["a", "b", "c", "a", "e"]
        let data = BannerData(
            name: "", bannerKey: "k",
            items: names.map { BannerItem(index: 0, title: "", imageURL: $0, openURL: "") })
        #expect(data.imageURLs(around: 1, loops: true) == ["b", "c", "a"])
        #expect(data.imageURLs(around: 4, loops: true) == ["e", "a"])
        #expect(data.imageURLs(around: 4, loops: false) == ["e", "a"])
        #expect(data.imageURLs(around: 0, loops: false) == ["a", "b"])
        #expect(data.imageURLs(around: 0, loops: true) == ["a", "b", "e"])
        #expect(data.imageURLs(around: 2, reach: .max, loops: true) == ["c", "a", "b", "e"])
        #expect(data.imageURLs(around: 2, reach: -1, loops: true) == ["c"])
        for page in [-1, 5, .max, .min] { #expect(data.imageURLs(around: page, loops: true).isEmpty) }
        #expect(self.data.imageURLs(around: 0, reach: 9, loops: true) == ["a", "b"])
    }

    @Test("Data written is data read")
    func json() throws {
        let data = BannerData(
            name: "Evenings\n", bannerKey: "ho\"me",
            items: [BannerItem(index: 0, title: "茶\u{0}", imageURL: "a", openURL: "")])
        #expect(try BannerData(JSON.parse(Array(data.json.jsonText.utf8))) == data)
    }

    @Test("The last line of --json, for each way a banner can end")
    func result() {
        var load = BannerLoad(bannerKey: "home", hasErrorImage: true)
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(.data(data), load: 1))
        _ = load.handle(.pictureArrived(imageURL: "a"))
        #expect(
            load.resultJSON(from: .server, failure: nil).jsonText == """
                {"event":"result","status":"ok","bannerKey":"home","items":[\
                {"index":0,"title":"a","image":"ok","openUrl":"foyer://a"},\
                {"index":1,"title":"b","image":"placeholder","openUrl":"foyer://b"}]}
                """)
        _ = load.handle(.pictureFailed(imageURL: "b"))
        #expect(load.status(from: .cache) == .cached && load.status(from: .shown) == .ok)
        #expect(load.resultJSON(from: .cache, failure: nil).jsonText.contains("\"image\":\"failed\""))
        for (hasErrorImage, status) in [(true, BannerLoad.Status.errorImage), (false, .blank)] {
            var load = BannerLoad(bannerKey: nil, hasErrorImage: hasErrorImage)
            _ = load.handle(.loadRequested)
            #expect(load.status(from: nil) == status)
        }
        _ = load.handle(.loadRequested)
        _ = load.handle(.answered(.noCampaign, load: 2))
        #expect(load.fallback == nil)
        let failure = BannerFailure(.noData, cause: "none")
        #expect(
            load.resultJSON(from: nil, failure: failure).jsonText == """
                {"event":"result","status":"hidden","bannerKey":"home","items":[],"error":{"code":-994,\
                "message":"Can not get banner data for key!","cause":"none"}}
                """)
    }

    @Test("What stands in for an answer says why there is none")
    func fallback() {
        var load = BannerLoad(bannerKey: data.bannerKey, hasErrorImage: false)
        func answer(_ number: Int, _ answer: BannerAnswer) {
            _ = load.handle(.loadRequested)
            _ = load.handle(.answered(answer, load: number))
        }
        answer(1, .failed(Phrase(asIs: "The signature is wrong.")))
        #expect(load.fallback == nil)
        _ = load.handle(.cacheRead(data, load: 1))
        #expect(load.fallback == Phrase(asIs: "The signature is wrong."))
        let json = load.resultJSON(from: .cache, failure: nil).jsonText
        #expect(json.contains(#""status":"cached""#), "\(json)")
        #expect(json.hasSuffix(#","cause":"The signature is wrong."}"#), "\(json)")
        answer(2, .data(data))
        #expect(load.fallback == nil && load.data != nil)
        answer(3, .failed(Phrase(asIs: "No answer.")))
        #expect(load.fallback == Phrase(asIs: "No answer.") && load.data != nil)
    }
}
