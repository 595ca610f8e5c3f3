import FoyerCore
import FoyerPlatformCore
import Testing

/// When a card appears, and when it does not.
@Suite struct PopupMachineTests {
    private static let free = PopupConditions(size: CellSize(columns: 80, rows: 24))
    private static let noon = LocalTime(seconds: 1_800_000_000)

    private static func data(
        _ frequency: PopupFrequency = .once, image: String = "", from: Int64? = nil, until: Int64? = nil
    ) -> PopupData {
        PopupData(
            popupKey: "k", id: "i", title: "t", imageURL: image,
            buttons: [PopupButton(label: "a", openURL: "x"), PopupButton(label: "b", openURL: "")],
            frequency: frequency, from: from, until: until)
    }

    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// Asked for at 0, answered at 100 ms.
    private func asked(
        _ data: PopupData, _ conditions: PopupConditions = free
    ) -> (machine: PopupMachine, effects: [PopupEffect]) {
        var machine = PopupMachine()
        _ = machine.handle(.conditions(conditions), at: .zero)
        #expect(machine.handle(.requested, at: .zero) == [.fetch])
        let effects = machine.handle(.answered(.data(data), at: Self.noon), at: Self.at(100))
        return (machine, effects)
    }

    @Test func theDiskKnowsBeforeItIsShown() {
        var (machine, effects) = asked(Self.data())
        #expect(effects == [.keep(Self.data())])
        #expect(machine.shown == nil)
        #expect(machine.handle(.kept(true), at: Self.at(120)) == [.reportShown])
        #expect(machine.shown == Self.data())
    }

    @Test func whatWasShownDoesNotComeAgain() {
        var (machine, _) = asked(Self.data())
        #expect(machine.handle(.kept(false), at: Self.at(120)) == [.reportAbsent(.seen)])
    }

    @Test func oneThatAlwaysComesNeedsNoNote() {
        #expect(asked(Self.data(.always)).effects == [.reportShown])
    }

    @Test func itWaitsForItsPicture() {
        var (machine, effects) = asked(Self.data(.always, image: "p"))
        #expect(effects == [.fetchPicture("p")])
        #expect(machine.handle(.pictureSettled, at: Self.at(2_999)) == [.reportShown])
    }

    @Test func lateItWaitsForTheNextStart() {
        var (machine, _) = asked(Self.data(.always, image: "p"))
        #expect(machine.handle(.pictureSettled, at: Self.at(3_000)) == [.reportAbsent(.late)])
        #expect(machine.nextDeadline == nil)
    }

    @Test func aNoteThatComesLateIsTakenBack() {
        var (machine, _) = asked(Self.data())
        #expect(machine.handle(.conditions(Self.free), at: Self.at(3_000)) == [.reportAbsent(.late)])
        #expect(machine.handle(.kept(true), at: Self.at(3_100)) == [.release])
    }

    @Test func itComesOnceTheScreenIsAtRest() {
        let states = [
            PopupConditions(isCovered: true, size: Self.free.size),
            PopupConditions(isBusy: true, size: Self.free.size),
            PopupConditions(hasOther: true, size: Self.free.size),
        ]
        for state in states {
            var (machine, effects) = asked(Self.data(.always), state)
            #expect(effects.isEmpty)
            #expect(machine.handle(.conditions(Self.free), at: Self.at(500)) == [.reportShown])
        }
    }

    @Test(arguments: [PopupFrequency.once, .always])
    func whatIsReadyInTimeWaitsForAPageToCloseHoweverLong(frequency: PopupFrequency) {
        let covered = PopupConditions(isCovered: true, size: Self.free.size)
        var (machine, effects) = asked(Self.data(frequency), covered)
        #expect(effects.isEmpty && machine.isWaiting && machine.nextDeadline == nil)
        #expect(machine.handle(.conditions(covered), at: Self.at(60_000)).isEmpty)
        let free = machine.handle(.conditions(Self.free), at: Self.at(61_000))
        #expect(free == (frequency == .always ? [.reportShown] : [.keep(Self.data())]))
        if frequency == .once { #expect(machine.handle(.kept(true), at: Self.at(61_100)) == [.reportShown]) }
    }

    @Test(arguments: [(19, 24), (80, 5)]) func withoutRoomItDoesNotCome(columns: Int, rows: Int) {
        let small = PopupConditions(size: CellSize(columns: columns, rows: rows))
        var (machine, effects) = asked(Self.data(.always), small)
        #expect(effects.isEmpty)
        #expect(machine.handle(.conditions(small), at: Self.at(3_000)) == [.reportAbsent(.noRoom)])
    }

    @Test func itComesWithinItsTimeAlone() {
        let now = Self.noon.seconds
        #expect(asked(Self.data(.always, from: now + 1)).effects == [.reportAbsent(.notYet)])
        #expect(asked(Self.data(.always, until: now)).effects == [.reportAbsent(.over)])
        #expect(asked(Self.data(.always, from: now, until: now + 1)).effects == [.reportShown])
    }

    @Test func keysOfTheFirst300MillisecondsAreNotTaken() {
        var (machine, _) = asked(Self.data(.always))
        #expect(machine.handle(.command(.choose), at: Self.at(399)).isEmpty)
        #expect(machine.handle(.command(.close), at: Self.at(399)).isEmpty)
        #expect(
            machine.handle(.command(.choose), at: Self.at(400)) == [.reportSelected(0, openURL: "x"), .reportClosed])
    }

    @Test func theFocusGoesRoundOverTheCross() {
        var (machine, _) = asked(Self.data(.always))
        var places: [Int] = []
        for _ in 0..<4 {
            places.append(machine.focus)
            _ = machine.handle(.command(.next), at: Self.at(500))
        }
        #expect(places == [0, 1, 2, 0])
        _ = machine.handle(.command(.previous), at: Self.at(500))
        _ = machine.handle(.command(.previous), at: Self.at(500))
        #expect(machine.focus == 2)
        #expect(machine.handle(.command(.choose), at: Self.at(500)) == [.reportClosed])
    }

    // MARK: - Frequency

    @Test func dailyGoesByTheUsersDay() {
        let evening = LocalTime(seconds: 86_400 - 1)
        #expect(!PopupFrequency.daily.allows(lastDay: evening.day, now: evening))
        #expect(PopupFrequency.daily.allows(lastDay: evening.day, now: LocalTime(seconds: 86_400)))
        // East of Greenwich the day has begun already.
        #expect(LocalTime(seconds: 86_400 - 1, offset: 3_600).day == 1)
        #expect(LocalTime(seconds: 0, offset: -1).day == -1)
    }

    @Test func aClockThatWasSetBackShowsNothingAgain() {
        for frequency in [PopupFrequency.once, .daily] {
            #expect(!frequency.allows(lastDay: 100, now: LocalTime(seconds: 50 * 86_400)))
        }
    }

    // MARK: - Data

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:30:15Z", 951_827_415), ("1969-12-31T23:59:59Z", -1),
        ("2026-11-21T18:00:00+08:00", 1_795_255_200), ("2026-11-21t10:00:00.25z", 1_795_255_200),
    ]) func instantsAreRead(text: String, seconds: Int64) {
        #expect(WallTime(rfc3339: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T18:00:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T18:00:00+0800", "2026-11-21T18:00:00.Z", "2026-11-21T18:00:00Zx",
    ]) func whatIsNoInstantIsRefused(text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }

    @Test func theDataIsReadStrictly() throws {
        let good = #"{"popupKey":"k","id":"i","title":"t","frequency":"once"}"#
        guard case .data(let data) = PopupAnswer(status: 200, body: Array(good.utf8), requested: "k") else {
            Issue.record("refused")
            return
        }
        #expect(data.buttons.isEmpty && data.imageURL.isEmpty)
        #expect(PopupAnswer(status: 404, body: [], requested: "k") == .noCampaign)
        let wrong = [
            good.replacing("once", with: "twice"), good.replacing("\"t\"", with: "\"\""), good + "x",
            good.replacing("}", with: #","from":"soon"}"#), good.replacing("\"k\"", with: "\"other\""),
            good.replacing("}", with: #","buttons":[{"label":"1"},{"label":"2"},{"label":"3"}]}"#),
        ]
        for text in wrong {
            guard case .failed = PopupAnswer(status: 200, body: Array(text.utf8), requested: "k") else {
                Issue.record("taken: \(text)")
                continue
            }
        }
    }
}
