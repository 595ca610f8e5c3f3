/// The path of a file inside a package: relative, with `/` between names, and never leading out of it.
public struct PackagePath: Hashable, Sendable, CustomStringConvertible {
    public static let maxLength = 1_024
    public static let maxNameLength = 255
    public static let maxDepth = 16

    public let text: String

    /// Fails for what is empty, absolute, too long or too deep; for names that are empty, `.` or `..`; for a
    /// backslash, and for any character that the sanitiser would change.
    public init?(_ text: String) {
        guard (1...Self.maxLength).contains(text.utf8.count), !text.utf8.contains(0x5C) else { return nil }
        guard SafeText(text).string.utf8.elementsEqual(text.utf8) else { return nil }
        let names = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard names.count <= Self.maxDepth else { return nil }
        for name in names {
            guard (1...Self.maxNameLength).contains(name.count) else { return nil }
            guard !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return nil }
        }
        self.text = text
    }

    public var names: [String] { text.split(separator: "/").map(String.init) }
    public var description: String { text }
}
