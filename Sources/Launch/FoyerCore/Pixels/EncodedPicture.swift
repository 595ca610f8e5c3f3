/// Compresses bytes to zlib's format; returns `nil` if it cannot.
package typealias PixelCompressor = @Sendable ([UInt8]) -> [UInt8]?

/// A picture encoded for a terminal.
package struct EncodedPicture: Sendable {
    /// The bytes that paint an area, whose cells count from the picture's upper left one.
    package struct Part: Sendable {
        package let area: CellArea
        package let bytes: [UInt8]
    }

    /// Sent first, wherever the picture is placed: the pixels that kitty stores.
    package let pieces: [[UInt8]]
    /// Sent with the cursor in the area's upper left cell.
    package let parts: [Part]

    /// The total number of bytes.
    package var cost: Int { pieces.reduce(0) { $0 + $1.count } + parts.reduce(0) { $0 + $1.bytes.count } }

    /// Encodes a picture, which is slow; `nil` if that is not possible.
    ///
    /// - Parameters:
    ///   - image: the number under which kitty stores it.
    ///   - compress: compresses bytes to zlib's format.
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

/// iTerm2's inline images, which several other terminals support, too.
package enum ItermImage {
    /// The bytes that show a picture from the cursor's cell on; the cursor stays in place if the terminal supports
    /// that.
    ///
    /// - Parameters:
    ///   - png: the picture as a file.
    ///   - cells: the cells that it fills.
    package static func show(png: [UInt8], cells: CellSize) -> [UInt8] {
        let size = "width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0"
        var output = Array("\u{1B}]1337;File=inline=1;size=\(png.count);\(size);doNotMoveCursor=1:".utf8)
        output.appendBase64(png[...])
        output.append(0x07)
        return output
    }
}
