/// Makes zlib's format of bytes; `nil` where it cannot.
public typealias PixelCompressor = @Sendable ([UInt8]) -> [UInt8]?

/// A picture's pixels as a terminal is sent them.
package struct EncodedPicture: Sendable {
    /// Bytes for the cells of an area, counted from the picture's upper left one.
    package struct Part: Sendable {
        package let area: CellArea
        package let bytes: [UInt8]
    }

    /// What is sent before and does not depend on where the picture is: kitty's picture.
    package let pieces: [[UInt8]]
    /// What is sent with the cursor in the area's upper left cell.
    package let parts: [Part]

    /// The bytes of all of it.
    package var cost: Int { pieces.reduce(0) { $0 + $1.count } + parts.reduce(0) { $0 + $1.bytes.count } }

    /// Encodes a picture; slow. Nil where that is not possible.
    ///
    /// - Parameters:
    ///   - image: the number that kitty is to know it by.
    ///   - compress: makes zlib's format of bytes.
    package init?(
        _ picture: ShownPicture, output: PixelOutput, image: UInt32, compress: ([UInt8]) -> [UInt8]?
    ) {
        guard let pixels = picture.pixels(cell: output.cell) else { return nil }
        switch output.form {
        case .kitty:
            pieces = KittyGraphics.transmit(pixels, image: image, compress: compress)
            parts = []
        case .sixel(let sixel):
            pieces = []
            let limit = sixel.maximum.map {
                (columns: $0.width / output.cell.width, rows: $0.height / output.cell.height)
            }
            parts = picture.parts.flatMap { $0.split(columns: limit?.columns ?? .max, rows: limit?.rows ?? .max) }
                .compactMap { area in
                    pixels.cropped(to: area.pixels(cell: output.cell)).map {
                        Part(area: area, bytes: Sixel.encode($0, registers: sixel.registers))
                    }
                }
        case .iterm:
            pieces = []
            parts = picture.parts.compactMap { area in
                guard let part = pixels.cropped(to: area.pixels(cell: output.cell)),
                    let file = PNG.encode(part, compress: compress)
                else { return nil }
                return Part(area: area, bytes: ItermImage.show(png: file, cells: area.size))
            }
        }
    }
}
