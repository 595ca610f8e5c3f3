/// Text that cannot act on a terminal. Only the sanitiser makes it, and drawing takes nothing else.
public struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The sanitised text.
    public let string: String

    public init(_ raw: String) {
        string = String(String.UnicodeScalarView(raw.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    public init(stringLiteral value: StaticString) {
        self.init(value.description)
    }

    public var description: String { string }
    public var isEmpty: Bool { string.isEmpty }
}
