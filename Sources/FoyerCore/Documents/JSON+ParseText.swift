/// The parser's part for text.
extension JSONParser {
    /// The text that begins at the quotation mark here.
    mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte {
            switch byte {
            case 0x22:
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONError(.invalidUTF8, at: start)
                }
                return string
            case 0x5C: try escape(into: &text)
            case 0..<0x20: throw JSONError(.controlCharacter, at: position)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: position)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 1
        guard let byte else { throw JSONError(.unexpectedEnd, at: position) }
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75: try unicode(from: start, into: &text)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func unicode(from start: Int, into text: inout [UInt8]) throws(JSONError) {
        var value = UInt32(try hexUnit())
        if (0xD800..<0xDC00).contains(value) {
            guard accept("\\"), accept("u") else { throw JSONError(.loneSurrogate, at: start) }
            let low = UInt32(try hexUnit())
            guard (0xDC00..<0xE000).contains(low) else { throw JSONError(.loneSurrogate, at: start) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        // Only a low half without its high one is not a scalar at this point.
        guard let scalar = Unicode.Scalar(value) else { throw JSONError(.loneSurrogate, at: start) }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func hexUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte else { throw JSONError(.unexpectedEnd, at: position) }
            guard let digit = Hexadecimal.digit(byte) else { throw JSONError(.invalidEscape, at: position) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
