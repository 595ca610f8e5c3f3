/// The next key, character or report among typed bytes.
struct TypedToken {
    enum Kind {
        /// A character, with Alt or without.
        case character
        /// A key that is a sequence.
        case sequence
        case mouse
        /// Pasted text begins.
        case paste
        /// None of these.
        case other
    }

    let kind: Kind
    let length: Int

    private static let escape: UInt8 = 0x1B
    private static let longestSequence = 64
    private static let pasteBegan = Array("\u{1B}[200~".utf8)

    /// - Parameter isOver: nothing more comes soon.
    /// - Returns: `nil` if more must come before it can be told.
    static func first(in bytes: ArraySlice<UInt8>, isOver: Bool, reportsMouse: Bool) -> TypedToken? {
        guard bytes.first == escape else { return character(bytes, after: 0, isOver: isOver) }
        switch bytes.dropFirst().first {
        case nil where !isOver: return nil
        case nil, escape?: return TypedToken(kind: .character, length: 1)
        case UInt8(ascii: "[")?: return control(Array(bytes.prefix(longestSequence)), isOver, reportsMouse)
        case UInt8(ascii: "O")?:
            if bytes.count > 2 { return TypedToken(kind: .sequence, length: 3) }
            return isOver ? TypedToken(kind: .character, length: 2) : nil
        default: return character(bytes.dropFirst(), after: 1, isOver: isOver)
        }
    }

    private static func character(_ bytes: ArraySlice<UInt8>, after prefix: Int, isOver: Bool) -> TypedToken? {
        guard let first = bytes.first else { return nil }
        let count =
            switch first {
            case 0..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        if count == 0 || bytes.prefix(count).dropFirst().contains(where: { $0 & 0xC0 != 0x80 }) {
            return TypedToken(kind: .other, length: prefix + 1)
        }
        guard bytes.count < count else { return TypedToken(kind: .character, length: prefix + count) }
        return isOver ? TypedToken(kind: .other, length: prefix + bytes.count) : nil
    }

    private static func control(_ bytes: [UInt8], _ isOver: Bool, _ reportsMouse: Bool) -> TypedToken? {
        // With two brackets: the function keys of the Linux console. `ESC [ M` and three bytes: the mouse of old.
        let second = bytes.count > 2 ? bytes[2] : 0
        let isMouse = reportsMouse && (second == UInt8(ascii: "<") || second == UInt8(ascii: "M"))
        var end = 2
        switch second {
        case UInt8(ascii: "["): end = 3
        case UInt8(ascii: "M") where isMouse: end = 5
        default: while end < bytes.count, (0x20...0x3F).contains(bytes[end]) { end += 1 }
        }
        guard end < bytes.count else {
            if !isOver, bytes.count < longestSequence { return nil }
            return TypedToken(kind: bytes.count == 2 ? .character : .other, length: bytes.count)
        }
        let length = end + 1
        if isMouse { return TypedToken(kind: .mouse, length: length) }
        if bytes.prefix(length).elementsEqual(pasteBegan) { return TypedToken(kind: .paste, length: length) }
        return TypedToken(kind: (0x40...0x7E).contains(bytes[end]) ? .sequence : .other, length: length)
    }
}
