/// What a picture in cells was drawn from, for terminals that can show pixels.
///
/// Compared by identity: the same file drawn twice is two sources.
package final class PixelSource: Sendable {
    /// The picture as it was decoded.
    let picture: Pixels
    package let size: CellSize
    private let contentMode: CellPicture.ContentMode
    private let cellAspect: Double
    private let background: CellColor

    init(
        _ picture: Pixels, size: CellSize, contentMode: CellPicture.ContentMode, cellAspect: Double,
        background: CellColor
    ) {
        self.picture = picture
        self.size = size
        self.contentMode = contentMode
        self.cellAspect = cellAspect
        self.background = background
    }

    /// The pixels that cover its cells, opaque, scaled and placed by the filter that the cells were drawn with.
    ///
    /// - Parameter cell: the size of a cell, each side at least 1.
    package func pixels(cell: TerminalAnswers.PixelSize) -> Pixels? {
        let side = BandFilter.cellSide
        let placement = PicturePlacement.of(
            width: picture.width, height: picture.height, columns: size.columns * side, rows: size.rows * side,
            mode: contentMode, aspect: cellAspect)
        let (width, height) = (size.columns * cell.width, size.rows * cell.height)
        guard width > 0, height > 0, width <= 1 << 14, height <= 1 << 14 else { return nil }
        var band = BandFilter(
            picture: picture,
            horizontal: AxisFilter(
                count: picture.width, placement: placement.horizontal.scaled(by: cell.width, over: side), room: width),
            vertical: AxisFilter(
                count: picture.height, placement: placement.vertical.scaled(by: cell.height, over: side),
                room: height), background: background, width: width)
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        for first in stride(from: 0, to: height, by: side) {
            let lines = min(side, height - first)
            band.filter(lines: first..<first + lines)
            Self.write(
                band.subpixels.span.extracting(first: lines * width), to: &bytes, from: first * width * 4)
        }
        return Pixels(width: width, height: height, bytes: bytes)
    }

    private static func write(_ subpixels: Span<ColorLanes>, to bytes: inout [UInt8], from start: Int) {
        var bytes = bytes.mutableSpan
        for index in subpixels.indices {
            let lanes = subpixels[index]
            let pixel = lanes & 0xFF | lanes >> 8 & 0xFF00 | lanes >> 16 & 0xFF_0000 | 0xFF00_0000
            bytes.store(UInt32(truncatingIfNeeded: pixel), at: start &+ index &* 4)
        }
    }
}

extension PixelSource: Hashable {
    package static func == (left: PixelSource, right: PixelSource) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
