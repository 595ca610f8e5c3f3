extension Span<UInt8> {
    /// Four bytes as a number, the first the lowest.
    func word(at place: Int) -> UInt32 {
        // Every pattern of bits is a number, and the place is checked.
        unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
}

extension MutableSpan<UInt8> {
    /// Writes a number's bytes, the lowest first.
    package mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at place: Int) {
        // Any byte may be written, and the place is checked.
        var bytes = unsafe mutableBytes
        bytes.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
    }
}
