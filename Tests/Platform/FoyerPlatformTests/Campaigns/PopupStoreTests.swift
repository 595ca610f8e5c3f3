import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerPlatform

/// The record on disk of the pop-ups that were shown.
@Suite struct PopupStoreTests {
    private let folder = TemporaryFolder()

    private var store: PopupStore {
        let home = folder.path
        return PopupStore(places: Places { $0 == "XDG_STATE_HOME" ? home : nil })
    }

    private func data(_ frequency: PopupFrequency, id: String = "i") -> PopupData {
        PopupData(popupKey: "k", id: id, title: "t", frequency: frequency)
    }

    private func day(_ day: Int64) -> LocalTime { LocalTime(seconds: day * 86_400) }

    @Test func onceIsOnceForEachID() throws {
        #expect(try store.recordShown(data(.once), now: day(10)) == .recorded(before: []))
        #expect(try store.recordShown(data(.once), now: day(99)) == .refused)
        #expect(try store.recordShown(data(.once, id: "../other"), now: day(10)) == .recorded(before: []))
    }

    @Test func dailyComesTheNextDayAndNeverBackInTime() throws {
        #expect(try store.recordShown(data(.daily), now: day(10)) == .recorded(before: []))
        #expect(try store.recordShown(data(.daily), now: day(10)) == .refused)
        #expect(try store.recordShown(data(.daily), now: day(9)) == .refused)
        #expect(try store.recordShown(data(.daily), now: day(11)) == .recorded(before: [10]))
    }

    @Test func startsAtOnceDoNotTakeEachOthersCards() async throws {
        let answers = await withTaskGroup(of: PopupStore.Answer?.self) { group in
            for number in 0..<64 {
                group.addTask { [store] in
                    await BlockingThread.run {
                        try? store.recordShown(data(.once, id: "\(number / 2)"), now: day(10))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .recorded(before: []) } == 32, "each of 32 cards once")
        #expect(answers.count { $0 == .refused } == 32, "and not twice")
    }

    @Test func whatIsTakenBackMayCome() throws {
        _ = try store.recordShown(data(.once), now: day(10))
        try store.takeBack(10, of: "i")
        #expect(try store.recordShown(data(.once), now: day(10)) == .recorded(before: []))
    }

    /// Another process may have shown it meanwhile: that stays recorded.
    @Test func whatAnotherHasRecordedSinceIsNotTakenBack() throws {
        let data = data(.always)
        _ = try store.recordShown(data, now: day(10))
        _ = try store.recordShown(data, now: day(11))
        try store.takeBack(10, of: "i")
        #expect(try store.days(of: "i", now: day(11)) == [11])
        try store.takeBack(10, of: "i")
        #expect(try store.days(of: "i", now: day(11)) == [11])
    }

    @Test func theDaysOfALimitAreRemembered() throws {
        var data = data(.always)
        data.most = PopupLimit(times: 2, days: 7)
        #expect(try store.recordShown(data, now: day(10)) == .recorded(before: []))
        #expect(try store.recordShown(data, now: day(10)) == .recorded(before: [10]))
        #expect(try store.recordShown(data, now: day(16)) == .refused)
        #expect(try store.days(of: "i", now: day(16)) == [10, 10])
        #expect(try store.recordShown(data, now: day(17)) == .recorded(before: [10, 10]))
        try store.takeBack(17, of: "i")
        #expect(try store.days(of: "i", now: day(17)) == [10, 10])
        #expect(try store.days(of: "never", now: day(17)).isEmpty)
    }
}
