/// Maps pixels to cells.
///
/// The part of the picture under each cell is filtered to 8 by 8 subpixels. Of the allowed glyphs, the one is chosen
/// that leaves the least squared error in sRGB, with the means of its two parts as colours. If the palette lacks those
/// colours, the ones that look nearest stand in for them.
package enum PictureMapping {
    /// The usual height of a cell divided by its width.
    package static let usualCellAspect = 2.0

    /// No result has more rows or columns than this.
    package static let maximumSide = 16_384

    /// The cells that show a picture.
    ///
    /// - Parameters:
    ///   - pixels: the picture; the background shows through transparent parts.
    ///   - size: the room in cells, each side limited to `maximumSide`; no cells if it is empty.
    ///   - contentMode: how the picture fills the room.
    ///   - palette: the colours to use. Indexed palettes give each colour's exact value; colourless ones give text on ground.
    ///   - background: an exact colour (`CellColor.rgb`), for transparency and for the room beside it.
    ///   - cellAspect: a cell's height by its width, 0.25…8.
    ///   - glyphs: the block characters to use if the palette has colours.
    ///   - pixelCell: the size of a cell if the terminal can show pixels; the result then keeps the picture.
    package static func cells(
        for pixels: Pixels, size: CellSize, contentMode: CellPicture.ContentMode, palette: PicturePalette,
        background: CellColor,
        cellAspect: Double = usualCellAspect, glyphs: PictureGlyphs = .eighths,
        pixelCell: TerminalAnswers.PixelSize? = nil
    ) -> CellPicture {
        let size = CellSize(columns: min(size.columns, maximumSide), rows: min(size.rows, maximumSide))
        guard size.columns > 0, size.rows > 0 else { return CellPicture(empty: size) }
        // A known size is better than the usual aspect.
        let aspect = usable(pixelCell.map { Double($0.height) / Double($0.width) } ?? cellAspect)
        let room = (columns: size.columns * BandFilter.cellSide, rows: size.rows * BandFilter.cellSide)
        let placement = PicturePlacement.of(
            width: pixels.width, height: pixels.height, columns: room.columns, rows: room.rows, mode: contentMode,
            aspect: aspect)
        let band = BandFilter(
            picture: pixels,
            horizontal: AxisFilter(count: pixels.width, placement: placement.horizontal, room: room.columns),
            vertical: AxisFilter(count: pixels.height, placement: placement.vertical, room: room.rows),
            background: background, width: room.columns)
        let cells =
            switch palette {
            case .direct: draw(band, size, DirectFit(glyphs: glyphs))
            case .indexed256: draw(band, size, PaletteFit(glyphs: glyphs, palette: .indexed256))
            case .ansi8, .ansi16: draw(band, size, PaletteFit(glyphs: glyphs, palette: .ansi8))
            case .mono: draw(band, size, MonochromeFit(for: pixels))
            case .ascii: draw(band, size, ASCIIFit())
            }
        guard pixelCell != nil else { return cells }
        let source = PixelSource(
            pixels, size: size, contentMode: contentMode, cellAspect: aspect, background: background)
        return CellPicture(size: size, cells: cells.cells, source: source) ?? cells
    }

    /// The least width and height in pixels with which a decoded picture loses nothing visible in that room; `nil` if
    /// the mode needs every pixel.
    package static func usefulPixels(
        for size: CellSize, contentMode: CellPicture.ContentMode, cellAspect: Double = usualCellAspect,
        pixelCell: TerminalAnswers.PixelSize? = nil
    ) -> (width: Int, height: Int)? {
        guard !contentMode.keepsSize, size.columns > 0, size.rows > 0 else { return nil }
        let (columns, rows) = (min(size.columns, maximumSide), min(size.rows, maximumSide))
        return (
            columns * max(BandFilter.cellSide, pixelCell?.width ?? 0),
            rows * max(BandFilter.cellSide, pixelCell?.height ?? 0)
        )
    }

    private static func usable(_ aspect: Double) -> Double {
        aspect.isFinite ? max(0.25, min(8, aspect)) : usualCellAspect
    }

    private static func draw(_ source: BandFilter, _ size: CellSize, _ block: some BlockFit) -> CellPicture {
        var band = source
        var fit = block
        var sums = BlockPartitions.Sums(repeating: 0)
        var cells: [ScreenCell] = []
        cells.reserveCapacity(size.columns * size.rows)
        for row in 0..<size.rows {
            band.filter(cellRow: row)
            let subpixels = band.subpixels.span
            for column in 0..<size.columns {
                BlockPartitions.sum(subpixels, width: band.width, column: column, into: &sums)
                cells.append(fit.cell(sums.span, column: column, row: row))
            }
        }
        return CellPicture(size: size, cells: cells) ?? CellPicture(empty: CellSize(columns: 0, rows: 0))
    }
}

extension CellPicture {
    /// A picture without area.
    fileprivate init(empty size: CellSize) {
        self.size = size
        cells = []
        source = nil
    }
}

/// Draws a cell in few colours: divided between two of them if there is an edge, otherwise in the nearest tone, which
/// may be a shade of two.
///
/// The error of dividing a cell is computed as in `DirectFit`; the error of the palette's colours as the eye sees it.
struct PaletteFit: BlockFit {
    /// The scale of reciprocals of areas.
    private static let scale = 1 << 16

    private var table: ToneTable
    private let glyphs: [Glyph]
    private let inkAreas: [Int]
    private let inkReciprocals: [Int]
    private let restReciprocals: [Int]
    private let handicaps: [Int]

    init(glyphs: PictureGlyphs, palette: TonePalette) {
        let partitions = BlockPartitions.all.prefix(glyphs.partitionCount)
        table = ToneTable(palette, hasShades: glyphs == .eighths)
        self.glyphs = partitions.map { Glyph($0.scalar) }
        inkAreas = partitions.map(\.inkArea)
        inkReciprocals = partitions.map { $0.inkArea == 0 ? 0 : Self.scale / $0.inkArea }
        restReciprocals = partitions.map { Self.scale / (BlockPartitions.area - $0.inkArea) }
        handicaps = partitions.map(\.handicap)
    }

    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> ScreenCell {
        let whole = ColorSum(sums[0])
        let tone = table.tone(for: whole, reciprocal: restReciprocals[0])
        var best = 0
        var ink = tone.ink
        var ground = tone.ground
        // The sum of the subpixels' squares is left out of every error, since no choice changes it.
        var leastError = BlockPartitions.area &* tone.error &- whole.square / BlockPartitions.area
        for index in 1..<inkAreas.count {
            let area = inkAreas[index]
            let rest = BlockPartitions.area &- area
            let inkSum = ColorSum(sums[index])
            let restSum = whole - inkSum
            let inkColor = table.solid(for: inkSum, reciprocal: inkReciprocals[index])
            let restColor = table.solid(for: restSum, reciprocal: restReciprocals[index])
            guard inkColor.index != restColor.index else { continue }
            let spread = inkSum.square / area &+ restSum.square / rest
            let error = area &* Int(inkColor.error) &+ rest &* Int(restColor.error) &- spread &+ handicaps[index]
            if error < leastError {
                (best, ink, ground, leastError) = (index, Int(inkColor.index), Int(restColor.index), error)
            }
        }
        let colors = table.palette.colors
        return ScreenCell(
            best > 0 ? glyphs[best] : tone.glyph, foreground: colors[ink].color,
            background: colors[ground].color)
    }
}

/// Chooses a cell's glyph and colours from the sums of its subpixels (`BlockPartitions.sum`).
///
/// Cells are requested row by row, each row from the left.
protocol BlockFit {
    mutating func cell(_ sums: Span<ColorLanes>, column: Int, row: Int) -> ScreenCell
}
