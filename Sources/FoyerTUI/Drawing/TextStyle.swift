import FoyerCore

/// How text is set: its colours and attributes.
public struct TextStyle: Hashable, Sendable {
    /// The text's own colour.
    public var foreground: Color
    /// `nil` keeps the background that is there already.
    public var background: Color?
    /// Bold, italic, underline and the like.
    public var attributes: CellAttributes

    /// A style; without a background the one that is there stays.
    public init(_ foreground: Color = .text, on background: Color? = nil, attributes: CellAttributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// What is read.
    public static let text = TextStyle(.text)
    /// What is read first.
    public static let strong = TextStyle(.text, attributes: .bold)
    /// What is there for who looks for it.
    public static let quiet = TextStyle(.quiet)
    /// Lines and what is not available.
    public static let faint = TextStyle(.faint)
    /// The one warm colour: names, titles, what is chosen.
    public static let accent = TextStyle(.accent, attributes: .bold)
    /// What went well.
    public static let good = TextStyle(.good)
    /// What failed.
    public static let bad = TextStyle(.bad, attributes: .bold)
    /// What leads elsewhere.
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
