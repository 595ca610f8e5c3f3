import FoyerCore

/// The colours and attributes of text.
///
/// ```swift
/// canvas.text("7", in: place, alignment: .trailing, style: TextStyle(.accent, attributes: [.bold, .underline]))
/// canvas.text("7", in: place, alignment: .leading, style: TextStyle(.rgb(232, 163, 61), attributes: .italic))
/// var style = TextStyle.quiet  // As all roles, it follows the user's theme.
/// style.foreground = .accent
/// style.attributes = .reverse
/// ```
public struct TextStyle: Hashable, Sendable {
    /// The text's own colour.
    public var foreground: CellColor
    /// `nil` keeps the existing background.
    public var background: CellColor?
    /// Bold, italic, underline and the like.
    public var attributes: ScreenCell.Attributes

    /// A style; without a background, the existing one stays.
    public init(
        _ foreground: CellColor = .text, on background: CellColor? = nil, attributes: ScreenCell.Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// Ordinary text.
    public static let text = TextStyle(.text)
    /// The most important text.
    public static let strong = TextStyle(.text, attributes: .bold)
    /// Text for those who look for it.
    public static let quiet = TextStyle(.quiet)
    /// Lines, and what is not available.
    public static let faint = TextStyle(.faint)
    /// The one warm colour: names, titles, and what is chosen.
    public static let accent = TextStyle(.accent, attributes: .bold)
    /// Success.
    public static let good = TextStyle(.good)
    /// Failure.
    public static let bad = TextStyle(.bad, attributes: .bold)
    /// Links.
    public static let link = TextStyle(.link, attributes: .underline)
    /// The focus: filled with the accent, with the ground's colour as text.
    public static let focused = TextStyle(.ground, on: .accent, attributes: .bold)

    /// The same style on another background.
    public func on(_ background: CellColor?) -> TextStyle {
        TextStyle(foreground, on: background, attributes: attributes)
    }
}

extension Canvas {
    /// The alignment of text in its room.
    public enum Alignment: Sendable {
        case leading, center, trailing
    }
}
