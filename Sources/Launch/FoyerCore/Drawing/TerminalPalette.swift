/// Fixed colours of terminals.
package enum TerminalPalette {
    /// The six levels of each channel in the cube, colours 16…231.
    static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The grey ramp, colours 232…255.
    static let greys: [UInt8] = (0..<24).map { UInt8(8 + 10 * $0) }

    /// xterm's defaults, `0xRRGGBB`.
    package static let basic: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    /// A colour of the palette as `0xRRGGBB`: exact for the 240 fixed ones, xterm's default for the others.
    package static func exact(_ index: UInt8) -> UInt32 {
        let index = Int(index)
        if index < 16 { return basic[index] }
        if index >= 232 { return UInt32(greys[index - 232]) * 0x01_0101 }
        func level(_ step: Int) -> UInt32 { UInt32(cubeLevels[step]) }
        let cube = index - 16
        return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
    }
}
