import FoyerCore
import TestSupport
import Testing

/// Bytes as terminals send them, and what they mean.
@Suite struct InputTokenizerTests {
    private func tokens(_ pieces: [[UInt8]], _ keys: KeyTable = KeyTable()) -> [InputToken] {
        var tokenizer = InputTokenizer(keys: keys)
        return pieces.flatMap { tokenizer.read($0) } + tokenizer.giveUp()
    }

    private func events(_ pieces: [[UInt8]], _ keys: KeyTable = KeyTable()) -> [InputEvent] {
        tokens(pieces, keys).flatMap(\.events)
    }

    private func events(_ text: String) -> [InputEvent] { events([Array(text.utf8)]) }

    private func letters(_ text: String) -> [InputEvent] { text.unicodeScalars.map { .key(.character($0)) } }

    private static func table(_ entries: [(String, KeyEvent)]) -> KeyTable {
        KeyTable(entries.map { KeyTable.Entry(Array($0.0.utf8), $0.1) })
    }

    // MARK: - Keys

    struct Sequence: Sendable, CustomTestStringConvertible {
        var bytes: String
        var events: [InputEvent]
        var terminal = "any"
        var keys = KeyTable()
        var testDescription: String { "\(terminal) \(bytes.prefix(24).debugDescription)" }
    }

    private static let shared: [(bytes: String, events: [InputEvent])] = [
        ("a", [.key("a")]), ("é", [.key("é")]), ("茶", [.key("茶")]), ("\u{1F375}", [.key("\u{1F375}")]),
        ("\r", [.key(.enter)]), ("\n", [.key(.control("j"))]), ("\u{8}", [.key(.control("h"))]),
        ("\u{3}", [.key(.control("c"))]), ("\u{7F}", [.key(.backspace)]), ("\u{1C}", [.key(.control("\\"))]),
        ("\u{1B}[A", [.key(.up)]), ("\u{1B}OB", [.key(.down)]), ("\u{1B}[15~", [.key(.function(5))]),
        ("\u{1B}OP", [.key(.function(1))]), ("\u{1B}[[A", [.key(.function(1))]), ("\u{1B}[[E", [.key(.function(5))]),
        ("\u{1B}[Z", [.key(.backTab)]), ("\u{1B}x", [.key(.alt("x"))]), ("\u{1B}é", [.key(.alt("é"))]),
        ("\u{1B}Oq", [.key("1")]), ("\u{1B}OM", [.key(.enter)]), ("\u{1B}\r", [.key(.escape), .key(.enter)]),
        ("\u{1B}[27;5;97~", [.key(.control("a"))]), ("\u{1B}[97;3u", [.key(.alt("a"))]), ("\u{1B}[13u", [.key(.enter)]),
        ("\u{1B}[97;1:3u", []), ("\u{1B}[1;5C", [.key(.right)]), ("\u{1B}[3;2~", [.key(.delete)]),
        ("\u{1B}[200~a\rb\u{1B}[20\u{1B}[201~", [.paste("a\rb\u{1B}[20")]),
        ("\u{1B}[<0;3;2M", [.mouse(MouseEvent(.press, column: 2, row: 1))]),
        ("\u{1B}[<0;3;2m", [.mouse(MouseEvent(.release, column: 2, row: 1))]),
        ("\u{1B}[<16;3;2M", [.mouse(MouseEvent(.press, column: 2, row: 1))]),
        ("\u{1B}[<32;4;2M", [.mouse(MouseEvent(.drag, column: 3, row: 1))]),
        ("\u{1B}[<35;4;2M", [.mouse(MouseEvent(.move, column: 3, row: 1))]),
        ("\u{1B}[<2;3;2M", []), ("\u{1B}[<2;3;2m", []),
        ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.wheelDown, column: 0, row: 0))]),
        ("\u{1B}[M !!", [.mouse(MouseEvent(.press, column: 0, row: 0))]),
        ("\u{1B}[M#\"!", [.mouse(MouseEvent(.release, column: 1, row: 0))]),
        ("\u{1B}[M`!!", [.mouse(MouseEvent(.wheelUp, column: 0, row: 0))]),
        // Answers and reports of the terminal.
        ("\u{1B}[3;4R", []), ("\u{1B}[I", []), ("\u{1B}[?62;22c", []), ("\u{1B}P1$r0m\u{1B}\\", []),
        ("\u{1B}]11;rgb:0/0/0\u{7}", []), ("\u{1B}]52;c;\(String(repeating: "YWJj", count: 5_000))\u{1B}\\", []),
        ("\u{1B}_Gi=1;OK\u{1B}\\", []), ("\u{1B}[4;2$y", []),
    ]

    private static let arrows: [InputEvent] = [.up, .down, .right, .left].map { .key($0) }
    private static let pages: [InputEvent] = [.pageUp, .pageDown, .home, .end, .insert, .delete].map { .key($0) }
    private static let functions: [InputEvent] = (1...12).map { .key(.function($0)) }

    /// As each terminal sends them: arrows, the six keys above them, F1…F12, Shift-Tab, a click, and what is its own. The bytes
    /// of kitty and tmux were recorded; the others' are those of their entries of terminfo and manuals.
    private static let terminals: [Sequence] = [
        Sequence(
            bytes: "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}[5~\u{1B}[6~\u{1B}OH\u{1B}OF\u{1B}[2~\u{1B}[3~\u{1B}OP"
                + "\u{1B}OQ\u{1B}OR\u{1B}OS\u{1B}[15~\u{1B}[17~\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~\u{1B}[23~"
                + "\u{1B}[24~\u{1B}[Z\u{1B}Ow\u{1B}Oq\u{1B}OM\u{1B}[<0;9;5M\u{1B}[<0;9;5m",
            events: arrows + pages + functions
                + [.key(.backTab), .key(.home), .key(.end), .key(.enter)] + click(8, 4), terminal: "xterm",
            keys: table([("\u{1B}Ow", .home), ("\u{1B}Oq", .end), ("\u{1B}OM", .enter), ("\u{7F}", .backspace)])),
        Sequence(
            bytes: "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}[5~\u{1B}[6~\u{1B}[7~\u{1B}[8~\u{1B}[2~\u{1B}[3~\u{1B}[11~"
                + "\u{1B}[12~\u{1B}[13~\u{1B}[14~\u{1B}[15~\u{1B}[17~\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~"
                + "\u{1B}[23~\u{1B}[24~\u{1B}[Z\u{1B}[3$q\u{1B}[5^\u{1B}[a\u{1B}Oa\u{1B}[M )%\u{1B}[M#)%",
            events: arrows + pages + functions + [.key(.backTab), .key("q")] + click(8, 4), terminal: "rxvt"),
        Sequence(
            bytes: "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[4~\u{1B}[2~\u{1B}[3~\u{1B}[[A"
                + "\u{1B}[[B\u{1B}[[C\u{1B}[[D\u{1B}[[E\u{1B}[17~\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~\u{1B}[23~"
                + "\u{1B}[24~\u{1B}\t\u{7F}",
            events: arrows + pages + functions + [.key(.backTab), .key(.backspace)], terminal: "linux",
            keys: table([("\u{1B}[[A", .function(1)), ("\u{1B}\t", .backTab), ("\u{7F}", .backspace)])),
        Sequence(
            bytes: "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}[5~\u{1B}[6~\u{1B}OH\u{1B}OF\u{1B}[2~\u{1B}[3~\u{1B}OP"
                + "\u{1B}OQ\u{1B}OR\u{1B}OS\u{1B}[15~\u{1B}[17~\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~\u{1B}[23~"
                + "\u{1B}[24~\u{1B}[Z\u{1B}x\u{1B}[1;5A\u{1B}\r\u{7F}\u{1B}\u{1B}[<0;12;6M\u{1B}[<0;12;6m\u{1B}[<64;12;6M",
            events: arrows + pages + functions
                + [.backTab, .alt("x"), .up, .escape, .enter, .backspace, .escape].map { .key($0) }
                + click(11, 5) + [.mouse(MouseEvent(.wheelUp, column: 11, row: 5))], terminal: "kitty"),
        Sequence(
            bytes: "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[2~\u{1B}[3~\u{1B}OP"
                + "\u{1B}OQ\u{1B}OR\u{1B}OS\u{1B}[15~\u{1B}[17~\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~\u{1B}[23~"
                + "\u{1B}[24~\u{1B}[Z\u{1B}[<0;9;5M\u{1B}[<0;9;5m",
            events: arrows + pages + functions + [.key(.backTab)] + click(8, 4), terminal: "foot"),
        Sequence(
            bytes: "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[4~\u{1B}[2~\u{1B}[3~\u{1B}OP"
                + "\u{1B}OQ\u{1B}OR\u{1B}OS\u{1B}[15~\u{1B}[17~\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~\u{1B}[23~"
                + "\u{1B}[24~\u{1B}[Z\u{1B}[M )%\u{1B}[M#)%",
            events: arrows + pages + functions + [.key(.backTab)] + click(8, 4), terminal: "tmux"),
        // Sequences that no other terminal's look like.
        Sequence(
            bytes: "\u{1B}AxqP\u{1}A\r\u{1}Ax\u{1B}P1",
            events: [.key(.up)] + "xqP".unicodeScalars.map { .key(.character($0)) }
                + [.key(.function(2)), .key(.control("a")), .key("A"), .key("x"), .key(.function(1)), .key("1")],
            terminal: "vt52 and wyse",
            keys: table([
                ("\u{1B}A", .up), ("\u{1B}P", .function(1)), ("\u{1}A\r", .function(2)), ("\u{1}@\r", .function(1)),
            ])),
    ]

    private static func click(_ column: Int, _ row: Int) -> [InputEvent] {
        [.press, .release].map { .mouse(MouseEvent($0, column: column, row: row)) }
    }

    private static let sequences = shared.map { Sequence(bytes: $0.bytes, events: $0.events) } + terminals

    @Test(arguments: sequences) func `bytes mean the same wherever they are split`(sequence: Sequence) {
        let bytes = Array(sequence.bytes.utf8)
        #expect(events([bytes], sequence.keys) == sequence.events)
        let places = Set(Array(0..<min(bytes.count, 200)) + Array(max(0, bytes.count - 200)..<bytes.count))
        for place in places {
            let pieces = [Array(bytes[..<place]), Array(bytes[place...])]
            #expect(events(pieces, sequence.keys) == sequence.events, "cut at \(place)")
            #expect(tokens(pieces, sequence.keys).flatMap(\.bytes) == bytes)
        }
        let alone = [[0x71]] + bytes.prefix(300).map { [$0] } + bytes.dropFirst(300).map { [$0] } + [[0x71]]
        #expect(events(alone, sequence.keys) == [.key("q")] + sequence.events + [.key("q")], "each byte alone")
    }

    @Test func `a key with Shift, Alt or Control held is another key`() {
        for text in ["\u{1B}[1;9A", "\u{1B}[5;5~"] {
            guard case .modifiedKey = tokens([Array(text.utf8)]).first?.meaning else {
                Issue.record("\(text.debugDescription)")
                continue
            }
        }
        #expect(tokens([Array("\u{1B}[1;1A".utf8)]).first?.meaning == .key(.up))
    }

    @Test func `mouse reports with control bytes do not trap`() {
        for byte in UInt8.min...UInt8.max { _ = events([[0x1B, 0x5B, 0x4D, byte, byte, byte]]) }
        #expect(events("\u{1B}[M\u{3}!!").count <= 1)
        for text in ["\u{1B}[<0;-9223372036854775808;1M", "\u{1B}[<9223372036854775807;1;1M", "\u{1B}[<1;2M"] {
            #expect(events(text) == [])
        }
    }

    @Test(arguments: ["]", "P", "_", "[", "O"]) func `keys after Alt and a bracket are read`(_ sign: Unicode.Scalar) {
        var keys = InputTokenizer()
        #expect(keys.read([0x1B, UInt8(sign.value)]) == [])
        #expect(keys.patience == InputTokenizer.keyPatience)
        #expect(keys.giveUp().flatMap(\.events) == [.key(.alt(sign))])
        let next = keys.read(Array("a1\r".utf8)).flatMap(\.events)
        #expect(next == [.key("a"), .key("1"), .key(.enter)] && keys.patience == nil)
    }

    @Test(arguments: ["]", "P", "_"]) func `what begins no answer is keys, though no pause comes`(
        _ sign: Unicode.Scalar
    ) {
        #expect(events("\u{1B}\(sign)hello") == [.key(.alt(sign))] + letters("hello"))
        #expect(events("\u{1B}\(sign)\u{1B}[A") == [.key(.alt(sign)), .key(.up)])
        #expect(events("\u{1B}\(sign)\r") == [.key(.alt(sign)), .key(.enter)])
    }

    @Test func `an escape before a pause is a key, and a longer piece is none`() {
        #expect(events("\u{1B}") == [.key(.escape)])
        #expect(events("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
        #expect(events("\u{1B}[1;") == [])
        #expect(events("\u{1B}[1\u{1B}[A") == [.key(.up)])
    }

    @Test func `what is unfinished is bounded`() {
        for start in ["\u{1B}]52;c;", "\u{1B}P1$r", "\u{1B}_G", "\u{1B}[200~"] {
            var keys = InputTokenizer()
            #expect(keys.read(Array(start.utf8)).flatMap(\.events) == [])
            for _ in 0..<64 { #expect(keys.read([UInt8](repeating: 0x41, count: 1 << 14)).flatMap(\.events) == []) }
            #expect(keys.unfinished.count <= 256)
            let ended = keys.read(Array("\u{1B}\\\u{1B}[201~q".utf8)).flatMap(\.events)
            #expect(ended.last == .key("q"))
            if case .paste(let text) = ended.first { #expect(text.utf8.count == InputTokenizer.longestPaste) }
        }
        // A sequence of keys is never that long.
        let long = events("\u{1B}[" + String(repeating: "1", count: 1000) + "q")
        #expect(long.last == .key("q"))
    }

    // MARK: - Answers

    /// Answers, and the bytes that are none.
    private struct Read: Equatable {
        var answers: [TerminalAnswer] = []
        var keys: [UInt8] = []
    }

    private func read(_ text: String) -> Read { read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) -> Read {
        var read = Read()
        for token in tokens([bytes]) {
            switch token.meaning {
            case .answer(let answer): read.answers.append(answer)
            case .partOfAnswer: break
            default: read.keys += token.bytes
            }
        }
        return read
    }

    @Test(
        arguments: [
            ("\u{1B}P>|XTerm(379)\u{1B}\\", .name("XTerm(379)")),
            ("\u{1B}P>|tmux 3.3a\u{1B}\\", .name("tmux 3.3a")),
            ("\u{1B}P>|b\u{8}\u{1B}\\", nil),
            ("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1$r48:2:1:2:3m\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1$r0;48;2;1;2;3m\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1$r0;48:5:16m\u{1B}\\", .indexedColors), ("\u{1B}P1$r0;48;5;16m\u{1B}\\", .indexedColors),
            ("\u{1B}P1$r48;5;999m\u{1B}\\", .exactColors(false)), ("\u{1B}P1$r5;16m\u{1B}\\", .exactColors(false)),
            ("\u{1B}P1$r0m\u{1B}\\", .exactColors(false)),
            ("\u{1B}P0$r\u{1B}\\", .nothing),
            ("\u{1B}P1$r4 q\u{1B}\\", .cursorShape(4)), ("\u{1B}P1$rx q\u{1B}\\", .nothing),
            ("\u{1B}P1+r524742=38\u{1B}\\", .exactColors(true)),
            ("\u{1B}P1+r5463\u{1B}\\", .exactColors(true)),
            ("\u{1B}P0+r524742\u{1B}\\", .nothing),
            ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .ground(0xFF8000)),
            ("\u{1B}]11;rgb:f/8/0\u{7}", .ground(0xFF8800)),
            ("\u{1B}]11;rgba:1111/1111/1111/ffff\u{1B}\\", .ground(0x111111)),
            ("\u{1B}]10;#102030\u{7}", .text(0x102030)),
            ("\u{1B}]11;rgb:+f/-8/0\u{7}", .nothing),
            ("\u{1B}]11;rgb:12345/0/0\u{7}", .nothing),
            ("\u{1B}[?2026;2$y", .mode(2026, isKnown: true)),
            ("\u{1B}[?2026;0$y", .mode(2026, isKnown: false)),
            ("\u{1B}[?2026;4$y", .mode(2026, isKnown: false)),
            ("\u{1B}[6;20;9t", .cell(.init(width: 9, height: 20))),
            ("\u{1B}[6;0;9t", .nothing),
            ("\u{1B}[6;99999999999999999999;9t", .nothing),
            ("\u{1B}_Gi=31;OK\u{1B}\\", .kittyGraphics(true)),
            ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", .kittyGraphics(false)),
            ("\u{1B}_Gi=7;OK\u{1B}\\", .nothing),
            ("\u{1B}[?1;0;1024S", .sixelRegisters(1024)),
            ("\u{1B}[?1;3;0S", .nothing),
            ("\u{1B}[?2;0;1190;688S", .sixelMaximum(.init(width: 1190, height: 688))),
            ("\u{1B}[?62;4;22c", .attributes(hasSixel: true)),
            ("\u{1B}[?4;6c", .attributes(hasSixel: false)),
            ("\u{1B}[?62;52c", .attributes(hasSixel: false, hasClipboard: true)),
            ("\u{1B}[?52;4c", .attributes(hasSixel: true)),
            ("\u{1B}[?62;c", .attributes(hasSixel: false)),
            ("\u{1B}[?997;1n", .scheme(isLight: false)),
            ("\u{1B}[?997;2n", .scheme(isLight: true)),
        ] as [(String, TerminalAnswer?)])
    func `answers are read`(bytes: String, answer: TerminalAnswer?) {
        guard let answer else { return #expect(read(bytes).answers.isEmpty) }
        #expect(read(bytes) == Read(answers: [answer]))
    }

    @Test(arguments: [
        "q", "\u{1B}", "\u{1B}q", "\u{1B}[A", "\u{1B}[1;5D", "\u{1B}[5~", "\u{1B}OP", "\u{1B}\u{1B}[A", "\u{1B}P",
        "\u{1B}Pq", "\u{1B}]", "\u{1B}_x", "\u{1B}[", "\u{1B}[<0;3;4M", "\u{1B}]52;c;\u{7}", "\u{1B}[200~", "\u{1B}P1x",
        "\u{E4}", "\u{1B}]52;c;\(String(repeating: "YWJj", count: 500))\u{1B}\\", "\u{1B}[M !!",
    ])
    func `what is no answer keeps its bytes`(bytes: String) {
        #expect(read(bytes) == Read(keys: Array(bytes.utf8)))
        #expect(read(Array(bytes.utf8) + [0xE4]) == Read(keys: Array(bytes.utf8) + [0xE4]))
    }

    @Test func `keys between answers stay`() {
        let bytes = "a\u{1B}[?62;4cb\u{1B}[A\u{1B}]11;rgb:0/0/0\u{7}\u{1B}x\u{1B}[?2026;2$y"
        let read = read(bytes)
        #expect(read.answers == [.attributes(hasSixel: true), .ground(0), .mode(2026, isKnown: true)])
        #expect(read.keys == Array("ab\u{1B}[A\u{1B}x".utf8))
    }

    @Test func `an endless answer is dropped and means nothing`() {
        var bytes = Array("\u{1B}P>|".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        #expect(read(bytes) == Read())
        bytes += Array("\u{1B}\\q".utf8)
        #expect(read(bytes) == Read(answers: [.nothing], keys: Array("q".utf8)))
    }

    @Test func `a key within an answer that is cut is a key`() {
        #expect(read("\u{1B}]11;rgb:\rq") == Read(keys: Array("\rq".utf8)))
        #expect(read("\u{1B}]11;rgb:\u{1B}[?62;4c") == Read(answers: [.attributes(hasSixel: true)]))
        #expect(read("\u{1B}]11;rgb:\u{18}q") == Read(keys: Array("q".utf8)))
    }

    // MARK: - Storms

    /// Most of the bytes may begin a sequence. Nothing traps, in whatever pieces they come; no byte comes out that did not go
    /// in; whole and in pieces they mean the same; and what follows a pause is read again.
    @Test func `random bytes in random pieces`() {
        var random = SplitMix64(seed: 6)
        let likely = Array("\u{1B}\u{1B}\u{1B}[[]PO_M<;0129~Rmu:$\u{7}\\a\r茶".utf8)
        for _ in 0..<20_000 {
            var keys = InputTokenizer()
            var (bytes, tokens): ([UInt8], [InputToken]) = ([], [])
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                let piece = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                    Int.random(in: 0..<4, using: &random) == 0
                        ? UInt8.random(in: .min ... .max, using: &random)
                        : likely[Int.random(in: likely.indices, using: &random)]
                }
                bytes += piece
                tokens += keys.read(piece)
            }
            tokens += keys.giveUp()
            #expect(tokens.flatMap(\.bytes) + keys.unfinished == bytes)
            #expect(tokens.flatMap(\.events) == self.events([bytes]), "\(bytes)")
            let last = keys.read(Array("\u{1B}[201~q".utf8)).flatMap(\.events).last
            #expect(last == .key("q"))
        }
    }

    /// Answers, keys, pieces of both and garbage.
    @Test(arguments: 0..<100) func `storms of answers`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "\u{1B}[?62;4c", "\u{1B}P>|foot(1.13.1)\u{1B}\\", "\u{1B}]11;rgb:1/2/3\u{7}", "\u{1B}_Gi=31;OK\u{1B}\\",
            "\u{1B}[A", "\u{1B}", "q", "\u{1B}P", "\u{1B}]1", "\u{1B}[?", "\u{7}", "\u{1B}\\", "\r", "\u{1B}[6;1;1t",
            "9;",
        ].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        for _ in 0..<300 {
            var piece = pieces.randomElement(using: &random) ?? []
            if Int.random(in: 0..<4, using: &random) == 0 {
                piece = piece.map { _ in .random(in: 0...255, using: &random) }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                piece = Array(piece.dropLast(.random(in: 0...2, using: &random)))
            }
            bytes += piece
        }
        var tokenizer = InputTokenizer()
        let count = (tokenizer.read(bytes) + tokenizer.giveUp()).reduce(0) { $0 + $1.bytes.count }
        #expect(count + tokenizer.unfinished.count <= bytes.count && tokenizer.patience == nil)
    }
}
