import Testing

@testable import Foyer
@testable import FoyerCore

@Suite struct LaunchWordsTests {
    private func hasChinese(_ text: SafeText) -> Bool { text.string.unicodeScalars.contains { $0.value > 0x4E00 } }

    @Test func theLogIsReadInTheUsersLanguage() {
        let entries: [LaunchRecord.Entry] = [
            .attemptBegan(2), .stepBegan("package"), .stepEnded("package"), .stepFailed("package", cause: "it broke"),
            .infoArrived(appID: "tea"), .failed(.timedOut), .reloaded, .completed, .closed,
        ]
        let record = LaunchRecord(steps: [LaunchStep("package", words: .stepPackage)])
        for entry in entries {
            // Steps by what users read of them, not by their ids.
            let words = entry.description.replacing("package: ", with: "Downloading: ")
            #expect(Language.english.logLine(entry, in: record).string == words)
            #expect(hasChinese(Language.simplifiedChinese.logLine(entry, in: record)))
            #expect(hasChinese(Language.traditionalChinese.logLine(entry, in: record)))
        }
    }

    @Test func aLaunchesLastLineIsInTheUsersLanguage() {
        let failure = LaunchFailure(
            .unzipFailed, Phrase("It broke.", [.simplifiedChinese: "已损坏。", .traditionalChinese: "已損壞。"]))
        #expect(Language.traditionalChinese.plainFailed(failure).string == "錯誤 10002：小程式解壓縮失敗（已損壞。）")
    }

    @Test func sentencesHoldNamesSafely() {
        let failure = LaunchFailure(.timedOut, cause: "x\u{1B}")
        #expect(Language.english.plainFailed(failure) == "error 10010: Mini program preparation timed out (x�)")
        #expect(Language.english.plainProgress(percent: 7, label: "Checking") == "  7 %  Checking")
        #expect(Language.english.position(percent: 999).columns == 5)
        #expect(Language.english.keyHelp.map(\.keys.count) == [8, 3, 6])
    }

    @Test func theSpecsWordsAreAsItHasThem() {
        #expect(Language.english[.preparing] == "Preparing the awesome ...")
        #expect(Language.english[.starting("tea")] == "Starting tea …")
        #expect(Language.english[.alertTitle] == "Error connecting!")
    }
}
