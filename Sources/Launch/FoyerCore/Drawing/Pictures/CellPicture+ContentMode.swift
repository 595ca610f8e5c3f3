extension CellPicture {
    /// How a picture fills its room.
    ///
    /// The modes that do not scale count a cell as eight pixels wide.
    public enum ContentMode: String, CaseIterable, Sendable {
        /// Fills the room and ignores the picture's proportions.
        case scaleToFill
        /// As large as fits, with its proportions, centred.
        case aspectFit
        /// As small as covers the room, with its proportions, centred; the rest is cut off.
        case aspectFill
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

        /// Whether the picture's own number of pixels decides its size on screen.
        package var keepsSize: Bool {
            switch self {
            case .scaleToFill, .aspectFit, .aspectFill: false
            default: true
            }
        }
    }
}

/// A picture's place along one side of its room, in subpixels (eighths of a cell); it may begin before the room and end
/// after it.
struct PicturePlacement: Equatable {
    let start: Int
    /// At least 1.
    let length: Int

    private enum Alignment { case leading, center, trailing }

    private init(length: Double, room: Int, alignment: Alignment) {
        // Whole subpixels, so that the picture's own edges stay sharp.
        self.length = max(1, Int(length.rounded()))
        let rest = room - self.length
        switch alignment {
        case .leading: start = 0
        case .center: start = Int((Double(rest) / 2).rounded())
        case .trailing: start = rest
        }
    }

    private init(start: Int, length: Int) {
        (self.start, self.length) = (start, length)
    }

    /// The same place, scaled from a room of length `divisor` to one of length `factor`.
    func scaled(by factor: Int, over divisor: Int) -> PicturePlacement {
        let first = Int((Double(start * factor) / Double(divisor)).rounded())
        let end = Int((Double((start + length) * factor) / Double(divisor)).rounded())
        return PicturePlacement(start: first, length: max(1, end - first))
    }

    /// Both sides of a picture of `width` by `height` pixels in a room of `columns` by `rows` subpixels, each `aspect`
    /// times as high as it is wide.
    static func of(
        width: Int, height: Int, columns: Int, rows: Int, mode: CellPicture.ContentMode, aspect: Double
    ) -> (horizontal: PicturePlacement, vertical: PicturePlacement) {
        let fit = (x: Double(columns) / Double(width), y: Double(rows) * aspect / Double(height))
        let scale: (x: Double, y: Double) =
            switch mode {
            case .scaleToFill: fit
            case .aspectFit: (min(fit.x, fit.y), min(fit.x, fit.y))
            case .aspectFill: (max(fit.x, fit.y), max(fit.x, fit.y))
            default: (1, 1)
            }
        let horizontal: Alignment =
            switch mode {
            case .left, .topLeft, .bottomLeft: .leading
            case .right, .topRight, .bottomRight: .trailing
            default: .center
            }
        let vertical: Alignment =
            switch mode {
            case .top, .topLeft, .topRight: .leading
            case .bottom, .bottomLeft, .bottomRight: .trailing
            default: .center
            }
        return (
            PicturePlacement(length: Double(width) * scale.x, room: columns, alignment: horizontal),
            PicturePlacement(length: Double(height) * scale.y / aspect, room: rows, alignment: vertical)
        )
    }
}
