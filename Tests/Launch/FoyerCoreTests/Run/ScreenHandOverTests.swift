import TestSupport
import Testing

@testable import FoyerCore

/// What is written between a splash and the command behind it.
@Suite struct ScreenHandOverTests {
    private static let leaving =
        "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1l\u{1B}>\u{1B}[m\u{1B}[?25h\u{1B}[?1049l\u{1B}[23;0;0t"
    private static let others = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1l\u{1B}>\u{1B}[m\u{1B}[?25h\u{1B}[23;0;0t"
    private static let cleared = "\u{1B}[m\u{1B}[2J"

    private func take(_ text: String, pieces: Int = .max, leaving: String = leaving) -> (text: String, isHeld: Bool) {
        var screen = ScreenHandOver(leaving: Array(leaving.utf8))
        var (rest, passed) = (Array(text.utf8)[...], [UInt8]())
        while !rest.isEmpty {
            passed += screen.take(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        return (String(decoding: passed, as: UTF8.self), screen.isHeld)
    }

    @Test func textComesAfterTheScreenHasBeenLeft() {
        let shown = take("hi\r\n")
        #expect(shown.text == Self.others + "\u{1B}[?1049lhi\r\n" && !shown.isHeld)
        #expect(take("\u{1B}[31mred").text == Self.others + "\u{1B}[?1049l\u{1B}[31mred")
    }

    /// As vim, htop and nano begin.
    @Test(arguments: [
        (
            "",
            "\u{1B}[22;0;0t\u{1B}[>4;2m\u{1B}[?1h\u{1B}=\u{1B}[?2004h\u{1B}[1;24r\u{1B}[?12h\u{1B}[m\u{1B}[H\u{1B}[2J~"
        ),
        ("", "\u{1B}[22;0;0t\u{1B}[1;24r\u{1B}(B\u{1B}[m\u{1B}[4l\u{1B}[?7h\u{1B}[?1h\u{1B}=\u{1B}[?25l"),
        ("\u{1B}[?2004h", "\u{1B}[22;0;0t\u{1B}(B\u{1B}[m\u{1B}[4l\u{1B}[39;49m\u{1B}[2;3Hx"),
    ]) func whoEntersTheAlternateScreenFindsItThere(before: String, after: String) {
        let shown = take(before + "\u{1B}[?1049h" + after)
        #expect(shown.text == Self.others + Self.cleared + before + after && !shown.isHeld)
    }

    /// As `less` begins: where its text stands depends on where the cursor was.
    @Test(arguments: ["\u{1B}[22;0;0t\u{1B}[?1h\u{1B}=\r1\r\n2", "text", "", "\u{1B}[2Bx", "\u{1B}[K"])
    func whoGoesOnWhereTheCursorWasFindsItThere(after: String) {
        #expect(take("\u{1B}[?1049h" + after).text == Self.others + "\u{1B}[?1049l\u{1B}[?1049h" + after)
    }

    private static let ofTheScreen = [
        "\u{1B}]133;A\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}]1337;File=inline=1:AAAA\u{7}", "\u{1B}]0;title\u{7}",
        "\u{1B}Pq#0;2;0;0;0#0~~\u{1B}\\", "\u{1B}_Ga=T,f=24;AAAA\u{1B}\\", "\u{1B}[>1u", "\u{1B}[<u", "\u{1B}[=1;1u",
        "\u{1B}Ptmux;\u{1B}\u{1B}]1337;a\u{7}\u{1B}\\", "\u{1B}Ptmux;\u{1B}\u{1B}]11;?\u{1B}\u{1B}\\\u{1B}\\",
        "\u{1B}[2 q", "\u{1B}^privacy\u{1B}\\", "\u{1B}]8;;http://h\u{7}",
    ]

    /// Pictures, the clipboard, marks and kitty's keys are the user's screen's, not the splash's.
    @Test(arguments: ofTheScreen) func whatBelongsToTheUsersScreenFollowsTheLeaveWhole(sequence: String) {
        for before in ["", "\u{1B}[?2004h\u{1B}[>4;2m\u{1B}="] {
            let text = before + sequence
            #expect(take(text) == (Self.others + "\u{1B}[?1049l" + text, false))
            // In whatever pieces it comes.
            let bytes = Array(text.utf8)
            for cut in 1..<bytes.count {
                var screen = ScreenHandOver(leaving: Array(Self.leaving.utf8))
                let passed = screen.take(Array(bytes[..<cut])) + screen.take(Array(bytes[cut...])) + screen.giveUp()
                #expect(passed == Array((Self.others + "\u{1B}[?1049l" + text).utf8), "cut at \(cut)")
            }
        }
        // Who then enters the alternate screen has left it before.
        #expect(
            take(sequence + "\u{1B}[?1049h\u{1B}[H").text
                == Self.others + "\u{1B}[?1049l" + sequence + "\u{1B}[?1049h\u{1B}[H")
    }

    /// A picture has megabytes: it is not collected until its end.
    @Test(arguments: [1, 700, .max]) func aLongPictureFollowsTheLeaveWhole(pieces: Int) {
        let picture = "\u{1B}[?2004h\u{1B}Pq" + String(repeating: "~", count: 3 * OutputParser.longest)
        let shown = take(picture, pieces: pieces)
        #expect(shown == (Self.others + "\u{1B}[?1049l" + picture, false), "before its end has come")
        let whole = picture + "\u{1B}\\hi\r\n"
        #expect(take(whole, pieces: pieces) == (Self.others + "\u{1B}[?1049l" + whole, false))
        // A question is recognized by its end.
        let question = "\u{1B}]11;" + String(repeating: "x", count: 2000) + ";?\u{7}"
        #expect(take(question, pieces: pieces) == (Self.others + question, true))
    }

    @Test func modesWaitForTheLeaveOrForTheCommandsOwnScreen() {
        var screen = ScreenHandOver(leaving: Array(Self.leaving.utf8))
        let modes = "\u{1B}[?2004h\u{1B}[?1h\u{1B}=\u{1B}[>4;2m\u{1B}[22;0t"
        #expect(screen.take(Array(modes.utf8)) == Array(Self.others.utf8) && screen.isHeld)
        #expect(screen.giveUp() == Array(("\u{1B}[?1049l" + modes).utf8))
    }

    @Test func questionsArePassedOnBeforeItIsLeft() {
        for text in [
            "\u{1B}[c", "\u{1B}[>0q\u{1B}]11;?\u{7}", "\u{1B}P+q524742\u{1B}\\", "\u{1B}P$qm\u{1B}\\", "\u{1B}[?u",
            "\u{1B}[?2026$p", "\u{1B}[14t\u{1B}[16t", "\u{1B}[?1;1;0S", "\u{1B}[>c", "\u{1B}[?4m",
        ] {
            #expect(take(text) == (Self.others + text, true))
        }
        // Where the cursor is, is asked of the command's own screen.
        #expect(take("\u{1B}[6n").text == Self.others + "\u{1B}[?1049l\u{1B}[6n")
    }

    @Test(arguments: [1, 2, 3, 5]) func itComesInAnyPieces(size: Int) {
        for text in ["\u{1B}[?2004hhi", "\u{1B}]2;title\u{7}\u{1B}[?1hhi\r\n"] {
            #expect(take(text, pieces: size).text == take(text).text)
        }
        // What follows is not known yet.
        let shown = take("\u{1B}[?1049h\u{1B}[H~", pieces: size)
        #expect(shown.text == Self.others + "\u{1B}[?1049l\u{1B}[?1049h\u{1B}[H~")
    }

    @Test func itDoesNotStayForEver() {
        var silent = ScreenHandOver(leaving: Array(Self.leaving.utf8))
        #expect(silent.take([]).isEmpty && silent.isHeld)
        #expect(
            silent.giveUp() == Array((Self.others + "\u{1B}[?1049l").utf8) && !silent.isHeld && silent.giveUp().isEmpty)
        var half = ScreenHandOver(leaving: Array(Self.leaving.utf8))
        #expect(half.take(Array("\u{1B}[c\u{1B}[?10".utf8)) == Array((Self.others + "\u{1B}[c").utf8))
        #expect(half.giveUp() == Array("\u{1B}[?1049l\u{1B}[?10".utf8))
        #expect(half.take(Array("49h".utf8)) == Array("49h".utf8))
    }

    @Test func aTerminalWithoutASecondScreenHasNoneToHold() {
        let shown = take("\u{1B}[?1049hx", leaving: "\u{1B}[m\r\n")
        #expect(shown == ("\u{1B}[m\r\n\u{1B}[?1049hx", false))
    }

    /// Whatever is written: nothing of the command's is lost, and the screen is left once or entered by the command.
    @Test(arguments: 0..<60) func nothingIsLostInAnyStorm(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "\u{1B}[c", "\u{1B}[?1h", "x", "\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}]0;t\u{7}", "\u{1B}", "[", "\r\n",
            "é",
        ]
        var screen = ScreenHandOver(leaving: Array(Self.leaving.utf8))
        var (written, passed) = ("", [UInt8]())
        for _ in 0..<12 {
            let piece = pieces.randomElement(using: &random) ?? ""
            written += piece
            passed += screen.take(Array(piece.utf8))
        }
        passed += screen.giveUp()
        let text = String(decoding: passed, as: UTF8.self)
        #expect(text.hasPrefix(Self.others))
        let rest = text.dropFirst(Self.others.count)
        #expect(rest.replacing("\u{1B}[?1049l", with: "") == written.replacing("\u{1B}[?1049l", with: ""))
    }
}
