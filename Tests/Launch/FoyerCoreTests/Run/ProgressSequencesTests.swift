import Testing

@testable import FoyerCore

/// Progress in a program's output, in whatever pieces it comes.
struct ProgressSequencesTests {
    private func take(_ text: String, piece: Int) -> (text: String, reports: [BarReport]) {
        var sequences = ProgressSequences()
        var (passed, reports): ([UInt8], [BarReport]) = ([], [])
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let taken = sequences.take(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            passed += taken.bytes
            reports += taken.reports
        }
        return (String(decoding: passed + sequences.held, as: UTF8.self), reports)
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func theyAreTakenOutAndSaid(piece: Int) {
        let said = take(
            "a\u{1B}]9;4;1;42\u{1B}\\b\u{1B}]9;4;3\u{7}c\u{1B}]9;4;0;\u{7}\u{1B}]9;4;2;250\u{7}\u{1B}]9;4;4\u{7}d",
            piece: piece)
        #expect(said.text == "abcd")
        #expect(said.reports == [.fraction(0.42), .indeterminate, .removed, .fraction(1), .indeterminate])
    }

    @Test(arguments: [1, 2, 5, 1000]) func allElsePassesAsItIs(piece: Int) {
        for text in [
            "\u{1B}", "\u{1B}\u{1B}[31mred", "\u{1B}]9;hello\u{7}", "\u{1B}]9;4;x\u{7}", "\u{1B}]9;4;9;1\u{7}",
            "\u{1B}]9;4;1;42", "\u{1B}]9;4;1\u{1B}[1m", "\u{1B}]9;4;11111111111111111111\u{7}z",
            "\u{1B}]9;4;1;2;3\u{7}", "\u{1B}]0;title\u{7}é",
        ] {
            let said = take(text, piece: piece)
            #expect(said.text == text)
            #expect(said.reports.isEmpty)
        }
        let doubled = take("\u{1B}]9;4;1;5\u{1B}\u{1B}]9;4;1;7\u{7}", piece: piece)
        #expect(doubled.text == "\u{1B}]9;4;1;5\u{1B}" && doubled.reports == [.fraction(0.07)])
        let broken = take("\u{1B}]9;4;1\u{1B}]9;4;1;7\u{7}", piece: piece)
        #expect(broken.text == "\u{1B}]9;4;1" && broken.reports == [.fraction(0.07)])
    }
}
