/// A part of a picture on kitty's screen.
package struct KittyPlacement: Hashable, Sendable {
    package let image: UInt32
    /// Its number, from 1.
    package let number: UInt32
    /// The place of its upper left cell on the screen.
    package let column: Int
    package let row: Int
    /// Counted from the picture's upper left cell.
    package let part: CellArea

    /// The commands that change the placements on the screen.
    package enum Command: Hashable, Sendable {
        /// Also replaces the placement that has this number.
        case place(KittyPlacement)
        case remove(image: UInt32, number: UInt32)

        package func bytes(cell: TerminalAnswers.PixelSize) -> [UInt8] {
            switch self {
            case .place(let placement):
                Array("\u{1B}[\(placement.row + 1);\(placement.column + 1)H".utf8)
                    + KittyGraphics.place(
                        image: placement.image, placement: placement.number, part: placement.part.pixels(cell: cell),
                        cells: placement.part.size)
            case .remove(let image, let number): KittyGraphics.remove(image: image, placement: number)
            }
        }
    }

    /// The placements that show pictures in place of former ones, and the commands for them.
    ///
    /// A placement takes over the number of a former one of the same image, which kitty replaces in one step. What
    /// remains of the former ones is removed last, so that nothing between them is bare.
    ///
    /// - Parameters:
    ///   - former: all of them leave.
    ///   - pictures: with the number of each one's image.
    ///   - next: the next free number.
    /// - Returns: the placements of each picture, and the commands.
    package static func replace(
        _ former: [KittyPlacement], by pictures: [(picture: ShownPicture, image: UInt32)], next: inout UInt32
    ) -> (placements: [[KittyPlacement]], commands: [Command]) {
        var left = former
        var commands: [Command] = []
        let placements = pictures.map { picture, image in
            picture.parts.map { part in
                let (column, row) = (picture.column + part.column, picture.row + part.row)
                let number: UInt32
                if let index = left.firstIndex(where: { $0.image == image }) {
                    number = left.remove(at: index).number
                } else {
                    number = next
                    next += 1
                }
                let placement = KittyPlacement(image: image, number: number, column: column, row: row, part: part)
                if !former.contains(placement) { commands.append(.place(placement)) }
                return placement
            }
        }
        return (placements, commands + left.map { .remove(image: $0.image, number: $0.number) })
    }
}
