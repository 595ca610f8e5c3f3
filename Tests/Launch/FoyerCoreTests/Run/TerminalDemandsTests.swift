import Testing

@testable import FoyerCore

/// What a program's output tells about its wish for the terminal.
struct TerminalDemandsTests {
    private func wants(_ text: String, inPiecesOf size: Int) -> Bool {
        var wishes = TerminalDemands()
        var found = false
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) where wishes.take(Array(bytes[start...].prefix(size))) {
            found = true
        }
        return found
    }

    @Test(arguments: [
        "\u{1B}[?1049h", "\u{1B}[?1;1002h", "\u{1B}[?2004h", "\u{1B}[c", "\u{1B}[0c", "\u{1B}[>c", "\u{1B}[6n",
        "\u{1B}[?996n",
        "\u{1B}[?2026$p", "\u{1B}[>q", "\u{1B}[>0q", "\u{1B}[?u", "\u{1B}[18t", "\u{1B}[?2;1;0S", "\u{1B}Z",
        "\u{1B}[\n>q", "\u{1B}]11;?\u{7}", "\u{1B}]10;?\u{1B}\\", "\u{1B}]4;7;?\u{7}", "\u{1B}P+q544e\u{1B}\\",
        "\u{1B}P$qm\u{1B}\\",
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\",
    ])
    func aQuestionOrAModeIsAWishInWhateverPieces(_ text: String) {
        for size in [1, 2, 3, 100] { #expect(wants("before" + text + "after", inPiecesOf: size), "\(size)") }
    }

    @Test(arguments: [
        "plain\n", "\u{1B}[?1049\u{18}h", "\u{1B}[31mred\u{1B}[0m", "\u{1B}[2J\u{1B}[H", "\u{1B}[?25l", "\u{1B}[?1049l",
        "\u{1B}[?7h",
        "\u{1B}[4h",
        "\u{1B}]0;what is 11;? here\u{7}", "\u{1B}]2;title\u{1B}\\", "\u{1B}]9;4;1;50\u{7}", "\u{1B}[1 q", "\u{1B}[3t",
        "\u{1B}Pq#0;2;0;0;0\u{1B}\\", "\u{1B}_Ga=T,f=24;AAAA\u{1B}\\", "\u{1B}7\u{1B}8\u{1B}(B",
    ])
    func coloursTitlesAndPicturesAreNone(_ text: String) {
        for size in [1, 4, 100] { #expect(!wants(text, inPiecesOf: size), "\(size)") }
    }
}
