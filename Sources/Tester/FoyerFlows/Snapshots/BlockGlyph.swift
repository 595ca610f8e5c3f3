/// Glyphs that are shapes: block elements, and the straight lines of boxes and bars.
enum BlockGlyph {
    /// A rectangle within a cell, as fractions of its width and height.
    struct Part: Equatable, Sendable {
        let x, y, width, height: Double
    }

    /// The inked parts; `nil` for a glyph that only a font can draw.
    static func parts(_ scalar: Unicode.Scalar) -> [Part]? {
        switch scalar {
        case "█": [Part(x: 0, y: 0, width: 1, height: 1)]
        case "▀": [Part(x: 0, y: 0, width: 1, height: 0.5)]
        case "▐": [Part(x: 0.5, y: 0, width: 0.5, height: 1)]
        case "▁"..."▇": lower(Double(scalar.value - 0x2580) / 8)
        case "▉"..."▏": [Part(x: 0, y: 0, width: Double(0x2590 - scalar.value) / 8, height: 1)]
        case "▔": [Part(x: 0, y: 0, width: 1, height: 0.125)]
        case "▕": [Part(x: 0.875, y: 0, width: 0.125, height: 1)]
        case "▖"..."▟": quadrants(scalar)
        default: arms(scalar).map(lines)
        }
    }

    private static func lower(_ height: Double) -> [Part] {
        [Part(x: 0, y: 1 - height, width: 1, height: height)]
    }

    private static func quadrants(_ scalar: Unicode.Scalar) -> [Part] {
        // Upper left 1, upper right 2, lower left 4, lower right 8, in the order of U+2596…U+259F.
        let masks = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]
        let mask = masks[Int(scalar.value - 0x2596)]
        let corners = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)]
        return corners.enumerated().filter { mask >> $0.offset & 1 == 1 }.map { _, corner in
            Part(x: corner.0, y: corner.1, width: 0.5, height: 0.5)
        }
    }

    /// The thickness of the arms from the middle to the left, right, top and bottom: 0, 1 or 2.
    private static func arms(_ scalar: Unicode.Scalar) -> [Int]? {
        switch scalar {
        case "─": [1, 1, 0, 0]
        case "━": [2, 2, 0, 0]
        case "│": [0, 0, 1, 1]
        case "┃": [0, 0, 2, 2]
        case "┌", "╭": [0, 1, 0, 1]
        case "┐", "╮": [1, 0, 0, 1]
        case "└", "╰": [0, 1, 1, 0]
        case "┘", "╯": [1, 0, 1, 0]
        case "├": [0, 1, 1, 1]
        case "┤": [1, 0, 1, 1]
        case "┬": [1, 1, 0, 1]
        case "┴": [1, 1, 1, 0]
        case "┼": [1, 1, 1, 1]
        case "╴": [1, 0, 0, 0]
        case "╶": [0, 1, 0, 0]
        case "╸": [2, 0, 0, 0]
        case "╺": [0, 2, 0, 0]
        case "╼": [1, 2, 0, 0]
        case "╾": [2, 1, 0, 0]
        default: nil
        }
    }

    private static func lines(_ arms: [Int]) -> [Part] {
        // A cell is twice as high as wide, so that a line of one thickness has two fractions.
        func across(_ arm: Int) -> Double { arm == 2 ? 0.24 : 0.12 }
        func along(_ arm: Int) -> Double { across(arm) / 2 }
        var parts: [Part] = []
        let (left, right, up, down) = (arms[0], arms[1], arms[2], arms[3])
        let thickest = max(up, down)
        let reach = 0.5 + across(thickest) / 2 * (thickest > 0 ? 1 : 0)
        if left > 0 { parts.append(Part(x: 0, y: 0.5 - along(left) / 2, width: reach, height: along(left))) }
        if right > 0 { parts.append(Part(x: 1 - reach, y: 0.5 - along(right) / 2, width: reach, height: along(right))) }
        if up > 0 { parts.append(Part(x: 0.5 - across(up) / 2, y: 0, width: across(up), height: 0.5)) }
        if down > 0 { parts.append(Part(x: 0.5 - across(down) / 2, y: 0.5, width: across(down), height: 0.5)) }
        return parts
    }
}
