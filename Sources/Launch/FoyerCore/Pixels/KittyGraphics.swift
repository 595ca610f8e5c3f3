/// Kitty's graphics protocol: a picture is sent once and then placed and removed by its number. The terminal is told not
/// to answer.
package enum KittyGraphics {
    /// The length limit of a piece's payload in base64.
    static let chunk = 4096

    /// Ends an incomplete transfer, whose picture the terminal then drops.
    package static let abort = Array("\u{1B}_Gm=0,q=2;\u{1B}\\".utf8)
    /// Removes all pictures from the screen and frees them.
    package static let removeAll = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

    /// The pieces that transfer a picture. Other bytes may be sent between them, but none of this protocol.
    ///
    /// - Parameters:
    ///   - pixels: opaque.
    ///   - image: the picture's number.
    ///   - compress: compresses bytes to zlib's format; returns nil if it cannot.
    package static func transmit(
        _ pixels: Pixels, image: UInt32, compress: ([UInt8]) -> [UInt8]?
    ) -> [[UInt8]] {
        let colors = rgb(pixels)
        let compressed = compress(colors)
        let payload = compressed ?? colors
        let format = "a=t,f=24\(compressed == nil ? "" : ",o=z"),s=\(pixels.width),v=\(pixels.height),i=\(image),q=2"
        let step = chunk / 4 * 3
        return stride(from: 0, to: max(1, payload.count), by: step).map { first in
            let end = min(first + step, payload.count)
            let more = "m=\(end < payload.count ? 1 : 0)"
            var piece = Array("\u{1B}_G\(first == 0 ? "\(format),\(more)" : "\(more),q=2");".utf8)
            piece.appendBase64(payload[first..<end])
            return piece + Sixel.end
        }
    }

    /// Places a part of a picture with its upper left corner in the cursor's cell; the cursor stays.
    ///
    /// - Parameters:
    ///   - placement: the placement's number, from 1.
    ///   - part: the part, in the picture's pixels.
    ///   - cells: the cells that it fills.
    package static func place(image: UInt32, placement: UInt32, part: PixelRect, cells: CellSize) -> [UInt8] {
        let part = "x=\(part.x),y=\(part.y),w=\(part.width),h=\(part.height)"
        return Array(
            "\u{1B}_Ga=p,i=\(image),p=\(placement),\(part),c=\(cells.columns),r=\(cells.rows),C=1,q=2\u{1B}\\".utf8)
    }

    /// Removes a placement from the screen; the terminal keeps the picture.
    package static func remove(image: UInt32, placement: UInt32) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=i,i=\(image),p=\(placement),q=2\u{1B}\\".utf8)
    }

    /// Frees a picture.
    package static func free(image: UInt32) -> [UInt8] { Array("\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\".utf8) }

    private static func rgb(_ pixels: Pixels) -> [UInt8] {
        let count = pixels.width * pixels.height
        var colors = [UInt8](repeating: 0, count: count * 3 + 1)
        write(pixels.bytes.span, count: count, to: &colors)
        colors.removeLast()
        return colors
    }

    /// Pixels are written as four bytes, and the next one overwrites the fourth.
    private static func write(_ pixels: Span<UInt8>, count: Int, to colors: inout [UInt8]) {
        var colors = colors.mutableSpan
        for pixel in 0..<count {
            colors.store(pixels.word(at: pixel &* 4), at: pixel &* 3)
        }
    }
}
