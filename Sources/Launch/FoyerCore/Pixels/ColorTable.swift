/// The colours of a moving picture's pixels (`0xAABBGGRR`), where they are at most 255; the first entry is no colour, but leaves
/// what is there.
package struct ColorTable: Sendable {
    /// The index of the pixels that leave what is there.
    private static let clear: UInt8 = 0
    /// The most colours, with that of pixels that leave what is there.
    package static let most = 256

    package let colors: [UInt32]
    private let indices: [UInt32: UInt8]

    /// - Parameter counts: how many pixels there are of each colour; at most ``most`` colours.
    package init(_ counts: [UInt32: Int]) {
        // In an order of their own: a dictionary's changes from run to run.
        let sorted = counts.filter { $0.key >> 24 > 0 }
            .sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.most - 1).map(\.key)
        colors = [0] + sorted
        indices = Dictionary(sorted.enumerated().map { ($1, UInt8($0 + 1)) }) { first, _ in first }
    }

    /// The index of the pixel's colour.
    package func index(of pixel: UInt32) -> UInt8 { indices[pixel] ?? Self.clear }

    /// Red, green and blue.
    static func channels(_ pixel: UInt32) -> [UInt8] {
        [UInt8(pixel & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel >> 16 & 0xFF)]
    }
}
