import FoyerCore
import FoyerPlatformCore
import Testing

/// Which pop-up an event of the host's brings, and how often.
@Suite struct PopupChoiceTests {
    private static let noon = LocalTime(seconds: 100 * 86_400 + 43_200)

    private static func popup(
        _ key: String, trigger: String = "checkout", priority: Int = 0, from: Int64? = nil, until: Int64? = nil,
        most: PopupLimit? = nil, frequency: PopupFrequency = .always
    ) -> CataloguedPopup {
        var data = PopupData(popupKey: key, id: key, title: "t", frequency: frequency, from: from, until: until)
        (data.trigger, data.priority, data.most) = (trigger, priority, most)
        return CataloguedPopup(data)
    }

    private func choice(
        _ listed: [CataloguedPopup], _ event: String = "checkout", shown: [String: [Int64]] = [:]
    ) -> String? {
        CataloguedPopup.choice(of: listed, event: event, now: Self.noon) { shown[$0] ?? [] }?.popupKey
    }

    @Test func anEventBringsItsOwnPopupsAlone() {
        #expect(choice([Self.popup("a", trigger: ""), Self.popup("b", trigger: "open"), Self.popup("c")]) == "c")
        #expect(choice([Self.popup("a", trigger: "")], "") == nil)
        #expect(
            choice([Self.popup("a", trigger: "cafe\u{301}")], "caf\u{E9}") == nil, "what looks alike is another name")
        #expect(choice([Self.popup("a")], "leave") == nil)
    }

    @Test func theHighestPriorityComesThenTheOldest() {
        let three = [
            Self.popup("young", from: 20), Self.popup("old", from: 10), Self.popup("high", priority: 1, from: 30),
        ]
        #expect(choice(three) == "high")
        #expect(choice(Array(three.prefix(2))) == "old")
        #expect(choice([Self.popup("young", from: 20), Self.popup("ever")]) == "ever")
        #expect(choice([Self.popup("first"), Self.popup("second")]) == "first")
    }

    @Test func oneThatMayNotComeMakesRoomForTheNext() {
        let now = Self.noon.seconds
        let next = Self.popup("next")
        for blocked in [
            Self.popup("high", priority: 9, from: now + 1), Self.popup("high", priority: 9, until: now),
            Self.popup("high", priority: 9, frequency: .once),
            Self.popup("high", priority: 9, most: PopupLimit(times: 1, days: 7)),
        ] {
            #expect(choice([blocked, next], shown: ["high": [95]]) == "next")
        }
    }

    @Test func ifNoneMayComeOneOfThemSaysWhy() {
        #expect(choice([Self.popup("seen", frequency: .once)], shown: ["seen": [95]]) == "seen")
    }

    @Test(arguments: [([], true), ([98, 99], true), ([94, 99, 100], true), ([95, 99, 100], false)])
    func todayIsOneOfTheDays(shown: [Int64], isAllowed: Bool) {
        #expect(PopupLimit(times: 3, days: 6).allows(shownOn: shown, now: Self.noon) == isAllowed)
    }

    @Test func theLimitStandsBesideTheFrequency() {
        let data = Self.popup("a", most: PopupLimit(times: 2, days: 7), frequency: .daily).data
        #expect(data.mayCome(shownOn: [99], now: Self.noon))
        #expect(!data.mayCome(shownOn: [100], now: Self.noon), "today it was there")
        #expect(!data.mayCome(shownOn: [98, 99], now: Self.noon), "twice this week")
        #expect(data.mayCome(shownOn: [92, 93], now: Self.noon))
        #expect(!data.mayCome(shownOn: [400, 401], now: Self.noon), "a clock that was set back forgets nothing")
    }

    @Test func whatAlwaysComesIsKeptOnceThereIsALimit() {
        let data = Self.popup("a", most: PopupLimit(times: 2, days: 7)).data
        var machine = PopupMachine()
        _ = machine.handle(.conditions(PopupConditions(size: CellSize(columns: 80, rows: 24))), at: .zero)
        _ = machine.handle(.requested, at: .zero)
        #expect(machine.handle(.answered(.data(data), at: Self.noon), at: .zero) == [.keep(data)])
    }

    @Test func theListIsReadAndWhatIsWrongInItLeftOut() throws {
        let text = #"""
            {"programs": [], "popups": [
              {"popupKey": "a", "id": "i", "title": "T", "frequency": "always", "trigger": "checkout", "priority": 7,
               "most": {"times": 3, "days": 7}},
              {"popupKey": "b", "id": "i", "title": "T", "frequency": "always", "priority": -1},
              {"popupKey": "c", "id": "i", "title": "T", "frequency": "always", "most": {"times": 0, "days": 7}},
              {"popupKey": "d", "id": "i", "title": "T", "frequency": "always", "trigger": ""},
              {"popupKey": "e", "id": "i", "title": "T", "frequency": "once"}
            ]}
            """#
        let listed = try CataloguedPopup.list(JSON.parse(Array(text.utf8)))
        #expect(listed.map(\.popupKey) == ["a", "e"])
        #expect(listed[0].data.most == PopupLimit(times: 3, days: 7) && listed[0].trigger == "checkout")
        #expect(listed[0].priority == 7 && listed[1].trigger.isEmpty)
        #expect(try CataloguedPopup.list(["programs": []]).isEmpty)
    }

    @Test func whatIsPublishedIsReadAgain() throws {
        var source = SitePopup(id: "i", title: "T", text: "long", frequency: .daily)
        (source.trigger, source.priority, source.most) = ("checkout", 7, PopupLimit(times: 3, days: 7))
        let row = try #require(try CataloguedPopup.list(["popups": [source.row(key: "k")]]).first)
        let document = try PopupData(.object(source.document(key: "k", imageURLs: [:])))
        for data in [row.data, document] {
            #expect(data.trigger == "checkout" && data.priority == 7 && data.most == PopupLimit(times: 3, days: 7))
        }
        #expect(row.data.text.isEmpty && document.text == "long")
    }
}
