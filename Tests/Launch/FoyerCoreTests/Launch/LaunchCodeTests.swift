import FoyerCore
import Testing

struct OutcomeStatusTests {
    @Test func everyOutcomeHasItsStatus() {
        #expect(LaunchOutcome.completed.exitStatus == 0)
        #expect(LaunchOutcome.closed.exitStatus == 3)
        for code in LaunchCode.allCases {
            #expect(LaunchOutcome.failed(LaunchFailure(code, cause: "")).exitStatus == code.exitStatus)
        }
    }

    @Test func everyCodeHasAStatusAndAKeyOfItsOwn() {
        // The others mean something else, and from 126 on it is the shell that speaks.
        var taken: Set<Int32> = [0, 1, 2, 3, 4, 5, 64, 65, 69]
        for code in LaunchCode.allCases {
            #expect(taken.insert(code.exitStatus).inserted && (6..<126).contains(code.exitStatus), "\(code)")
        }
        #expect(Set(LaunchCode.allCases.map(\.key)).count == LaunchCode.allCases.count)
    }
}
