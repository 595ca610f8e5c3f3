/// What an ASCII byte stands for.
extension UInt8 {
    /// 0 to 9.
    package var isASCIIDigit: Bool { 0x30 <= self && self <= 0x39 }

    /// A to Z and a to z.
    package var isASCIILetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }

    /// A letter, a digit, ".", "-" or "_": what every file system and every URL takes as it is.
    package var isPlainNameByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_")
    }
}
