/// How a terminal draws the next character: its attributes and colours, as SGR sequences set them (ECMA-48).
struct Rendition: Equatable {
    /// A bit for each of the attributes 1…9: bold, dim, italic, underlined, …
    private var attributes: UInt16 = 0
    private var hasForeground = false
    private var hasBackground = false

    /// Applies an SGR sequence.
    ///
    /// - Returns: `false` for an unknown parameter; this value is then meaningless.
    mutating func take(_ parameters: SGRParameters) -> Bool {
        var index = 0
        while index < parameters.count {
            let value = parameters.values[index]
            if value == 38 || value == 48 {
                guard Self.skipColor(parameters, &index) else { return false }
                if value == 38 { hasForeground = true } else { hasBackground = true }
            } else {
                guard !parameters.hasColon(after: index), take(value) else { return false }
                index += 1
            }
        }
        return true
    }

    private mutating func take(_ value: UInt16) -> Bool {
        switch value {
        case 0: self = Rendition()
        case 1...9: attributes |= 1 << value
        case 22: attributes &= ~(1 << 1 | 1 << 2)
        case 25: attributes &= ~(1 << 5 | 1 << 6)
        case 23, 24, 27, 28, 29: attributes &= ~(1 << (value - 20))
        case 30...37, 90...97: hasForeground = true
        case 39: hasForeground = false
        case 40...47, 100...107: hasBackground = true
        case 49: hasBackground = false
        default: return false
        }
        return true
    }

    /// Moves `index` past the colour whose 38 or 48 is there.
    ///
    /// - Returns: `false` if it is none.
    private static func skipColor(_ parameters: SGRParameters, _ index: inout Int) -> Bool {
        let (start, hasColons) = (index + 2, parameters.hasColon(after: index))
        guard start < parameters.count else { return false }
        let form = parameters.values[index + 1]
        // With colons, a colour goes on as long as they do; with semicolons, its form determines its length.
        var end = start + (form == 5 ? 1 : 3)
        if hasColons {
            end = start
            while parameters.hasColon(after: end) { end += 1 }
            end += 1
        }
        guard end <= parameters.count else { return false }
        let values = parameters.values
        for place in start..<end where values[place] > 255 { return false }
        index = end
        switch (form, end - start) {
        case (5, 1), (2, 3): return true
        // An empty colour space stands before red.
        case (2, 4): return values[start] == 0
        default: return false
        }
    }
}

/// The numbers of an SGR sequence; an empty one is 0.
struct SGRParameters {
    private(set) var values = SIMD16<UInt16>()
    private(set) var count = 1
    /// A bit for each number that a colon separates from the next.
    private var colons: UInt32 = 0

    /// - Parameter bytes: the bytes between `ESC [` and `m`.
    /// - Returns: `nil` if the bytes are not a list of numbers, or of implausibly many.
    init?(_ bytes: Span<UInt8>) {
        var value: UInt16 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case 0x30...0x39:
                guard value < 1000 else { return nil }
                value = value * 10 + UInt16(byte - 0x30)
            case UInt8(ascii: ":"), UInt8(ascii: ";"):
                guard count < SIMD16<UInt16>.scalarCount else { return nil }
                values[count - 1] = value
                if byte == UInt8(ascii: ":") { colons |= 1 << (count - 1) }
                count += 1
                value = 0
            default: return nil
            }
        }
        values[count - 1] = value
    }

    func hasColon(after index: Int) -> Bool { colons >> index & 1 == 1 }
}
