import FoyerCore

/// How a banner looks and moves; the host may set it.
public struct BannerStyle: Equatable, Sendable {
    /// Seconds from one page to the next, including the slide. Zero, negative and non-finite values stop the movement.
    public var scrollInterval: Double
    /// Whether the banner moves by itself.
    public var isAutoScrolling: Bool
    /// Whether the first page follows the last.
    public var loops: Bool
    /// How pictures fill their room: those of pages, the placeholder and the error image.
    public var contentMode: CellPicture.ContentMode
    /// The colour beside pictures that do not fill their room, and under transparent ones.
    public var background: CellColor
    /// Whether to draw a thin frame around the pictures if there is room.
    public var isFramed: Bool
    /// The page indicator.
    public var indicator: IndicatorStyle

    /// A style; `scrollInterval` is in seconds, and 0 stops the movement.
    public init(
        scrollInterval: Double = 3, isAutoScrolling: Bool = true, loops: Bool = true,
        contentMode: CellPicture.ContentMode = .aspectFill, background: CellColor = .raised,
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

/// How a banner shows which of its pages is visible. `nil` means the default for the kind and the room.
public struct IndicatorStyle: Equatable, Sendable {
    /// The form of the indicator.
    public enum Kind: String, CaseIterable, Sendable {
        /// A dot for each page.
        case dots
        /// A line with one part for each page.
        case bar
        /// `2/5`.
        case fraction
        /// No indicator.
        case none
    }

    /// Where the indicator stands.
    public enum Place: String, CaseIterable, Sendable {
        /// In rows of its own below the picture.
        case below
        /// Over the picture's last rows.
        case inside
    }

    /// Where the marks stand in their row.
    public enum Alignment: String, CaseIterable, Sendable {
        case left, centre, right

        /// The same for the rule that places them.
        var rule: PageIndicator.Alignment {
            switch self {
            case .left: .left
            case .centre: .centre
            case .right: .right
            }
        }
    }

    /// The mark of a page in place of the kind's own sign.
    public enum Mark: Equatable, Sendable {
        /// Text of any width, usually a single glyph.
        case glyph(SafeText)
        /// A picture, mapped to the cells that the mark takes.
        case picture(CellPicture)
    }

    /// The form of the indicator.
    public var kind: Kind
    /// Left, centre or right.
    public var alignment: Alignment
    /// Below the pictures, or inside them.
    public var place: Place
    /// Only dots and bars have marks.
    public var currentMark: Mark?
    /// The mark of every other page; `nil` for the default.
    public var otherMark: Mark?
    /// The colour of marks that are not pictures.
    public var currentTint: CellColor?
    /// The colour of every other page's mark; `nil` for the default.
    public var otherTint: CellColor?
    /// In cells; at most `maxRows` rows are used.
    public var currentSize: CellSize?
    /// The size of every other page's mark, in cells; `nil` for the default.
    public var otherSize: CellSize?
    /// The number of cells between two marks, from 0.
    public var spacing: Int?

    /// The greatest height of an indicator.
    package static let maxRows = 3

    /// An indicator; `nil` means the kind's default.
    public init(
        _ kind: Kind = .dots, alignment: Alignment = .centre, place: Place = .below,
        currentMark: Mark? = nil, otherMark: Mark? = nil, currentTint: CellColor? = nil, otherTint: CellColor? = nil,
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

    /// The rows that the indicator takes, 1…`maxRows`; 0 if there is none.
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
