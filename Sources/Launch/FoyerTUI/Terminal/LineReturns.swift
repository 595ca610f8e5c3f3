/// What a terminal has written for a program, on its way to another terminal that puts a CR before each LF again.
struct LineReturns {
    private static let (cr, lf) = (UInt8(0x0D), UInt8(0x0A))

    /// The last byte was a CR, which may belong to the next line's end.
    private var isHeld = false

    /// The bytes as the program wrote them: without one CR before each LF.
    mutating func removed(from bytes: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count + 1)
        for byte in bytes {
            if isHeld, byte != Self.lf { written.append(Self.cr) }
            isHeld = byte == Self.cr
            if !isHeld { written.append(byte) }
        }
        return written
    }

    /// A CR after which nothing has come.
    mutating func rest() -> [UInt8] {
        defer { isHeld = false }
        return isHeld ? [Self.cr] : []
    }

    /// Whether a line's end has no CR of its own: then it was written as it is, and no terminal may add one.
    static func hasBareLineFeed(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == lf, previous != cr { return true }
            previous = byte
        }
        return false
    }

    /// Whole lines without the CR before each LF.
    static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == lf, written.last == cr { written.removeLast() }
            written.append(byte)
        }
        return written
    }

    /// What the other terminal makes of that.
    static func added(to bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.flatMap { $0 == lf ? [cr, lf] : [$0] }
    }
}
