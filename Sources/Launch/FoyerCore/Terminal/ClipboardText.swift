/// What is known of a terminal's clipboard.
package enum ClipboardWay: Sendable {
    /// The terminal is not asked: it is known not to copy, or nothing is known of it.
    case none
    /// It is asked; no answer what it did: many have this switched off.
    case asked
    /// It has said that programs may write to it.
    case open
}

package struct ClipboardText: Hashable, Sendable {
    /// In bytes: some terminals drop a sequence of more than 100,000, which base64 makes of more than this.
    package static let longest = 74_994

    /// Tells it from the one before: each is sent once.
    package let number: Int
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8], number: Int) { (self.bytes, self.number) = (bytes, number) }

    /// OSC 52, with the shorter end; `nil` if the text is too long.
    package var sequence: [UInt8]? {
        guard bytes.count <= Self.longest else { return nil }
        return Array("\u{1B}]52;c;\(Base64.encode(bytes))\u{7}".utf8)
    }
}
