/// A decoded picture: rows from the top, four bytes a pixel (red, green, blue, alpha; sRGB, not premultiplied).
public struct Pixels: Equatable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// `width * height * 4` bytes.
    public let bytes: [UInt8]

    /// Fails if `bytes` does not have exactly the size that width and height require, or if either is below 1.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, area <= Int.max / 4, bytes.count == area * 4 else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Whether no pixel is transparent.
    var isOpaque: Bool {
        let words = bytes.span
        var all: UInt32 = .max
        for pixel in 0..<width * height { all &= words.word(at: pixel &* 4) }
        return all >> 24 == 0xFF
    }
}
