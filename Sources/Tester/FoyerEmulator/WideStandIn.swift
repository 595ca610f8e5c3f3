import FoyerCore

/// Wide characters as libvterm takes them to be wide: its table is of Unicode 11, and newer emoji would be narrow.
///
/// Those of plane 1 are written as the same places of plane 3, which has no characters there and is wide for libvterm, and
/// are read back from its cells. All others that are wide, it knows.
package enum WideStandIn {
    private static let distance: UInt32 = 0x20000
    /// The last of them would be U+1FFFF; no character of plane 3 is near the first.
    private static let places: ClosedRange<UInt32> = 0x36FE0...0x3FFFF

    /// What is written to libvterm.
    static func of(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // No character, and no longer to be told from one that stands for another.
        if places.contains(scalar.value) { return "\u{FFFD}" }
        let place = scalar.value &+ distance
        guard places.contains(place), scalar.columns == 2 else { return scalar }
        return Unicode.Scalar(place) ?? scalar
    }

    /// What a cell shows that has this.
    package static func original(_ value: UInt32) -> UInt32 { places.contains(value) ? value - distance : value }
}
