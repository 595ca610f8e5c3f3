/// Kitty's graphics protocol: a picture is sent once and then placed and removed by its number. The terminal is told not
/// to answer.
package enum KittyGraphics {
    /// The most that one piece of a picture may carry, in base64.
    static let chunk = 4096

    /// Ends a picture that was cut, which the terminal then forgets.
    package static let abort = Array("\u{1B}_Gm=0,q=2;\u{1B}\\".utf8)
    /// Takes all pictures off the screen and frees them.
    package static let removeAll = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

    /// The pieces that send a picture; between two of them any bytes may go but those of this protocol.
    ///
    /// - Parameters:
    ///   - pixels: opaque.
    ///   - image: the number that it is to have.
    ///   - compress: makes zlib's format of bytes; nil where it cannot.
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
    ///   - placement: the number that it is to have, from 1.
    ///   - part: the part, in the picture's pixels.
    ///   - cells: the room that it fills.
    package static func place(image: UInt32, placement: UInt32, part: PixelRect, cells: CellSize) -> [UInt8] {
        let part = "x=\(part.x),y=\(part.y),w=\(part.width),h=\(part.height)"
        return Array(
            "\u{1B}_Ga=p,i=\(image),p=\(placement),\(part),c=\(cells.columns),r=\(cells.rows),C=1,q=2\u{1B}\\".utf8)
    }

    /// Takes a placement off the screen; the picture stays with the terminal.
    package static func remove(image: UInt32, placement: UInt32) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=i,i=\(image),p=\(placement),q=2\u{1B}\\".utf8)
    }

    /// Frees a picture.
    package static func free(image: UInt32) -> [UInt8] { Array("\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\".utf8) }

    private static func rgb(_ pixels: Pixels) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.width * pixels.height * 3) { colors, count in
            let output = UnsafeMutableRawBufferPointer(colors)
            pixels.bytes.withUnsafeBytes { bytes in
                // The next pixel is written over each one's fourth byte.
                for place in stride(from: 0, to: bytes.count - 4, by: 4) {
                    let pixel = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    output.storeBytes(of: pixel, toByteOffset: count, as: UInt32.self)
                    count &+= 3
                }
                for channel in 0..<3 { colors[count + channel] = bytes[bytes.count - 4 + channel] }
            }
            count += 3
        }
    }
}
