import Testing

@testable import FoyerCore

/// Strings in logs, recordings and reports are sentences, never Swift dumps.
@Suite struct DescriptionTests {
    private func isForPeople(_ value: some Any) -> Bool {
        let texts = ["\(value)", String(describing: value), String(reflecting: value), "\([value])"]
        return texts.allSatisfy { text in
            !["(code:", "reason:", "Phrase", "LaunchFailure", "LaunchOutcome", "FoyerCore."].contains {
                text.contains($0)
            }
        }
    }

    @Test(arguments: LaunchCode.allCases) func failures(code: LaunchCode) {
        let failure = LaunchFailure(code, cause: "The door is shut.")
        #expect("\(failure)" == "\(code.rawValue) \(code.message) (The door is shut.)")
        #expect("\(LaunchFailure(code, cause: ""))" == "\(code.rawValue) \(code.message)")
        #expect("\(LaunchOutcome.failed(failure))" == "failed: \(failure)")
        #expect(isForPeople(failure))
        #expect(isForPeople(LaunchOutcome.failed(failure)))
    }

    @Test func outcomesAndCauses() {
        #expect("\(LaunchOutcome.completed) \(LaunchOutcome.closed)" == "completed closed")
        #expect("\(Phrase(asIs: "No power."))" == "No power.")
        #expect(isForPeople(Phrase(asIs: "No power.")))
        #expect(isForPeople(LaunchFailure.commandEnded("make", .status(2), lastWords: "Error 2")))
    }
}
