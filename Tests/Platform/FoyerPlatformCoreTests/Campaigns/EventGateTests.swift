import FoyerCore
import FoyerPlatformCore
import Testing

/// Nothing is told without leave.
@Suite struct EventGateTests {
    private func event(_ number: Int) -> CampaignEvent {
        CampaignEvent(id: "\(number)", kind: .impression, key: "home", index: 0, time: "2026-11-22T00:00:00Z")
    }

    private func off(_ environment: [String: String], option: Bool = false, setting: Bool = false) -> EventsOff? {
        EventsOff(environment: { environment[$0] }, option: option, setting: setting)
    }

    @Test func eachWayOfOff() {
        #expect(off([:]) == nil)
        #expect(off(["DO_NOT_TRACK": "1"]) == .variable("DO_NOT_TRACK"))
        #expect(off(["DO_NOT_TRACK": "0"]) == nil && off(["DO_NOT_TRACK": ""]) == nil)
        #expect(off(["CI": "true"]) == .variable("CI"))
        #expect(off(["CLAUDECODE": "1"]) == .variable("CLAUDECODE"))
        #expect(off([:], option: true) == .option)
        #expect(off([:], setting: true) == .setting)
    }

    @Test func offWinsOverEveryConsent() {
        for consent in [EventConsent.granted, .denied, .ask] {
            #expect(EventGate.make(off: .option, host: consent, kept: .granted) == .closed)
        }
    }

    @Test func theHostsWordWinsOverTheKeptAnswer() {
        #expect(EventGate.make(off: nil, host: .granted, kept: .denied) == .open)
        #expect(EventGate.make(off: nil, host: .denied, kept: .granted) == .closed)
        #expect(EventGate.make(off: nil, host: .ask, kept: .granted) == .open)
        #expect(EventGate.make(off: nil, host: .ask, kept: .denied) == .closed)
        #expect(EventGate.make(off: nil, host: .ask, kept: nil) == .waiting)
    }

    @Test func eventsWaitInMemoryForAYes() {
        var gate = EventGate.waiting
        #expect(gate.needsNotice && !gate.hasWaiting)
        #expect(gate.admit(event(1)) == nil && gate.admit(event(2)) == nil)
        #expect(gate.hasWaiting)
        #expect(gate.answer(true) == [event(1), event(2)])
        #expect(gate.isOpen && gate.answer(false) == nil)
        #expect(gate.admit(event(3)) == event(3))
    }

    @Test(arguments: [CampaignEvent.Kind.load, .error])
    func `nobody is asked before a card has been seen`(kind: CampaignEvent.Kind) {
        var gate = EventGate.waiting
        _ = gate.admit(CampaignEvent(id: "1", kind: kind, key: "home", index: nil, time: "2026-11-22T00:00:00Z"))
        #expect(gate.needsNotice && !gate.hasWaiting)
        _ = gate.admit(event(2))
        #expect(gate.hasWaiting && gate.answer(true)?.count == 2)
    }

    @Test func aNoForgetsThem() {
        var gate = EventGate.waiting
        #expect(gate.admit(event(1)) == nil)
        #expect(gate.answer(false) == [])
        #expect(gate == .closed && gate.answer(true) == nil && gate.admit(event(2)) == nil)
    }

    @Test func withoutLeaveNothingIsKept() {
        var gate = EventGate.closed
        #expect(gate.admit(event(1)) == nil)
        #expect(gate.answer(true) == nil && !gate.needsNotice)
    }

    @Test func aNoticeThatNobodyAnswersDoesNotFillTheMemory() {
        var gate = EventGate.waiting
        for number in 0..<1_000 { _ = gate.admit(event(number)) }
        #expect(gate.answer(true)?.count == 100)
    }

    @Test func theNoticeSaysWhoIsToldWhatAndHowToStopIt() {
        let notice = Phrase.eventNotice(to: "https://shop.example", change: Phrase(asIs: "mail --no-events"))
        let bare = Phrase.eventNotice(to: "https://shop.example")
        for language in Language.allCases {
            let text = language[notice].string
            #expect(text.contains("https://shop.example") && text.contains("mail --no-events"))
            // A stranger's program has no command of ours.
            #expect(!text.contains("foyer") && !language[bare].string.contains("foyer"))
        }
    }
}
