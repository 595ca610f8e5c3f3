import FoyerCore

/// How text is set: its colours and attributes.
public struct TextStyle: Hashable, Sendable {
    public var foreground: Color
    /// `nil` keeps the background that is there already.
    public var background: Color?
    public var attributes: CellAttributes

    public init(_ foreground: Color = .text, on background: Color? = nil, attributes: CellAttributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    public static let text = TextStyle(.text)
    public static let strong = TextStyle(.text, attributes: .bold)
    public static let quiet = TextStyle(.quiet)
    public static let faint = TextStyle(.faint)
    public static let accent = TextStyle(.accent, attributes: .bold)
    public static let good = TextStyle(.good)
    public static let bad = TextStyle(.bad, attributes: .bold)
    public static let link = TextStyle(.link, attributes: .underline)
    /// What has the focus: the accent's fill with the ground's colour as ink.
    public static let focused = TextStyle(.ground, on: .accent, attributes: .bold)

    /// The same style on another background.
    public func on(_ background: Color?) -> TextStyle {
        TextStyle(foreground, on: background, attributes: attributes)
    }
}

/// Where text stands in its room.
public enum TextAlignment: Sendable {
    case leading, center, trailing
}
