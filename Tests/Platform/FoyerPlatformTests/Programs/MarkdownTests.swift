import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Testing

@testable import FoyerPlatform

struct MarkdownTests {
    private func parse(_ text: String) throws -> [MarkdownBlock] {
        try MarkdownParser.parse(Array(text.utf8)).blocks
    }

    @Test func everyKind() throws {
        let page = """
            # Tea *House*

            One `code` **strong** [link](pages/x) ![alt *text*](a.png)
            two\\
            three

            > quote

            - a
            - b

            3. c

            ```swift
            let x = 1
            ```

            ---
            """
        #expect(
            try parse(page) == [
                .heading(level: 1, [.text("Tea "), .emphasis([.text("House")])]),
                .paragraph([
                    .text("One "), .code("code"), .text(" "), .strong([.text("strong")]), .text(" "),
                    .link(destination: "pages/x", [.text("link")]), .text(" "),
                    .image(source: "a.png", alternative: "alt text"), .softBreak, .text("two"), .lineBreak,
                    .text("three"),
                ]),
                .quote([.paragraph([.text("quote")])]),
                .list(start: nil, isTight: true, items: [[.paragraph([.text("a")])], [.paragraph([.text("b")])]]),
                .list(start: 3, isTight: true, items: [[.paragraph([.text("c")])]]),
                .code("let x = 1"),
                .rule,
            ])
    }

    @Test func rawHTMLIsLeftOut() throws {
        #expect(try parse("<script>x</script>\n\na <b>c</b>") == [.paragraph([.text("a "), .text("c")])])
    }

    @Test func nothingAndNonsense() throws {
        #expect(try parse("") == [])
        #expect(try MarkdownParser.parse([0xFF, 0x00, 0x41]).blocks == [.paragraph([.text("\u{FFFD}\u{FFFD}A")])])
        #expect(throws: LocalizedFailure(.pageTooLarge(size: 1 << 20 + 1))) {
            try MarkdownParser.parse([UInt8](repeating: 65, count: 1 << 20 + 1))
        }
    }

    /// Each of these takes the parser more than half a minute.
    @Test func pagesMadeToHangAreRefused() throws {
        let brackets = String(repeating: "![[]()", count: 170_000)
        let stars = String(repeating: "* ", count: 2000) + "a\n" + String(repeating: "\n", count: 1_000_000)
        for page in [brackets, stars] { #expect(throws: LocalizedFailure(.pageTooIntricate)) { try parse(page) } }
        let long = String(repeating: "- [a](b)\n  1. c\n\n----------\n\n", count: 5000)
        #expect(try parse(long).count == 10_000)
    }

    @Test func depthIsBounded() throws {
        var blocks = try parse(String(repeating: "> ", count: 10_000) + "end")
        var depth = 0
        while case .quote(let inner) = blocks.first {
            blocks = inner
            depth += 1
        }
        #expect(depth == 32)
        #expect(blocks == [.paragraph([.text("end")])])
        let nested = try parse(String(repeating: "*a **b ", count: 2000) + String(repeating: "c** d* ", count: 2000))
        #expect(nested.count == 1)
    }
}
