import Testing

@testable import FoyerTUI

/// Lines on their way to a terminal that puts a CR before each LF itself.
@Suite struct LineReturnsTests {
    @Test func aBareLineFeedIsFoundWhereverItStands() {
        for text in ["\n", "a\n", "a\r\nb\n", "\r\n\n", "\r\u{1B}[K\n"] {
            #expect(LineReturns.hasBareLineFeed(Array(text.utf8)), "\(text.debugDescription)")
        }
        for text in ["", "a", "\r", "a\r\nb", "\r\r\n", "a\r\n\r\n"] {
            #expect(!LineReturns.hasBareLineFeed(Array(text.utf8)), "\(text.debugDescription)")
        }
    }

    @Test func theTerminalMakesTheSameOfWholeLinesWithoutTheirReturns() {
        for text in ["a\r\nb\r\n", "\r\n\r\n", "10 %\r20 %\r\n", "\r\r\n", "a\r", ""] {
            let bytes = LineReturns.withoutReturns(Array(text.utf8))
            #expect(LineReturns.added(to: bytes[...]) == Array(text.utf8), "\(text.debugDescription)")
        }
    }

    /// A terminal may take only a part: as many bytes of the original count as written.
    @Test func aPartOfThemIsAPartOfTheOriginal() {
        let text = Array("ab\r\n\r\ncd\r\n".utf8)
        let bytes = LineReturns.withoutReturns(text)
        for count in 0...bytes.count {
            let taken = LineReturns.added(to: bytes[..<count])
            #expect(taken == Array(text.prefix(taken.count)))
            #expect(LineReturns.withoutReturns(Array(text.dropFirst(taken.count))) == Array(bytes[count...]))
        }
    }
}
