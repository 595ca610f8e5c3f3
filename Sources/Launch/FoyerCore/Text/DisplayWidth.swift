/// The number of columns that a scalar takes on a terminal.
///
/// The rule is shared by curses and terminals: the C library's `wcwidth`. This does not call the C library, so that
/// layout is the same on every machine; for what it knows (Unicode 14), this agrees with glibc 2.36.
extension Unicode.Scalar {
    /// 0 for marks and joiners, 2 for wide characters, otherwise 1. Meaningless for controls, which never get this far.
    package var columns: Int {
        if value < 0x300 { return 1 }
        switch value {
        // Vowels and finals of Hangul, which join the consonant before them; a spacing mark that glibc stacks.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x1171E: return 0
        // Enclosing number signs and the like: visible, whatever their category says.
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: return 1
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide ? 2 : 1
        }
    }

    /// Binary search in the table.
    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = Self.wide.count
        while low < high {
            let middle = (low + high) / 2
            if value > Self.wide[middle].last {
                low = middle + 1
            } else if value < Self.wide[middle].first {
                high = middle
            } else {
                return true
            }
        }
        return false
    }

    /// Wide and fullwidth (W, F) of EastAsianWidth.txt, Unicode 17.0, without the few that became wide after glibc's
    /// tables were made (the trigrams and counting rods of Unicode 16). Ranges include unassigned and zero-width code
    /// points, since those are checked before.
    private static let wide: [(first: UInt32, last: UInt32)] = [
        (0x1100, 0x115E), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
        (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
        (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
        (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B),
        (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
        (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E),
        (0x3041, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAD9), (0xFE10, 0xFE6B), (0xFF01, 0xFF60),
        (0xFFE0, 0xFFE6), (0x16FE0, 0x1B2FB), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E),
        (0x1F191, 0x1F19A), (0x1F200, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393),
        (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E),
        (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
        (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5),
        (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC),
        (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FAF8),
        (0x20000, 0x33479),
    ]
}
