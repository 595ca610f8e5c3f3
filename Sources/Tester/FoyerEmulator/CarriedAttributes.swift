import FoyerCore

/// Attributes that libvterm 0.1 does not know. They are carried in the number of the font, which terminals ignore and
/// libvterm keeps with each cell, from 0 to 9.
struct CarriedAttributes: OptionSet {
    let rawValue: UInt8

    static let faint = CarriedAttributes(rawValue: 1)
    static let concealed = CarriedAttributes(rawValue: 2)
    static let overlined = CarriedAttributes(rawValue: 4)

    /// Takes a code of `SGR`.
    ///
    /// - Returns: what libvterm must be sent; `nil` if the code is none of these, and goes to libvterm as it is.
    mutating func take(_ code: Int) -> String? {
        let before = self
        switch code {
        case 0:
            // libvterm goes back to the first font by itself.
            self = []
            return nil
        case 2: insert(.faint)
        case 8: insert(.concealed)
        // Bold and faint end together.
        case 22: remove(.faint)
        case 28: remove(.concealed)
        case 53: insert(.overlined)
        case 55: remove(.overlined)
        // Fonts of the program's own.
        case 10...20: return ""
        default: return nil
        }
        return (code == 22 ? "\u{1B}[22m" : "") + (self == before ? "" : font)
    }

    /// Selects the font that carries these.
    var font: String { "\u{1B}[\(10 + Int(rawValue))m" }

    var attributes: ScreenCell.Attributes {
        var attributes: ScreenCell.Attributes = []
        if contains(.faint) { attributes.insert(.faint) }
        if contains(.concealed) { attributes.insert(.concealed) }
        if contains(.overlined) { attributes.insert(.overlined) }
        return attributes
    }
}
