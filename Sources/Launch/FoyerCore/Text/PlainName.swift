/// A name that is safe in a URL's path, as a file's or folder's name and on a screen: 1–128 of `A–Z a–z 0–9 . _ -`, not
/// beginning with a dot.
package enum PlainName {
    /// In bytes.
    package static let maxLength = 128

    package static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...maxLength).contains(bytes.count) && bytes.first != UInt8(ascii: ".")
            && bytes.allSatisfy(\.isPlainNameByte)
    }
}
