import Foyer
import Testing

@testable import FoyerCore
@testable import FoyerFlows

@Suite struct RecordingWordsTests {
    @Test func aMarkerSaysWhatTheLaunchHasComeTo() throws {
        let step = LaunchStep("one", words: .stepPackage, weight: 1)
        let record = LaunchRecord(steps: [step])
        let entries: [LaunchRecord.Entry] = [
            .attemptBegan(1), .stepBegan("one"), .stepEnded("one"), .stepBegan("Two"), .failed(.downloadFailed),
            .closed,
        ]
        #expect(
            entries.compactMap { Language.english.marker($0, in: record)?.string }
                == ["Attempt 1", "Downloading", "Two", "Error 10009: Mini program download failed", "closed"])
    }
}
