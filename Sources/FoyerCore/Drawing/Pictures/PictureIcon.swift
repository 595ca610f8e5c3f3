extension PictureMapping {
    /// The default corner radius: a fraction of the shorter side.
    package static let usualCornerRadius = 0.2

    /// The default room of an icon.
    package static let usualIconSize = CellSize(columns: 12, rows: 6)

    /// An icon: the whole picture with rounded corners, on its ground.
    ///
    /// - Parameter cornerRadius: a fraction of the picture's shorter side, 0 (square) to 0.5 (round).
    package static func icon(
        for pixels: Pixels, size: CellSize = usualIconSize, palette: PicturePalette, background: CellColor,
        cornerRadius: Double = usualCornerRadius, cellAspect: Double = usualCellAspect,
        pixelCell: TerminalAnswers.PixelSize? = nil
    ) -> CellPicture {
        cells(
            for: pixels.roundingCorners(by: cornerRadius), size: size, contentMode: .aspectFit, palette: palette,
            background: background, cellAspect: cellAspect, pixelCell: pixelCell)
    }
}

extension Pixels {
    /// The picture with transparent corners; `radius` is a fraction of the shorter side, 0…0.5.
    public func roundingCorners(by radius: Double) -> Pixels {
        let radius = radius.isFinite ? max(0, min(0.5, radius)) * Double(min(width, height)) : 0
        let reach = min(Int(radius.rounded(.up)), min(width, height) / 2)
        guard reach > 0 else { return self }
        var bytes = bytes
        for y in 0..<reach {
            for x in 0..<reach {
                // From the pixel's middle to the arc's centre, both measured from the corner.
                let (right, down) = (radius - Double(x) - 0.5, radius - Double(y) - 0.5)
                guard right > 0, down > 0 else { continue }
                let distance = (right * right + down * down).squareRoot()
                let coverage = max(0, min(1, radius - distance + 0.5))
                for row in [y, height - 1 - y] {
                    for column in [x, width - 1 - x] {
                        let place = (row * width + column) * 4 + 3
                        bytes[place] = UInt8((Double(self.bytes[place]) * coverage).rounded())
                    }
                }
            }
        }
        return Pixels(width: width, height: height, bytes: bytes) ?? self
    }
}
