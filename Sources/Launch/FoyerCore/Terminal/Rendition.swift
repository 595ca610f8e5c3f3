/// How a terminal draws the next character: its attributes and colours, as SGR sequences set them (ECMA-48).
struct Rendition: Equatable {
    /// A bit for each of the attributes 1…9: bold, dim, italic, underlined, …
    private var attributes: UInt16 = 0
    private var foreground = Paint.standard
    private var background = Paint.standard

    /// A colour, and the form in which it was written: terminals differ in the forms they know.
    fileprivate enum Paint: Equatable {
        case standard
        /// 30…37 and 90…97, or 40…47 and 100…107.
        case code(UInt16)
        case indexed(UInt16, hasColons: Bool)
        /// - Parameter hasSpace: whether an empty colour space stands before red, as in `38:2::255:0:0`.
        case exact(UInt16, UInt16, UInt16, hasColons: Bool, hasSpace: Bool)
    }

    /// Applies an SGR sequence.
    ///
    /// - Returns: `false` for an unknown parameter; this value is then meaningless.
    mutating func take(_ parameters: SGRParameters) -> Bool {
        var index = 0
        while index < parameters.count {
            let value = parameters.values[index]
            if value == 38 || value == 48 {
                guard let paint = Self.paint(parameters, &index) else { return false }
                if value == 38 { foreground = paint } else { background = paint }
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
        case 30...37, 90...97: foreground = .code(value)
        case 39: foreground = .standard
        case 40...47, 100...107: background = .code(value)
        case 49: background = .standard
        default: return false
        }
        return true
    }

    /// Reads the colour whose 38 or 48 is at `index`, and moves `index` past it.
    private static func paint(_ parameters: SGRParameters, _ index: inout Int) -> Paint? {
        let (start, hasColons) = (index + 2, parameters.hasColon(after: index))
        guard start < parameters.count else { return nil }
        let form = parameters.values[index + 1]
        // With colons, a colour goes on as long as they do; with semicolons, its form determines its length.
        var end = start + (form == 5 ? 1 : 3)
        if hasColons {
            end = start
            while parameters.hasColon(after: end) { end += 1 }
            end += 1
        }
        guard end <= parameters.count else { return nil }
        let values = parameters.values
        for place in start..<end where values[place] > 255 { return nil }
        index = end
        switch (form, end - start) {
        case (5, 1): return .indexed(values[start], hasColons: hasColons)
        case (2, 3), (2, 4):
            let hasSpace = end - start == 4
            if hasSpace, values[start] != 0 { return nil }
            return .exact(values[end - 3], values[end - 2], values[end - 1], hasColons: hasColons, hasSpace: hasSpace)
        default: return nil
        }
    }

    /// Writes the shortest sequence that changes `former` to this rendition on every terminal. Some terminals cannot
    /// remove a single attribute: to remove one, all are reset and the others set again.
    ///
    /// - Parameter former: how the terminal draws now; `nil` if unknown.
    func write(after former: Rendition?, to output: inout [UInt8]) {
        guard self != former else { return }
        var current = Rendition()
        output.append(0x1B)
        output.append(UInt8(ascii: "["))
        let start = output.count
        if let former, isReached(from: former) {
            current = former
        } else if self != current {
            output.append(UInt8(ascii: "0"))
        }
        let added = attributes & ~current.attributes
        if added != 0 {
            for attribute: UInt16 in 1...9 where added >> attribute & 1 == 1 {
                output.append(parameter: attribute, after: start)
            }
        }
        if foreground != current.foreground { foreground.write(38, to: &output, after: start) }
        if background != current.background { background.write(48, to: &output, after: start) }
        output.append(UInt8(ascii: "m"))
    }

    /// Whether this rendition only adds to another one.
    private func isReached(from other: Rendition) -> Bool {
        other.attributes & ~attributes == 0 && (foreground != .standard || other.foreground == .standard)
            && (background != .standard || other.background == .standard)
    }
}

extension Rendition.Paint {
    /// - Parameter kind: 38 for a foreground, 48 for a background.
    fileprivate func write(_ kind: UInt16, to output: inout [UInt8], after start: Int) {
        switch self {
        case .standard: output.append(parameter: kind + 1, after: start)
        case .code(let code): output.append(parameter: code, after: start)
        case .indexed(let index, let hasColons):
            output.append(parameter: kind, after: start)
            output.append(part: 5, hasColons)
            output.append(part: index, hasColons)
        case .exact(let red, let green, let blue, let hasColons, let hasSpace):
            output.append(parameter: kind, after: start)
            output.append(part: 2, hasColons)
            if hasSpace { output.append(UInt8(ascii: ":")) }
            output.append(part: red, hasColons)
            output.append(part: green, hasColons)
            output.append(part: blue, hasColons)
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

extension [UInt8] {
    /// Appends a parameter, with a semicolon unless it is the first since `start`.
    fileprivate mutating func append(parameter: UInt16, after start: Int) {
        if count > start { append(UInt8(ascii: ";")) }
        append(number: parameter)
    }

    fileprivate mutating func append(part: UInt16, _ hasColons: Bool) {
        append(hasColons ? UInt8(ascii: ":") : UInt8(ascii: ";"))
        append(number: part)
    }

    /// Appends a number below 1000 in decimal digits.
    private mutating func append(number: UInt16) {
        let digits = UInt8(ascii: "0")
        if number >= 100 { append(digits + UInt8(truncatingIfNeeded: number / 100)) }
        if number >= 10 { append(digits + UInt8(truncatingIfNeeded: number / 10 % 10)) }
        append(digits + UInt8(truncatingIfNeeded: number % 10))
    }
}
