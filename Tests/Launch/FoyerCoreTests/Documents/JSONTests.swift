import FoyerCore
import TestSupport
import Testing

@Suite struct JSONTests {
    private func parse(_ text: String) throws -> JSON { try JSON.parse(Array(text.utf8)) }

    @Test(
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("[]", .array([])), ("{}", .object([])), ("0", .integer(0)),
            ("-0", .integer(0)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9.223372036854775808e18)), ("1.5", .number(1.5)), ("1e2", .number(100)),
            ("1E+2", .number(100)), ("1e-2", .number(0.01)), ("1e-999", .number(0)), ("\"\"", ""),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")), (#""\u00e9""#, "é"), (#""\uD83D\uDE00""#, "😀"),
            (#""\u0000""#, "\0"), ("\"é😀\u{2028}\"", "é😀\u{2028}"), ("[1,\"a\",[null]]", [1, "a", [.null]]),
            (#"{"a":1,"b":{"a":2}}"#, ["a": 1, "b": ["a": 2]]), ("\"\u{7F}\"", "\u{7F}"), (#"{"":0}"#, ["": 0]),
            ("\t\r\n [ ] ", []), ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
        ] as [(String, JSON)])
    func validTextIsRead(text: String, value: JSON) throws {
        #expect(try parse(text) == value)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1),
            ("[1,]", .unexpectedByte(0x5D), 3),
            ("[1 2]", .unexpectedByte(0x32), 3), ("[,1]", .unexpectedByte(0x2C), 1),
            ("{\"a\"}", .unexpectedByte(0x7D), 4),
            ("{\"a\":1,}", .unexpectedByte(0x7D), 7), ("{a:1}", .unexpectedByte(0x61), 1),
            ("{'a':1}", .unexpectedByte(0x27), 1),
            ("01", .trailingBytes, 1), ("+1", .unexpectedByte(0x2B), 0), (".5", .unexpectedByte(0x2E), 0),
            ("1.", .unexpectedEnd, 2),
            ("1.e1", .unexpectedByte(0x65), 2), ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3),
            ("-", .unexpectedEnd, 1),
            ("-a", .unexpectedByte(0x61), 1), ("0x1", .trailingBytes, 1), ("NaN", .unexpectedByte(0x4E), 0),
            ("Infinity", .unexpectedByte(0x49), 0), ("-Infinity", .unexpectedByte(0x49), 1),
            ("1e999", .numberOutOfRange, 0),
            ("tru", .unexpectedEnd, 3), ("True", .unexpectedByte(0x54), 0), ("nul]", .unexpectedByte(0x5D), 3),
            ("1 1", .trailingBytes, 2), ("{}}", .trailingBytes, 2), ("[]//", .trailingBytes, 2),
            ("/**/1", .unexpectedByte(0x2F), 0),
            ("\"a", .unexpectedEnd, 2), ("\"\\", .unexpectedEnd, 2), ("\"\\x\"", .invalidEscape, 1),
            ("\"\\u12\"", .invalidEscape, 5),
            ("\"\\u12G4\"", .invalidEscape, 5), ("\"\\uD800\"", .loneSurrogate, 1), ("\"\\uDC00\"", .loneSurrogate, 1),
            ("\"\\uD800\\uD800\"", .loneSurrogate, 1), ("\"\\uD800x\"", .loneSurrogate, 1),
            ("\"a\nb\"", .controlCharacter, 2),
            ("\"\t\"", .controlCharacter, 1), ("\"\u{0}\"", .controlCharacter, 1),
            ("\u{FEFF}1", .unexpectedByte(0xEF), 0),
            ("\u{A0}1", .unexpectedByte(0xC2), 0), ("\u{C}1", .unexpectedByte(0x0C), 0),
            (#"{"a":1,"a":2}"#, .duplicateName("a"), 7), (#"{"a":1,"\u0061":2}"#, .duplicateName("a"), 7),
            ("１", .unexpectedByte(0xEF), 0),
        ] as [(String, JSONError.Reason, Int)])
    func anythingElseIsRefusedWithItsPlace(text: String, reason: JSONError.Reason, offset: Int) {
        #expect(throws: JSONError(reason, at: offset)) { try parse(text) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22], [0x22, 0x80, 0x22],
        ] as [[UInt8]])
    func textThatIsNotUTF8IsRefused(bytes: [UInt8]) {
        #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSON.parse(bytes) }
    }

    @Test func nestingHasALimit() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try parse(nested(JSON.maxDepth)) }
        #expect(throws: JSONError(.tooDeep, at: JSON.maxDepth)) { try parse(nested(JSON.maxDepth + 1)) }
        #expect(throws: JSONError(.tooDeep, at: JSON.maxDepth)) { try parse(String(repeating: "[", count: 1_000_000)) }
        let objects = String(repeating: #"{"a":"#, count: 65)
        #expect(throws: JSONError(.tooDeep, at: 64 * 5)) { try parse(objects) }
    }

    @Test func numbersHaveALongestLength() throws {
        #expect(try parse("0." + String(repeating: "1", count: 1_000)) == .number(0.1111111111111111))
        #expect(throws: JSONError(.numberTooLong, at: 0)) { try parse(String(repeating: "9", count: 1_025)) }
    }

    @Test func writingIsOneLineWithoutControls() {
        let value: JSON = ["b": "a\n\u{1B}[0m\u{9B}\u{202E}\u{2028}\"\\", "a": [1, .number(0.5), .null, true]]
        #expect(value.jsonText == #"{"b":"a\n\u001b[0m\u009b\u202e\u2028\"\\","a":[1,0.5,null,true]}"#)
        #expect(JSON.number(.nan).jsonText == "null")
        #expect(JSON.string("\u{3164}\u{34F}❤\u{FE0F}").jsonText == "\"\\u3164\\u034f❤\u{FE0F}\"")
        #expect(JSON.string("می\u{200C}خواهم 😀\u{E0067}").jsonText == "\"می\u{200C}خواهم 😀\\udb40\\udc67\"")
    }

    @Test(arguments: UInt64(1)...4) func whatIsWrittenReadsBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let value = randomValue(depth: 0, from: &random)
            let text = value.jsonText
            #expect(try parse(text) == value)
            #expect(text.utf8.allSatisfy { $0 >= 0x20 })
        }
    }

    @Test(arguments: UInt64(1)...4) func damagedTextNeverCrashes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var bytes = Array(randomValue(depth: 0, from: &random).jsonText.utf8)
            for _ in 0..<3 {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            // Accepted input must survive writing and reading unchanged.
            if let value = try? JSON.parse(bytes) {
                #expect((try? JSON.parse(Array(value.jsonText.utf8))) == value)
            }
        }
    }

    private func randomValue(depth: Int, from random: inout SplitMix64) -> JSON {
        switch Int.random(in: 0...(depth > 4 ? 4 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: return .number(Double.random(in: -1e9...1e9, using: &random) + 0.5)
        case 4: return .string(hostileText(from: &random))
        case 5: return .array((0..<3).map { _ in randomValue(depth: depth + 1, from: &random) })
        default:
            return .object((0..<3).map { JSON.Member("k\($0)", randomValue(depth: depth + 1, from: &random)) })
        }
    }
}
