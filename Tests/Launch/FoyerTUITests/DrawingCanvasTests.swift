import FoyerCore
import FoyerTUI
import TestSupport
import Testing

@Suite struct DrawingCanvasTests {
    @Test func textIsCutByWidthWithAnEllipsis() {
        for (text, room, expected): (SafeText, Int, String) in [
            ("Tea House", 9, "Tea House"), ("Tea House", 8, "Tea Hou…"), ("Tea House", 5, "Tea…"), ("茶館茶館", 7, "茶館茶…"),
            ("茶館茶館", 6, "茶館…"), ("茶館茶館", 8, "茶館茶館"), ("Tea", 1, "…"), ("Tea", 0, ""),
        ] {
            let buffer = screen(20, 1) { $0.text(text, column: 0, row: 0, columns: room) }
            #expect(buffer.text == expected)
        }
    }

    /// Text is written in one go where it can be: it looks as if each of its glyphs had been put there.
    @Test(arguments: 0..<8)
    func textIsItsGlyphsSideBySide(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var canvas = Canvas(size: CellSize(columns: 24, rows: 4))
        var expected = canvas
        let texts: [SafeText] = ["", "a", "Tea House", "茶館", "a茶b", "e\u{301}t", "0123456789"]
        let styles: [TextStyle] = [.text, .accent, TextStyle(.quiet, on: .raised)]
        for _ in 0..<300 {
            let text = texts.randomElement(using: &random) ?? ""
            let style = styles.randomElement(using: &random) ?? .text
            let (column, row) = (Int.random(in: -3..<24, using: &random), Int.random(in: -1..<5, using: &random))
            let part = Rect(column: Int.random(in: 0..<4, using: &random), row: 0, columns: 20, rows: 4)
            canvas.within(part) { $0.text(text, column: column, row: row, style: style, columns: 30) }
            expected.within(part) { part in
                guard column + text.columns <= part.columns else {
                    part.text(text, column: column, row: row, style: style, columns: 30)
                    return
                }
                var place = column
                for glyph in text.glyphs {
                    let background = style.background ?? part[place, row].background
                    part.put(
                        ScreenCell(
                            glyph.glyph, foreground: style.foreground, background: background,
                            attributes: style.attributes, width: UInt8(glyph.width)),
                        column: place, row: row)
                    place += glyph.width
                }
            }
            #expect(canvas.buffer == expected.buffer)
        }
    }

    @Test func marksStayOnTheirBase() {
        let buffer = screen(4, 1) { $0.text("e\u{301}x", column: 0, row: 0) }
        #expect(buffer[0, 0].glyph.scalars.count <= 2)
        #expect(buffer[1, 0].glyph == Glyph("x"))
    }

    @Test func nothingLeavesThePart() {
        let buffer = screen(6, 3) { canvas in
            canvas.within(Rect(column: 2, row: 1, columns: 2, rows: 1)) { part in
                part.text("abcdef", column: -1, row: 0)
                part.text("above", column: 0, row: -1)
                part.fill(.raised, in: Rect(column: -5, row: -5, columns: 1, rows: 30))
            }
        }
        #expect(buffer.text == "\n  b…\n")
    }

    @Test func partsNestAndAreLeftAgain() {
        let buffer = screen(7, 3) { canvas in
            canvas.within(Rect(column: 1, row: 1, columns: 5, rows: 2)) { outer in
                outer.within(Rect(column: 2, row: 0, columns: 9, rows: 1)) { $0.text("xyz", column: 0, row: 0) }
                outer.text("o", column: 0, row: 1)
            }
            canvas.text("c", column: 0, row: 0)
        }
        #expect(buffer.text == "c\n   xyz\n o")
    }

    @Test func centredParagraphsAreOfLikeLength() {
        let buffer = screen(20, 3) { canvas in
            canvas.paragraph("one two three four five", in: canvas.bounds, alignment: .center)
        }
        #expect(buffer.text == "   one two three\n     four five\n")
    }

    @Test func aParagraphWithoutRoomEndsInAnEllipsis() {
        let buffer = screen(9, 2) { $0.paragraph("one two three four five", in: $0.bounds) }
        #expect(buffer.text == "one two\nthree fo…" || buffer.text == "one two\nthree…")
    }

    @Test func ideographsBreakAnywhereButNotBeforeAClosingMark() {
        let buffer = screen(6, 3) { $0.paragraph("一二三，四五", in: $0.bounds) }
        #expect(buffer.text == "一二\n三，四\n五")
    }

    @Test func framesCloseAroundAnyText() {
        let buffer = screen(8, 3) { canvas in
            canvas.frame(canvas.bounds)
            canvas.within(canvas.bounds.inset(columns: 1, rows: 1)) { $0.text("茶館茶館", column: 0, row: 0) }
        }
        #expect(buffer.text == "╭──────╮\n│茶館… │\n╰──────╯")
    }

    @Test func asciiThemesDrawNothingElse() {
        let theme = DisplayTheme(depth: .mono, isASCII: true)
        let buffer = screen(20, 4, theme: theme) { canvas in
            canvas.frame(canvas.bounds)
            canvas.text("Té · 茶館 … “x”", column: 1, row: 1)
            canvas.put("▀", column: 1, row: 2)
        }
        #expect(buffer.text.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(buffer.text.contains("- ???? ~ \"x\""))
    }

    @Test func scrimGoesTowardsTheGround() {
        let text = screen(3, 1) { canvas in
            canvas.text("abc", column: 0, row: 0, style: .strong)
            canvas.scrim(0.5)
        }
        #expect(text[0, 0].foreground != .text)
        #expect(text[0, 0].attributes == [])
        #expect(text.text == "abc")
        let plain = screen(3, 1, theme: DisplayTheme(depth: .ansi16)) { canvas in
            canvas.text("abc", column: 0, row: 0, style: .focused)
            canvas.scrim(0.5)
        }
        #expect(plain[0, 0].foreground == .faint && plain[0, 0].background == .ground)
    }

    @Test func largePicturesAreCutEvenly() throws {
        let cells = "abcdef".unicodeScalars.map { ScreenCell(Glyph($0)) }
        let picture = try #require(CellPicture(size: CellSize(columns: 6, rows: 1), cells: cells))
        let buffer = screen(4, 1) { $0.picture(picture, in: $0.bounds) }
        #expect(buffer.text == "bcde")
    }
}

@Suite struct DrawingThemeTests {
    @Test func exactColoursAreTheLooksOwn() {
        #expect(DisplayTheme().resolve(CellColor.accent) == .direct(0xE8A33D))
        #expect(DisplayTheme().resolve(CellColor.ground) == .direct(0x14110F))
        #expect(DisplayTheme().resolve(CellColor.hex(0x123456)) == .direct(0x123456))
    }

    @Test func everyDepthTellsTheRolesApart() {
        for depth in [CellColor.Depth.ansi16, .indexed256, .direct] {
            let theme = DisplayTheme(depth: depth)
            let inks: [CellColor.Role] = [.text, .quiet, .faint, .accent, .accentDeep, .good, .bad, .link]
            let colors = Set(inks.map { theme.resolve(.role($0)) })
            #expect(colors.count == inks.count)
            #expect(!colors.contains(theme.resolve(CellColor.ground)))
        }
    }

    @Test func withoutColoursMeaningsBecomeAttributes() {
        let theme = DisplayTheme(depth: .mono)
        for role in CellColor.Role.allCases { #expect(theme.resolve(.role(role)) == .default) }
        #expect(theme.resolve(CellColor.hex(0xFF0000)) == .default)
        #expect(theme.resolve(ScreenCell(foreground: .ground, background: .accent)).attributes.contains(.reverse))
        #expect(theme.resolve(ScreenCell(foreground: .bad)).attributes.contains(.bold))
        #expect(theme.resolve(ScreenCell(foreground: .link)).attributes.contains(.underline))
    }

    @Test func fixedColoursOf256AreFoundExactly() {
        let theme = DisplayTheme(depth: .indexed256)
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        for (red, green, blue) in [(0, 1, 5), (5, 0, 0), (3, 4, 1), (1, 1, 2), (5, 5, 4)] {
            let color = CellColor.hex(levels[red] << 16 | levels[green] << 8 | levels[blue])
            #expect(theme.resolve(color) == .indexed(UInt8(16 + 36 * red + 6 * green + blue)))
        }
        for step in 0..<24 {
            let level = UInt32(8 + step * 10)
            #expect(theme.resolve(CellColor.hex(level * 0x010101)) == .indexed(UInt8(232 + step)))
        }
    }

    @Test func theNearestOfSixteen() {
        let theme = DisplayTheme(depth: .ansi16)
        #expect(theme.resolve(CellColor.hex(0x000000)) == .indexed(0))
        #expect(theme.resolve(CellColor.hex(0xFFFFFF)) == .indexed(15))
        #expect(theme.resolve(CellColor.hex(0xFF1010)) == .indexed(9))
        #expect(theme.resolve(CellColor.hex(0x00C000)) == .indexed(2))
    }

    @Test func aChangedRoleIsFoundInEveryDepth() {
        var palette = Palette.dark
        palette[.accent] = 0x0000FF
        #expect(DisplayTheme(depth: .indexed256, palette: palette).resolve(CellColor.accent) == .indexed(21))
        #expect(DisplayTheme(depth: .ansi16, palette: palette).resolve(CellColor.accent) == .indexed(4))
    }

    @Test func blendsKeepTheirEnds() {
        let theme = DisplayTheme()
        #expect(theme.blend(.ground, .accent, 0) == .ground)
        #expect(theme.blend(.ground, .accent, 1) == .accent)
        #expect(theme.blend(.hex(0), .hex(0xFFFFFF), 0.5) == .hex(0x808080))
        #expect(DisplayTheme(depth: .ansi16).blend(.ground, .accent, 0.7) == .accent)
    }

    @Test(arguments: [
        ("cannot write /home/ada/.local/share/foyer/apps", ["cannot write", "/home/ada/.local/", "share/foyer/apps"]),
        ("at https://example.com/market/stalls", ["at", "https://example.com", "/market/stalls"]),
        ("see a/bb", ["see a/bb"]), ("a/bcdefghijklmnopqrstuvwxyz", ["a/bcdefghijklmnopqr", "stuvwxyz"]),
        ("abcdefghijklmnopqrstuvwxyz", ["abcdefghijklmnopqrs", "tuvwxyz"]),
    ])
    func aPathThatFitsOnNoLineIsBrokenAfterASlash(text: String, lines: [String]) {
        let wrapped = TextWrap.lines(TextWrap.styled(SafeText(text), .text), width: 19)
        #expect(wrapped.map { String(String.UnicodeScalarView($0.flatMap(\.glyph.scalars))) } == lines)
    }
}
