import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Banner: data, errors, bindings, links")
struct BannerDataTests {
    static let item = #"{"index":0,"title":"Tea","imageUrl":"/p/a.jpg","openUrl":"foyer://app/tea"}"#

    static func body(_ items: String, key: String = "home") -> [UInt8] {
        Array(#"{"name":"Evenings","bannerKey":"\#(key)","items":[\#(items)],"more":1}"#.utf8)
    }

    static let tea = BannerItem(index: 0, title: "Tea", imageURL: "/p/a.jpg", openURL: "foyer://app/tea")

    @Test("The wire format is read, in the order of the indexes")
    func decodes() {
        let second = #"{"title":"","imageUrl":"b","index":1,"openUrl":null}"#
        let expected = BannerData(
            name: "Evenings", bannerKey: "home",
            items: [Self.tea, BannerItem(index: 1, title: "", imageURL: "b", openURL: "")])
        for items in [Self.item + "," + second, second + "," + Self.item] {
            #expect(BannerAnswer(status: 200, body: Self.body(items), requested: "home") == .data(expected))
        }
    }

    @Test("Gaps and repeats among the indexes are sorted, ties keep their order, and pages are numbered anew")
    func renumbers() {
        let items = [(7, "c"), (2, "a"), (7, "d"), (2, "b"), (9_007_199_254_740_991, "e")].map {
            #"{"index":\#($0.0),"title":"\#($0.1)","imageUrl":"i"}"#
        }
        guard
            case .data(let data) = BannerAnswer(
                status: 200, body: Self.body(items.joined(separator: ",")), requested: "home")
        else {
            Issue.record("refused")
            return
        }
        #expect(data.items.map(\.title) == ["a", "b", "c", "d", "e"])
        #expect(data.items.map(\.index) == [0, 1, 2, 3, 4])
    }

    @Test("404 and an empty campaign are no campaign; anything else that fails is a failure")
    func answers() {
        #expect(BannerAnswer(status: 404, body: [], requested: "home") == .noCampaign)
        #expect(BannerAnswer(status: 200, body: Self.body(""), requested: "home") == .noCampaign)
        for status in [0, 204, 301, 400, 410, 500, 503] {
            #expect(isFailure(BannerAnswer(status: status, body: Self.body(Self.item), requested: "home")))
        }
        #expect(isFailure(BannerAnswer(status: 200, body: Self.body(Self.item), requested: "other")))
        let huge = [UInt8](repeating: 0x20, count: BannerData.maxBytes + 1)
        #expect(isFailure(BannerAnswer(status: 200, body: huge, requested: "home")))
    }

    @Test(
        "Wrong shapes are refused",
        arguments: [
            #"{"index":-1,"title":"","imageUrl":"b"}"#,
            #"{"index":"0","title":"","imageUrl":"b"}"#, #"{"index":0.0,"title":"","imageUrl":"b"}"#,
            #"{"index":0,"title":null,"imageUrl":"b"}"#, #"{"index":0,"title":"","imageUrl":""}"#,
            #"{"index":0,"title":""}"#, #"{"title":"","imageUrl":"b"}"#,
            #"{"index":0,"title":"","imageUrl":"b","openUrl":7}"#,
            #"{"index":0,"index":0,"title":"","imageUrl":"b"}"#, "7", "null", "[]", "{", "\u{0}",
            #"{"index":0,"title":"\ud800","imageUrl":"b"}"#,
        ])
    func refuses(items: String) {
        #expect(isFailure(BannerAnswer(status: 200, body: Self.body(items), requested: "home")))
    }

    @Test("Too many items, too long texts")
    func limits() {
        func items(_ count: Int) -> String {
            (0..<count).map { #"{"index":\#($0),"title":"","imageUrl":"b"}"# }.joined(separator: ",")
        }
        let most = BannerAnswer(status: 200, body: Self.body(items(BannerData.maxItems)), requested: "home")
        #expect(!isFailure(most))
        let more = BannerAnswer(status: 200, body: Self.body(items(BannerData.maxItems + 1)), requested: "home")
        #expect(isFailure(more))
        let long = String(repeating: "x", count: BannerData.maxTextLength + 1)
        let titled = #"{"index":0,"title":"\#(long)","imageUrl":"b"}"#
        #expect(isFailure(BannerAnswer(status: 200, body: Self.body(titled), requested: "home")))
    }

    @Test("Cut or changed anywhere, an answer never traps", arguments: 0..<200)
    func mangled(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var body = Self.body(Self.item)
        body[Int.random(in: 0..<body.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        body.removeLast(Int.random(in: 0...3, using: &generator) * Int.random(in: 0...20, using: &generator))
        if case .data(let data) = BannerAnswer(status: 200, body: body, requested: "home") {
            #expect(data.items.count == 1 && data.items[0].index == 0)
        }
    }

    private func isFailure(_ answer: BannerAnswer) -> Bool {
        if case .failed(let cause) = answer { !cause.english.isEmpty } else { false }
    }

    @Test("The catalogue of errors")
    func errors() {
        let catalogue = BannerError.allCases.map { "\($0.rawValue) \($0.message)" }
        #expect(
            catalogue == [
                "-994 Can not get banner data for key!", "-993 There are no banner item!",
                "-992 The bannerView is not the kind of UIView!",
                "-991 The item is not the kind of GrowingTouchBannerItem!", "-990 The bannerItem is NULL!",
                "-989 The bannerKey is NULL!",
            ])
    }

    @Test("Bindings that are named go wrong in each of these ways")
    func bindings() throws {
        let data = BannerData(name: "", bannerKey: "home", items: [Self.tea, Self.tea])
        func code(_ key: String?, _ item: String?, _ view: String?, in data: BannerData?) -> Int? {
            do throws(BannerFailure) {
                _ = try BannerBinding(bannerKey: key, item: item, view: view).resolve(in: data, views: ["top"])
                return nil
            } catch {
                return error.code.rawValue
            }
        }
        #expect(code(nil, "0", "top", in: data) == -989 && code("", "0", "top", in: data) == -989)
        #expect(code("home", nil, "top", in: data) == -990 && code("home", "", "top", in: data) == -990)
        for text in ["tea", "-1", "1.0", " 1", "١"] { #expect(code("home", text, "top", in: data) == -991) }
        #expect(code("home", "0", "side", in: data) == -992 && code("home", "0", nil, in: data) == -992)
        for text in ["2", "99999999999999999999"] { #expect(code("home", text, "top", in: data) == -993) }
        #expect(code("home", "0", "top", in: nil) == -994)
        #expect(code("home", "0", "top", in: BannerData(name: "", bannerKey: "home", items: [])) == -994)
        let bound = try BannerBinding(bannerKey: "home", item: "1", view: "top").resolve(in: data, views: ["top"])
        #expect(bound.index == 1)
    }

    private func decide(_ link: String, isConsumed: Bool = false, host: String? = "foyer") -> LinkDecision {
        let base = try? WebAddress("http://127.0.0.1:8080/base/")
        return LinkDecision(openURL: link, isConsumed: isConsumed, hostScheme: host, base: base)
    }

    @Test("The delegate comes first, whatever the link; no link is nothing to open")
    func delegateFirst() {
        for link in ["https://example.com/", "javascript:alert(1)", ""] {
            #expect(decide(link, isConsumed: true) == .nothing)
        }
        #expect(decide("") == .nothing)
    }

    @Test("http, https and the host's own scheme are opened, as written")
    func opened() {
        for link in ["https://example.com/a?b=c#d", "HTTP://EXAMPLE.com", "https://[::1]:8443/"] {
            #expect(decide(link) == .external(link))
        }
        for link in ["foyer://app/com.example.tea", "FOYER://page/view1?x=%0a#y"] {
            #expect(decide(link) == .route(link))
        }
        #expect(decide("/clouds?x#part") == .external("http://127.0.0.1:8080/clouds?x#part"))
        #expect(decide("../clouds") == .external("http://127.0.0.1:8080/clouds"))
    }

    @Test(
        "Everything else is refused, and nothing is repaired",
        arguments: [
            "javascript:alert(1)", "file:///etc/passwd", "ftp://a/", "data:text/html,x", "foyerx://a", "foyer:page",
            "foyer:///page", "foyer://me@page/view", "https://user:pw@example.com/", "https://", "http:example.com",
            "java\nscript:x", " https://example.com", "https://example.com/ x", "https://exa\u{202E}mple.com/",
            "https://example.com\\@evil.com/", "https://例子.com/", "foyer://page/\u{1B}[2J", "-o", "--help;x\u{0}",
            "https://0x7f.0.0.1/", "https://example.com/%zz", "https://example.com:99999/",
            "https://example.com/" + String(repeating: "a", count: 2_048),
        ])
    func refused(link: String) {
        let decision = LinkDecision(openURL: link, isConsumed: false, hostScheme: "foyer", base: nil)
        guard case .refused(let refusal) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(!refusal.description.isEmpty)
    }

    @Test("Another host's scheme is not ours, and a host cannot claim http")
    func hostScheme() {
        #expect(decide("foyer://a/b", host: nil) == .refused(.scheme("foyer")))
        #expect(decide("foyer://a/b", host: "tea") == .refused(.scheme("foyer")))
        #expect(decide("http://a/b", host: "http") == .external("http://a/b"))
    }
}
