import FoyerCore
import FoyerSystem
import FoyerTUI
import Testing

@testable import Foyer

/// `y` on the error page.
struct FailureDiagnosisTests {
    private static let home = "/home/alice"

    private func keeper(_ clipboard: ClipboardWay = .asked) -> DiagnosisKeeper {
        DiagnosisKeeper(
            findings: { [Diagnosis.Finding(name: Phrase(asIs: "state"), value: Phrase(asIs: Self.home + "/state"))] },
            clipboard: { clipboard }, keep: { _ in .success(Self.home + "/diagnosis.txt") }, home: Self.home)
    }

    private func failed(_ keeper: DiagnosisKeeper?, notes: [String] = []) throws -> SceneDrive {
        let drive = try SceneDrive(diagnosis: keeper)
        drive.start()
        drive.inform()
        for note in notes { drive.post(.note(SafeText(note))) }
        drive.advance(.milliseconds(300))
        drive.fail(.fetchFailed, cause: "No route for --token hunter2")
        return drive
    }

    private func copied(_ drive: SceneDrive) -> String? {
        drive.copied.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func theTextHasFailureStepsLogAndTerminalWithoutSecrets() throws {
        let drive = try failed(keeper(), notes: ["listening at /home/alice/x", "password=hunter2"])
        #expect(copied(drive) == nil)
        drive.press(.character("y"))
        let text = try #require(copied(drive))
        let parts = [
            "Foyer diagnosis", "error: 10003 Mini program fetch failed", "cause: No route for --token [hidden]",
            "program: Tea House (com.example.tea)", "Asking for the program: failed, 0 ms to 300 ms",
            "0 ms  listening at ~/x", "password=[hidden]", "Terminal", "state: ~/state",
        ]
        for part in parts { #expect(text.contains(part), "\(part) in \(text)") }
        #expect(!text.contains("hunter2") && !text.contains("alice") && !text.contains("\u{1B}"))
    }

    @Test func theOldestLinesGoWhereThereAreTooMany() throws {
        let drive = try failed(keeper(), notes: (0..<400).map { "\($0) " + String(repeating: "x", count: 700) })
        drive.press(.character("y"))
        let text = try #require(copied(drive))
        #expect(text.utf8.count <= FailureDiagnosis.longest && text.contains("Terminal"))
        #expect(text.contains("  399 xx") && !text.contains("  100 xx"))
        #expect(!text.contains(String(repeating: "x", count: 501)))
    }

    @Test func whatIsSaidIsCertain() async throws {
        let said: [(ClipboardWay, String?)] = [
            (.none, nil), (.asked, "The terminal was asked to copy it"), (.open, "Sent to the terminal"),
        ]
        for (way, sentence) in said {
            let drive = try failed(keeper(way))
            drive.press(.character("y"))
            try await drive.wait { $0.text.contains("Kept in ~/diagnosis.txt.") }
            for (_, other) in said {
                let words = drive.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
                if let other { #expect(words.contains(other) == (other == sentence), "\(words)") }
            }
            drive.press(.enter)
            #expect(!drive.text.contains("Kept in") && drive.text.contains("10003"))
        }
    }

    @Test func whereItCannotBeWrittenThatIsSaid() async throws {
        let whole = keeper()
        let drive = try failed(
            DiagnosisKeeper(
                findings: whole.findings, clipboard: whole.clipboard,
                keep: { _ in .failure(DiskError(.use, "/state", 28)) }, home: ""))
        drive.press(.character("y"))
        try await drive.wait { $0.text.contains("It could not be kept") }
        #expect(!drive.text.contains("Kept in"))
    }

    @Test func itIsOfferedOnlyOnAnErrorPageThatCanKeepIt() throws {
        let loading = try SceneDrive(diagnosis: keeper())
        loading.start()
        loading.press(.character("y"))
        #expect(copied(loading) == nil)
        #expect(try failed(keeper()).footer.contains("y Diagnosis"))
        let without = try failed(nil)
        without.press(.character("y"))
        #expect(copied(without) == nil && !without.footer.contains("Diagnosis"))
    }

    @Test func everyTextIsCopiedOnceAndAnew() async throws {
        let drive = try failed(keeper())
        drive.press(.character("y"))
        let first = try #require(drive.copied)
        drive.draw()
        #expect(drive.copied == first)
        // Meanwhile the file is kept, which is said over the page.
        try await drive.wait { $0.text.contains("Kept in") }
        drive.press(.enter, .character("y"))
        #expect(drive.copied?.number == first.number + 1)
    }
}
