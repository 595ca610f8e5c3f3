import FoyerCore

/// How a banner looks and moves: what its host may set.
public struct BannerStyle: Equatable, Sendable {
    /// Seconds from one change of page to the next, the slide included. Anything that is not finite and > 0 stops the
    /// movement.
    public var scrollInterval: Double
    /// Whether the banner moves by itself.
    public var isAutoScrolling: Bool
    /// Whether the last page is followed by the first.
    public var loops: Bool
    /// How pictures take their room: the pages', and those that stand where there is no page's picture (placeholder,
    /// error image).
    public var contentMode: ContentMode
    /// Beside pictures that do not fill their room, and under transparent ones.
    public var background: Color
    /// Whether a thin frame stands round the pictures, where there is room for one.
    public var isFramed: Bool
    /// The page indicator.
    public var indicator: IndicatorStyle

    /// A style; `scrollInterval` is in seconds, and 0 stops the movement.
    public init(
        scrollInterval: Double = 3, isAutoScrolling: Bool = true, loops: Bool = true,
        contentMode: ContentMode = .aspectFill, background: Color = .raised,
        isFramed: Bool = false, indicator: IndicatorStyle = IndicatorStyle()
    ) {
        self.scrollInterval = scrollInterval
        self.isAutoScrolling = isAutoScrolling
        self.loops = loops
        self.contentMode = contentMode
        self.background = background
        self.isFramed = isFramed
        self.indicator = indicator
    }

    /// Whether a carousel of this style ever moves by itself.
    var moves: Bool { isAutoScrolling && scrollInterval.isFinite && scrollInterval > 0 }
}

/// How a banner says which of its pages is shown. What is `nil` is the system's: it follows the kind and the room.
public struct IndicatorStyle: Equatable, Sendable {
    /// The form of the indicator.
    public enum Kind: String, CaseIterable, Sendable {
        case dots
        /// A line in as many parts as there are pages.
        case bar
        /// `2/5`.
        case fraction
        case none
    }

    /// Where the indicator stands.
    public enum Place: String, CaseIterable, Sendable {
        /// In rows of its own under the picture.
        case below
        /// Over the picture's last rows.
        case inside
    }

    /// What stands for a page in place of the kind's own sign.
    public enum Mark: Equatable, Sendable {
        /// Text of any width; mostly one glyph.
        case glyph(SafeText)
        /// A picture, mapped to as many cells as it is to take.
        case picture(CellPicture)
    }

    /// The form of the indicator.
    public var kind: Kind
    /// Left, centre or right.
    public var alignment: PageIndicator.Alignment
    /// Below the pictures, or inside them.
    public var place: Place
    /// Dots and bars alone have marks.
    public var currentMark: Mark?
    /// The mark of every other page; `nil` for the default.
    public var otherMark: Mark?
    /// For what is no picture.
    public var currentTint: Color?
    /// The colour of every other page's mark; `nil` for the default.
    public var otherTint: Color?
    /// In cells; at most `maxRows` rows count.
    public var currentSize: CellSize?
    /// The size of every other page's mark, in cells; `nil` for the default.
    public var otherSize: CellSize?
    /// Cells between two marks, from 0.
    public var spacing: Int?

    /// An indicator is no higher than this.
    public static let maxRows = 3

    /// An indicator; what is `nil` is as the kind has it.
    public init(
        _ kind: Kind = .dots, alignment: PageIndicator.Alignment = .centre, place: Place = .below,
        currentMark: Mark? = nil, otherMark: Mark? = nil, currentTint: Color? = nil, otherTint: Color? = nil,
        currentSize: CellSize? = nil, otherSize: CellSize? = nil, spacing: Int? = nil
    ) {
        self.kind = kind
        self.alignment = alignment
        self.place = place
        self.currentMark = currentMark
        self.otherMark = otherMark
        self.currentTint = currentTint
        self.otherTint = otherTint
        self.currentSize = currentSize
        self.otherSize = otherSize
        self.spacing = spacing
    }

    /// Rows that the indicator takes, 1…`maxRows`; 0 where there is none.
    public var rows: Int {
        switch kind {
        case .none: 0
        case .fraction: 1
        case .dots, .bar: min(max(1, size(isCurrent: true).rows, size(isCurrent: false).rows), Self.maxRows)
        }
    }

    /// The cells that a page's mark takes.
    func size(isCurrent: Bool) -> CellSize {
        if let size = isCurrent ? currentSize : otherSize { return size }
        switch isCurrent ? currentMark : otherMark {
        case .glyph(let text): return CellSize(columns: text.columns, rows: 1)
        case .picture(let picture): return picture.size
        case nil: return CellSize(columns: kind == .bar ? (isCurrent ? 4 : 2) : 1, rows: 1)
        }
    }
}
