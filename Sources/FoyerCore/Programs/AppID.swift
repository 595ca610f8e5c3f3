/// The name of a mini program: 1–128 of `A–Z a–z 0–9 . _ -`, not beginning with a dot. It is safe in a URL's path, as a
/// folder name and on a screen.
package struct AppID: Hashable, Sendable, CustomStringConvertible {
    package static let maxLength = 128
    package let text: String

    package init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.maxLength).contains(bytes.count), bytes.first != 0x2E else { return nil }
        guard bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    /// Takes an id that is valid by construction.
    init(alreadyValid text: String) {
        self.text = text
    }

    /// The id, or the failure that a launch with any other text ends in.
    package static func validate(_ text: String) throws(LaunchFailure) -> AppID {
        if let id = AppID(text) { return id }
        let shown = SafeText(text).prefix(columns: 60, ellipsis: .ellipsis)
        throw LaunchFailure(.notFound, .notAnAppID(shown))
    }

    package var description: String { text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isPlainNameByte
    }
}
