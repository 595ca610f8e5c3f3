import Testing

@testable import FoyerCore

struct ClipboardTextTests {
    @Test func itIsOneSequenceOfBase64AsLongAsEveryTerminalTakes() throws {
        let text = ClipboardText(Array("tea\n".utf8), number: 1)
        #expect(text.sequence == Array("\u{1B}]52;c;dGVhCg==\u{7}".utf8))
        let longest = ClipboardText([UInt8](repeating: 7, count: ClipboardText.longest), number: 2)
        #expect(try #require(longest.sequence).count <= 100_000)
        #expect(ClipboardText([UInt8](repeating: 7, count: ClipboardText.longest + 1), number: 3).sequence == nil)
    }
}
