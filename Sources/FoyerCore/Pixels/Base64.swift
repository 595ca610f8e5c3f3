extension Array where Element == UInt8 {
    private static let base64Signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The two signs of each twelve bits, the first in the lower byte: pictures are long.
    private static let base64Pairs = (0..<4096).map { bits in
        UInt16(base64Signs[bits >> 6]) | UInt16(base64Signs[bits & 63]) << 8
    }

    /// Adds bytes in base64, padded.
    package mutating func appendBase64(_ bytes: ArraySlice<UInt8>) {
        let (pairs, length) = (Self.base64Pairs, (bytes.count + 2) / 3 * 4)
        self += [UInt8](unsafeUninitializedCapacity: length) { output, count in
            pairs.withUnsafeBufferPointer { pairs in
                bytes.withUnsafeBufferPointer { bytes in
                    let output = UnsafeMutableRawBufferPointer(output)
                    var first = 0
                    while first < bytes.count {
                        let second = first &+ 1 < bytes.count ? Int(bytes[first &+ 1]) : 0
                        let third = first &+ 2 < bytes.count ? Int(bytes[first &+ 2]) : 0
                        let word = Int(bytes[first]) &<< 16 | second &<< 8 | third
                        output.storeBytes(of: pairs[word &>> 12].littleEndian, toByteOffset: count, as: UInt16.self)
                        output.storeBytes(
                            of: pairs[word & 4095].littleEndian, toByteOffset: count &+ 2, as: UInt16.self)
                        first &+= 3
                        count &+= 4
                    }
                }
            }
            for place in 0..<(3 - bytes.count % 3) % 3 { output[length - 1 - place] = UInt8(ascii: "=") }
        }
    }
}
