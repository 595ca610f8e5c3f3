import FoyerCore

/// How text is set: its colours and attributes.
package struct TextStyle: Hashable, Sendable {
    /// The text's own colour.
    package var foreground: Color
    /// `nil` keeps the background that is there already.
    package var background: Color?
    /// Bold, italic, underline and the like.
    package var attributes: CellAttributes

    /// A style; without a background the one that is there stays.
    package init(_ foreground: Color = .text, on background: Color? = nil, attributes: CellAttributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// What is read.
    package static let text = TextStyle(.text)
    /// What is read first.
    package static let strong = TextStyle(.text, attributes: .bold)
    /// What is there for who looks for it.
    package static let quiet = TextStyle(.quiet)
    /// Lines and what is not available.
    package static let faint = TextStyle(.faint)
    /// The one warm colour: names, titles, what is chosen.
    package static let accent = TextStyle(.accent, attributes: .bold)
    /// What went well.
    package static let good = TextStyle(.good)
    /// What failed.
    package static let bad = TextStyle(.bad, attributes: .bold)
    /// What leads elsewhere.
    package static let link = TextStyle(.link, attributes: .underline)
    /// What has the focus: the accent's fill with the ground's colour as ink.
    package static let focused = TextStyle(.ground, on: .accent, attributes: .bold)

    /// The same style on another background.
    package func on(_ background: Color?) -> TextStyle {
        TextStyle(foreground, on: background, attributes: attributes)
    }
}

/// Where text stands in its room.
public enum TextAlignment: Sendable {
    case leading, center, trailing
}
