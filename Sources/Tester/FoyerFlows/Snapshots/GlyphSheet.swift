import Foyer
import FoyerPlatform

/// The text of a moving picture as pixels: each glyph that occurs in it once, drawn by the same program and with the same
/// fonts as a picture that does not move.
struct GlyphSheet {
    /// A glyph in one of its forms.
    struct Key: Hashable, Comparable {
        let text: String
        let isBold: Bool
        let isItalic: Bool
        /// In columns: 1 or 2.
        let width: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.text, left.isBold ? 1 : 0, left.isItalic ? 1 : 0)
                < (right.text, right.isBold ? 1 : 0, right.isItalic ? 1 : 0)
        }
    }

    private static let columns = 32
    /// The room of a glyph in columns: two, and one between it and the next.
    private static let room = 3
    /// More than one script has on one screen.
    private static let most = 4000

    private let pixels: Pixels
    private let places: [Key: (column: Int, row: Int)]
    private let cell: TerminalAnswers.PixelSize

    /// - Throws: if there are too many, or no program to draw them.
    init(_ keys: Set<Key>, zoom: Int) throws(PictureFailure) {
        guard keys.count <= Self.most else {
            throw .noPicture("It shows \(keys.count) different characters; a moving picture has \(Self.most) at most.")
        }
        cell = PNGPicture.cell(zoom: zoom)
        var places: [Key: (column: Int, row: Int)] = [:]
        var texts: [String] = []
        for (index, key) in keys.sorted().enumerated() {
            let place = (column: index % Self.columns * Self.room, row: index / Self.columns * 2)
            places[key] = place
            texts.append(SVGPicture.glyph(key, column: place.column, row: place.row))
        }
        self.places = places
        let rows = (keys.count + Self.columns - 1) / Self.columns * 2
        pixels = try PNGPicture.pixels(
            svg: SVGPicture.sheet(texts, columns: Self.columns * Self.room, rows: max(1, rows)), zoom: zoom)
    }

    /// How much of each pixel of the glyph's cells is ink, 0…255, row by row; `nil` for a glyph that is not on the sheet.
    ///
    /// It has sixteen steps: nobody sees a difference, and a fade takes much fewer bytes.
    func ink(_ key: Key) -> [UInt8]? {
        guard let place = places[key] else { return nil }
        let (x, y) = (place.column * cell.width, place.row * cell.height)
        let width = key.width * cell.width
        var ink: [UInt8] = []
        ink.reserveCapacity(width * cell.height)
        for row in y..<min(y + cell.height, pixels.height) {
            for column in x..<min(x + width, pixels.width) {
                let share = pixels.bytes[(row * pixels.width + column) * 4]
                ink.append((share + min(8, 255 - share)) / 17 * 17)
            }
        }
        return ink.count == width * cell.height ? ink : nil
    }
}
