import FoyerCore
import Glibc
import TestSupport
import Testing

@testable import FoyerTUI

@Suite struct GlyphFitTests {
    /// Counts as a C library of old would: CJK is wide, marks take nothing, new emoji are unknown.
    private static func width(_ scalar: UInt32) -> Int32 {
        switch scalar {
        case ..<0x20, 0x7F..<0xA0, 0x1FAE8: -1
        case 0x300..<0x370, 0x200D: 0
        case 0x2E80..<0xA000, 0x1F300..<0x1FAE0: 2
        default: 1
        }
    }

    private let fit = GlyphFit(width: width, unicode: true)
    private let ascii = GlyphFit(width: width, unicode: false)

    private func cell(_ scalar: Unicode.Scalar, _ width: UInt8 = 1, marks: [Unicode.Scalar] = []) -> ScreenCell {
        ScreenCell(Glyph(base: scalar, marks: marks), width: width)
    }

    @Test func whatAgreesIsDrawnAsItIs() {
        #expect(fit.fit(cell("a"), isLed: false, hasTail: false) == .init(glyph: Glyph("a"), columns: 1))
        #expect(fit.fit(cell("茶", 2), isLed: false, hasTail: true) == .init(glyph: Glyph("茶"), columns: 2))
        #expect(fit.fit(cell(" ", 0), isLed: true, hasTail: false) == nil)
        let marked = cell("e", marks: ["\u{301}"])
        #expect(fit.fit(marked, isLed: false, hasTail: false) == .init(glyph: marked.glyph, columns: 1))
    }

    @Test func whatDisagreesTakesTheColumnsItSays() {
        let substitute = GlyphFit.Fitted(glyph: Glyph("\u{FFFD}"), columns: 1)
        #expect(fit.fit(cell("茶", 1), isLed: false, hasTail: false) == substitute)
        #expect(fit.fit(cell("a", 2), isLed: false, hasTail: true) == substitute)
        #expect(fit.fit(cell("茶", 2), isLed: false, hasTail: false) == substitute)
        #expect(fit.fit(cell("\u{1FAE8}", 2), isLed: false, hasTail: true) == substitute)
        #expect(fit.fit(cell("\u{1B}"), isLed: false, hasTail: false) == substitute)
        #expect(fit.fit(cell("\u{9B}"), isLed: false, hasTail: false) == substitute)
        // A right half without its left one.
        #expect(fit.fit(cell("x", 0), isLed: false, hasTail: false) == .init(glyph: .space, columns: 1))
    }

    @Test func marksThatWouldTakeAColumnAreDropped() {
        let cell = cell("e", marks: ["\u{301}", "x", "\u{1B}"])
        let wanted = GlyphFit.Fitted(glyph: Glyph(base: "e", marks: ["\u{301}"]), columns: 1)
        #expect(fit.fit(cell, isLed: false, hasTail: false) == wanted)
    }

    @Test func asciiHasNothingElse() {
        #expect(ascii.fit(cell("é"), isLed: false, hasTail: false) == .init(glyph: Glyph("?"), columns: 1))
        #expect(ascii.fit(cell("茶", 2), isLed: false, hasTail: true) == .init(glyph: Glyph("?"), columns: 1))
        let marked = cell("e", marks: ["\u{301}"])
        #expect(ascii.fit(marked, isLed: false, hasTail: false) == .init(glyph: Glyph("e"), columns: 1))
    }
}

@Suite struct ColorPairsTests {
    private func entry(_ foreground: CellColor, _ background: CellColor) -> ColorPairs.Entry {
        .init(foreground: Int32(foreground.bits), background: Int32(background.bits))
    }

    @Test func aPairIsDefinedOnce() {
        var pairs = ColorPairs(limit: 10)
        var defined: [Int32] = []
        for _ in 0..<3 {
            for blue in UInt8(1)...3 {
                _ = pairs.pair(.rgb(0, 0, blue), .rgb(9, 9, 9), resolve: entry) { number, _ in defined.append(number) }
            }
        }
        #expect(defined == [1, 2, 3])
    }

    @Test func coloursThatComeOutAlikeShareAPair() {
        var pairs = ColorPairs(limit: 10)
        var defined = 0
        let same = ColorPairs.Entry(foreground: 5, background: -1)
        for red in UInt8(0)..<50 {
            let pair = pairs.pair(.rgb(red, 0, 0), .ground, resolve: { _, _ in same }, define: { _, _ in defined += 1 })
            #expect(pair?.number == 1)
        }
        #expect(defined == 1)
    }

    @Test func theDefaultsNeedNoPair() {
        var pairs = ColorPairs(limit: 0)
        let plain = ColorPairs.Entry(foreground: -1, background: -1)
        #expect(pairs.pair(.text, .ground, resolve: { _, _ in plain }, define: { _, _ in })?.number == 0)
    }

    @Test func aFullTableSaysSoAndBeginsAnew() {
        var pairs = ColorPairs(limit: 4)
        let numbers = (UInt8(1)...5).map { pairs.pair(.rgb(0, 0, $0), .ground, resolve: entry) { _, _ in }?.number }
        #expect(numbers == [1, 2, 3, nil, nil])
        pairs.reset()
        #expect(pairs.pair(.rgb(0, 0, 5), .ground, resolve: entry) { _, _ in }?.number == 1)
    }

    @Test func eightColoursHaveBrightOnesAsBold() {
        let resolver = ColorResolver(resolve: { $0 == .text ? .indexed(12) : .indexed(9) }, count: 8, isExact: false)
        #expect(resolver.entry(.text, .ground) == .init(foreground: 4, background: 1, weight: .bold))
    }

    /// Bold black is black on many terminals.
    @Test func everyRoleCanBeSeenInEightColours() {
        let theme = DisplayTheme(depth: .ansi8)
        let resolver = ColorResolver(resolve: { theme.resolve($0) }, count: 8, isExact: false)
        for role in CellColor.Role.allCases where role != .ground && role != .raised {
            let entry = resolver.entry(.role(role), .ground)
            #expect(entry.foreground != entry.background, "\(role)")
        }
        let faint = resolver.entry(.faint, .ground)
        #expect(faint == .init(foreground: 7, background: 0, weight: .dim), "quieter than anything that is read")
    }

    @Test func aValueThatNamesThePaletteIsMoved() {
        func number(_ value: UInt32, exact: Bool) -> Int32 {
            ColorResolver(resolve: { _ in .default }, count: 0x100_0000, isExact: exact).number(.direct(value))
        }
        #expect(number(7, exact: false) == 8)
        #expect(number(7, exact: true) == 7)
        #expect(number(0x123456, exact: false) == 0x123456)
    }

    @Test func coloursThatATerminalHasNotAreItsOwn() {
        func number(_ color: TerminalColor, count: Int) -> Int32 {
            ColorResolver(resolve: { _ in .default }, count: count, isExact: false).number(color)
        }
        #expect(number(.direct(0xFFFFFF), count: 256) == -1)
        #expect(number(.indexed(200), count: 16) == -1)
        #expect(number(.indexed(3), count: 0) == -1)
        #expect(number(.indexed(255), count: 256) == 255)
        #expect(number(.indexed(231), count: 0x100_0000) == 0xFFFFFF)
        #expect(number(.indexed(244), count: 0x100_0000) == 0x808080)
    }
}

@Suite struct LinkOverlayTests {
    private let size = CellSize(columns: 4, rows: 2)

    private func overlay() -> LinkOverlay {
        LinkOverlay(resolve: { _ in .indexed(6) }, fit: GlyphFit(width: { _ in 1 }, unicode: true))
    }

    private func frame(_ text: String, links: [FrameLink]) -> Frame {
        Frame(size: size, cells: text.unicodeScalars.map { ScreenCell(Glyph($0)) }, links: links)
    }

    private let link = FrameLink(row: 1, columns: 1..<3, address: "https://a.example/")

    @Test func aLinkIsDrawnOnceAndAgainWhenItsRowChanges() {
        var overlay = overlay()
        let first = String(decoding: overlay.bytes(for: frame("abcdefgh", links: [link]), size: size), as: UTF8.self)
        #expect(first.hasPrefix("\u{1B}[2;2H\u{1B}]8;;https://a.example/\u{1B}\\"))
        #expect(first.hasSuffix("\u{1B}]8;;\u{1B}\\\u{1B}[m\u{1B}[1;1H"))
        #expect(first.contains("mf") && first.contains("mg"))
        #expect(overlay.bytes(for: frame("xxcdefgh", links: [link]), size: size).isEmpty)
        #expect(!overlay.bytes(for: frame("xxcdefgX", links: [link]), size: size).isEmpty)
    }

    @Test func aLinkThatIsGoneIsDrawnWithoutOne() {
        var overlay = overlay()
        _ = overlay.bytes(for: frame("abcdefgh", links: [link]), size: size)
        let gone = String(decoding: overlay.bytes(for: frame("abcdefgh", links: []), size: size), as: UTF8.self)
        #expect(gone.contains("\u{1B}]8;;\u{1B}\\") && !gone.contains("example"))
        #expect(overlay.bytes(for: frame("abcdefgh", links: []), size: size).isEmpty)
    }

    @Test(arguments: ["", "https://a\u{1B}\\", "https://a b", "https://é", "https://a\u{7}"])
    func anAddressThatCouldActIsNoLink(address: String) {
        var overlay = overlay()
        let bad = FrameLink(row: 0, columns: 0..<4, address: address)
        #expect(overlay.bytes(for: frame("abcdefgh", links: [bad]), size: size).isEmpty)
    }

    @Test func aLinkBesideTheScreenIsCut() {
        var overlay = overlay()
        for (row, columns) in [(-1, 0..<2), (2, 0..<2), (0, 4..<9), (0, -3..<0)] {
            let away = FrameLink(row: row, columns: columns, address: "https://a.example/")
            #expect(overlay.bytes(for: frame("abcdefgh", links: [away]), size: size).isEmpty)
        }
    }
}

/// Curses draws by a description of the terminal that terminfo gives, and other requests must leave that in place.
@Suite struct TerminalTypeTests {
    @Test func `terminfo can be asked while a screen is open`() throws {
        let known = try #require(TerminalType.described("xterm"))
        let plan = TerminalPlan(
            capabilities: TerminalCapabilities(depth: .ansi8, unicode: true), type: "xterm", isOwn: false, hasSize: true
        )
        let session = try CursesSession(plan) { _ in .default }
        session.update(cursor: CellPosition(column: 3, row: 3))
        let before = session.take()
        #expect(TerminalType.described("xterm") == known)
        #expect(TerminalType.described("vt100") == nil, "asking would take the screen's description away")
        session.invalidate()
        session.update(cursor: CellPosition(column: 3, row: 3))
        #expect(!before.isEmpty && !session.take().isEmpty, "the screen is still drawn")
        var decoder = InputDecoder(keys: session.keys)
        let typed = decoder.decode(Array("\u{1B}Oq\u{1B}Ow\u{1B}OA\u{1B}OP".utf8))
        #expect(typed == [.end, .home, .up, .function(1)].map { .key($0) }, "by the terminal's own list")
        session.end()
        #expect(TerminalType.described("vt100")?.canAddressCursor == true)
    }
}
