import Foyer
import FoyerPlatform
import FoyerSystem
import Testing

@testable import FoyerFlows

@Suite struct FlowRecordTests {
    private static let link = "foyer-demo://page/view1"
    private static let campaign: [CampaignMoment.Kind] = [
        .shown(index: nil), .selected(index: 0, openURL: link), .selected(index: 1, openURL: ""),
        .opened(.opened(link)),
        .closed, .absent(.notYet), .absent(.noRoom),
    ]

    @Test(arguments: [
        (
            CallWords.delegate,
            [FlowCall.created, .began, .info(app: "com.example.tea"), .error(code: "10009"), .completed, .exited]
        ),
        (
            .banner,
            [
                .banner(.loaded(from: .server)), .banner(.shown(index: 0)), .banner(.selected(index: 2, openURL: link)),
                .banner(.errorImageClicked), .banner(.hidden(true)), .banner(.hidden(false)),
                .banner(.opened(.routed(link))), .banner(.opened(.cannotOpen(link))), .data(key: "pair"),
                .bound(view: "left", item: 0), .clicked(view: "left", link: link),
            ]
        ),
        (.popup, campaign.map { .popup($0) }),
        (
            .host,
            [
                .host(.splash), .host(.fetch), .host(.root, "v1"), .host(.page, "/page/view1"), .host(.add, link),
                .host(.remove, link), .host(.serve, link), .host(.describe, "/page/view1"),
            ]
        ),
    ])
    func `a flow can expect each call that is recorded`(words: CallWords, calls: [FlowCall]) throws {
        let expression = try LineExpression(words.pattern)
        for call in calls { #expect(expression.matches(try #require(call.words)), "\(call)") }
    }

    @Test func `a moment that is no call is not recorded`() {
        let record = FlowRecord(.live)
        record.record(.banner(.began))
        record.record(.banner(.opened(.nothing)))
        #expect(record.entries.isEmpty)
    }

    @Test func `the delegate's last call decides the phase, and a call after the end is a violation`() {
        let record = FlowRecord(.live)
        #expect(record.phase == .opening)
        record.record(.created)
        record.record(.began)
        record.record(.host(.splash))
        #expect(record.phase == .loading && record.failure == nil)
        record.record(.error(code: "10009"))
        #expect(record.phase == .error && record.failure == "10009")
        record.record(.exited)
        #expect(record.phase == .fading && record.violation == nil)
        record.record(.info(app: "x"))
        #expect(record.violation == .calledAfterEnd("info x"))
        #expect(record.words(of: .delegate) == ["create", "progress 0.00", "error 10009", "exit", "info x"])
        #expect(record.words(of: .host) == ["splash"])
    }

    @Test func `a trace holds all calls but those that an owner receives`() {
        let event = CampaignEvent(id: "", kind: .impression, key: "pair", index: 0, time: "")
        #expect(FlowCall.sent(event).words == "impression pair 0")
        #expect(FlowCall.sent(event).line == nil)
        #expect(FlowCall.link(.started).line == "link: started")
    }
}
