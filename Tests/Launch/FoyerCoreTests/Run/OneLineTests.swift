import TestSupport
import Testing

@testable import FoyerCore

/// What is written for a line of ours, as a transcript: the command's output between `‹` and `›`.
@Suite struct OneLineTests {
    private static let first = Instant.zero + .seconds(100)

    /// `→` is a return, `⌫` erases to the end of the line.
    private func shown(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\r\u{1B}[K", with: "⌫").replacing("\u{1B}[K\r", with: "")
            .replacing("\r\n", with: "⏎").replacing("\r", with: "→").replacing("\u{1B}", with: "^")
    }

    /// The line is there from the beginning, and each piece comes a second after the one before.
    private func transcript(_ pieces: [String], apart: Duration = .seconds(1)) -> String {
        var (line, now) = (OneLine(), Self.first)
        var text = shown(line.show("LINE", at: now))
        for piece in pieces {
            now += apart
            text += " | " + shown(line.pass(Array(piece.utf8), at: now))
        }
        return text
    }

    @Test func itStandsBelowWholeLines() {
        #expect(transcript(["one\r\n", "two\r\nthree\r\n"]) == "→LINE | ⌫one⏎→LINE | ⌫two⏎three⏎→LINE")
    }

    @Test func itStandsBehindNoHalfLineAndNoBar() {
        #expect(transcript(["half", " more", "\r\n"]) == "→LINE | ⌫half |  more | ⏎→LINE")
        #expect(transcript(["10 %\r", "20 %\r", "done\r\n"]) == "→LINE | ⌫10 %→ | 20 %→ | done⏎→LINE")
        #expect(transcript(["a\r\nb"]) == "→LINE | ⌫a⏎b")
        #expect(transcript(["Password: ", "\r\n"]) == "→LINE | ⌫Password:  | ⏎→LINE")
        // A line feed alone leaves the cursor where it was.
        #expect(transcript(["raw\n", "\r"]) == "→LINE | ⌫raw\n | →→LINE")
    }

    @Test func itStandsInNoColourOfTheCommands() {
        #expect(
            transcript(["^[31mred\r\n".replacing("^", with: "\u{1B}"), "\u{1B}[0m\r\n"])
                == "→LINE | ⌫^[31mred⏎ | ^[0m⏎→LINE")
        #expect(transcript(["\u{1B}[31mred\u{1B}[39m\r\n"]).hasSuffix("⏎→LINE"))
        #expect(transcript(["\u{1B}[1;38;5;9mred\u{1B}[22;39m\r\n"]).hasSuffix("⏎→LINE"))
        #expect(!transcript(["\u{1B}[4:3mwave\r\n"]).hasSuffix("LINE"))
        #expect(transcript(["\u{1B}[4:3mwave\r\n", "\u{1B}[m"]).hasSuffix("^[m→LINE"))
        #expect(!transcript(["\u{1B}(0lqk\r\n"]).hasSuffix("LINE"))
        #expect(transcript(["\u{1B}(0lqk\u{1B}(B\r\n"]).hasSuffix("LINE"))
    }

    /// Cut at each place, with a pause in which the line is drawn again.
    @Test(arguments: [
        "\u{1B}[31mz", "\u{1B}]9;4;1;42\u{1B}\\", "\u{1B}]9;4;3\u{7}", "\u{1B}]8;;http://h\u{7}", "\u{1B}[?25l",
        "\u{1B}(B",
        "\u{1B}Pq~\u{1B}\\", "\u{1B}_Ga=T;AA\u{1B}\\", "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;a\u{7}\u{1B}\\", "\u{1B}[38;5;9m",
    ]) func noSequenceIsCut(sequence: String) {
        let bytes = Array(sequence.utf8)
        for cut in 1..<bytes.count {
            var (line, now) = (OneLine(), Self.first)
            var passed = line.show("LINE", at: now)
            for piece in [Array("one\r\n".utf8), Array(bytes[..<cut]), Array(bytes[cut...])] {
                now += .seconds(1)
                passed += line.pass(piece, at: now)
                now += .seconds(1)
                if line.nextDeadline.map({ $0 <= now }) == true { passed += line.show("NEXT", at: now) }
            }
            let text = String(decoding: passed, as: UTF8.self)
            #expect(text.contains(sequence), "cut at \(cut): \(text.debugDescription)")
        }
    }

    @Test func itStandsInNoSequence() {
        #expect(transcript(["one\r\n\u{1B}[3", "1mred\u{1B}[m\r\n"]) == "→LINE | ⌫one⏎^[3 | 1mred^[m⏎→LINE")
        #expect(transcript(["\u{1B}]0;title", " more\u{7}"]).hasSuffix("→LINE"))
        #expect(!transcript(["\u{1B}]0;title\r\n"]).hasSuffix("LINE"))
    }

    /// What may stand below is not known, until the command has cleared it.
    @Test func itStandsNowhereWhereTheCommandHasMovedTheCursor() {
        for sequence in [
            "\u{1B}[1A", "\u{1B}[5;1H", "\u{1B}M", "\u{1B}[2d", "\u{1B}[1F", "\u{1B}8", "\u{1B}[u", "\u{1B}[2L",
            "\u{1B}[3S", "\u{1B}#8",
        ] {
            #expect(!transcript(["one\r\n" + sequence + "\r\n", "two\r\n"]).hasSuffix("LINE"), "\(sequence)")
        }
        #expect(transcript(["\u{1B}[1A\r\n", "\u{1B}[J\r\n"]).hasSuffix("LINE"))
        // As vite begins, and `clear`.
        #expect(transcript(["\u{1B}[1;1H\u{1B}[0Jvite\r\n"]).hasSuffix("LINE"))
        #expect(transcript(["\u{1B}[H\u{1B}[2J\u{1B}[3J", "one\r\n"]).hasSuffix("LINE"))
        #expect(transcript(["\u{1B}[2J\u{1B}[H"]).hasSuffix("LINE"))
        #expect(!transcript(["\u{1B}[2J\u{1B}[Hone\u{1B}[H\r\n"]).hasSuffix("LINE"))
    }

    @Test func itStandsInNoRegionAndOnNoSecondScreen() {
        #expect(!transcript(["\u{1B}[2;9r\r\n", "\u{1B}[r\u{1B}[2J\u{1B}[H"]).hasSuffix("LINE"))
        #expect(transcript(["\u{1B}[?1049h\u{1B}[H\u{1B}[2J", "x\r\n"]) == "→LINE | ⌫^[?1049h^[H^[2J | x⏎")
        #expect(!transcript(["\u{1B}[4h\r\n"]).hasSuffix("LINE"))
    }

    @Test func whatSaysNothingOfTheScreenIsNoReason() {
        #expect(
            transcript(["\u{1B}[?25l", "\u{1B}]8;;http://x\u{1B}\\x\u{1B}]8;;\u{1B}\\\r\n", "\u{1B}[?2004l"]).hasSuffix(
                "^[?2004l→LINE"))
        for sequence in ["\u{1B})0", "\u{1B}*0", "\u{1B}%G", "\u{1B} F", "\u{1B}[1J", "\u{1B}[3J", "\u{1B}[9J"] {
            #expect(transcript([sequence, "one\r\n"]).hasSuffix("⏎→LINE"), "\(sequence)")
        }
    }

    /// It comes back at once, but not behind each of many pieces.
    @Test func outputThatGoesOnAndOnIsNotDoubled() {
        var (line, now, bytes) = (OneLine(), Self.first, 0)
        _ = line.show("LINE", at: now)
        for _ in 0..<1050 {
            now += .milliseconds(1)
            bytes += line.pass(Array("x\r\n".utf8), at: now).count - 3
        }
        #expect(bytes < 10 * 20, "\(bytes)")
        #expect(!line.isShown && line.nextDeadline.map { $0 > now && $0 <= now + OneLine.pause } == true)
        #expect(shown(line.show("LINE", at: now + OneLine.pause)) == "→LINE")
    }

    @Test func whatIsGoneIsGone() {
        var line = OneLine()
        #expect(line.nextDeadline == .zero)
        _ = line.show("LINE", at: Self.first)
        #expect(line.nextDeadline == Self.first + OneLine.interval && line.isShown)
        #expect(shown(line.hide()) == "⌫" && line.hide().isEmpty && !line.isShown)
        #expect(shown(line.show("LINE", at: Self.first + .seconds(1))) == "→LINE")
        // The same text is not written again.
        #expect(line.show("LINE", at: Self.first + .seconds(2)).isEmpty)
        #expect(shown(line.end()) == "⌫" && line.nextDeadline == nil)
        #expect(line.show("more", at: Self.first + .seconds(3)).isEmpty)
        #expect(shown(line.pass(Array("x\r\n".utf8), at: Self.first + .seconds(4))) == "x⏎")
    }

    /// The line ends within a picture are the picture's.
    @Test func aLineIsNotDrawnWithinALongPicture() {
        let picture = "\u{1B}P0q" + String(repeating: String(repeating: "~", count: 99) + "\r\n", count: 80)
        #expect(!transcript([picture]).hasSuffix("LINE"))
        #expect(transcript([picture + "\u{1B}\\", "\r\n"]).hasSuffix("LINE"))
        // An escape ends one that was never finished.
        #expect(transcript([picture + "\u{1B}[m", "\r\n"]).hasSuffix("LINE"))
    }

    /// Whatever is written: without our own bytes it is the command's output, byte for byte.
    @Test(arguments: 0..<100) func nothingOfTheCommandsIsLost(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "a", "\r\n", "\r", "\n", "\u{1B}", "[31m", "\u{1B}[m", "\u{1B}[?1049h", "\u{1B}[2J\u{1B}[H", "\t", "é",
        ]
        var (line, now) = (OneLine(), Self.first)
        var (written, passed) = ("", [UInt8]())
        for _ in 0..<40 {
            now += .milliseconds(Int64.random(in: 0...300, using: &random))
            if Bool.random(using: &random) {
                passed += line.show("LINE", at: now)
            } else {
                let piece = pieces.randomElement(using: &random) ?? ""
                written += piece
                passed += line.pass(Array(piece.utf8), at: now)
            }
        }
        passed += line.end()
        let text = String(decoding: passed, as: UTF8.self)
        #expect(text.replacing("\rLINE\u{1B}[K\r", with: "").replacing("\r\u{1B}[K", with: "") == written)
    }
}

@Suite struct OneLineTextTests {
    private let vite = OneLineText(name: "vite", fraction: 0.43, time: "about 4 s", status: "bundling chunk 4")

    @Test func itSaysWhatThereIsRoomFor() {
        #expect(vite.line(turn: 0, columns: 80) == " ⠋ vite  ▓▓▓░░░░░ 43 %  about 4 s  bun…")
        #expect(vite.line(turn: 11, columns: 30) == " ⠙ vite  ▓▓▓░░░░░ 43 %  bund…")
        #expect(vite.line(turn: 0, columns: 12) == " ⠋ vite  ▓▓")
        #expect(vite.line(turn: 0, columns: 1).isEmpty && vite.line(turn: 0, columns: 0).isEmpty)
    }

    /// Where it stands on a blank, the cursor covers nothing.
    @Test func `the cursor stands on the blank before the line`() {
        var line = OneLine()
        let bytes = line.show(vite.line(turn: 0, columns: 80), at: .zero)
        #expect(bytes.starts(with: "\r ⠋".utf8) && bytes.suffix(4) == Array("\u{1B}[K\r".utf8)[...])
    }

    @Test func `the parts of the line are the line`() {
        let parts = vite.parts(turn: 0, columns: 80)
        #expect(parts.map(\.role) == [.accent, .name, .accent, .quiet, .text, .quiet, .quiet])
        #expect(parts.map(\.text.string).joined() == vite.line(turn: 0, columns: 80).string)
        #expect(parts[2].text == "▓▓▓" && parts[4].text == " 43 %")
    }

    @Test func itIsNeverWiderThanItMay() {
        for columns in 1...60 {
            for name in ["v", "a name that is rather long", "打包工具在這裡工作"] {
                let text = OneLineText(name: SafeText(name), fraction: 1, time: "約 40 秒", status: "正在打包第四塊，還有很多")
                let line = text.line(turn: columns, columns: columns)
                #expect(line.columns <= min(39, columns - 1), "\(line)")
            }
        }
    }

    @Test func whatNobodyKnowsHasNoNumber() {
        let unknown = OneLineText(name: "vite")
        #expect(unknown.line(turn: 0, columns: 80) == " ⠋ vite  ▓▓░░░░░░")
        #expect(unknown.line(turn: 7, columns: 80) == " ⠧ vite  ░░░░░▓▓░")
        let still = OneLineText(name: "vite", isASCII: true, moves: false)
        #expect(still.line(turn: 3, columns: 80) == " * vite  ........")
        #expect(still.line(turn: 4, columns: 80) == still.line(turn: 3, columns: 80))
    }

    @Test func inASCIIItIsASCII() {
        var text = vite
        text.isASCII = true
        #expect(text.line(turn: 1, columns: 80) == " / vite  ###..... 43 %  about 4 s  b...")
    }
}

extension OneLineText {
    /// The line without its colours.
    fileprivate func line(turn: Int, columns: Int) -> SafeText {
        parts(turn: turn, columns: columns).reduce("") { $0 + $1.text }
    }
}
