/// The questions to a terminal: one batch of bytes, whose last question every terminal answers.
///
/// Kitty's question goes at once only to terminals that are known to accept it. Some of those that do not even give
/// their name would show it as text, so others get it separately, once they have given theirs.
package enum TerminalQuestions: Hashable, Sendable {
    /// All of them.
    case all
    /// All but kitty's.
    case named
    /// Only kitty's.
    case kitty
    /// Those that a multiplexer understands: some take kitty's query for a window's title.
    case multiplexer
    /// Those that are safe even for a terminal that shows others as text.
    case careful
    /// Only the colours, which may have changed since.
    case ground
    /// Only the size of a cell, which changes with the font.
    case cell
    /// Only what may have changed since: the colours and the size of a cell.
    case groundAndCell

    /// The colour that is set and queried: one that is in no palette.
    static let probe = [1, 2, 3]

    /// The bytes to send. They leave the attributes off and the cursor in place.
    package var bytes: [UInt8] {
        let (version, colors, fence) = ("\u{1B}[>0q", "\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\", "\u{1B}[c")
        let text =
            switch self {
            case .all:
                version + Self.exactColors + Self.cursorShape + colors + Self.modes + Self.cellSize + Self.graphics
                    + Self.sixel + fence
            case .named:
                version + Self.exactColors + Self.cursorShape + colors + Self.modes + Self.cellSize + Self.sixel + fence
            case .kitty: Self.graphics + fence
            case .multiplexer:
                version + Self.exactColors + Self.cursorShape + colors + Self.modes + Self.cellSize + fence
            case .careful: version + colors + fence
            case .ground: colors + fence
            case .cell: Self.cellSize + fence
            case .groundAndCell: colors + Self.cellSize + fence
            }
        return Array(text.utf8)
    }

    /// Whether they add to what is known rather than find everything out.
    package var isRefresh: Bool { [.ground, .cell, .groundAndCell].contains(self) }

    private static let cellSize = "\u{1B}[16t"
    private static let graphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    private static let sixel = "\u{1B}[?1;1;0S\u{1B}[?2;1;0S"

    /// Sets a colour and queries it (DECRQSS), and asks for its terminfo capability (XTGETTCAP).
    private static var exactColors: String {
        "\u{1B}[48;2;\(probe[0]);\(probe[1]);\(probe[2])m\u{1B}P$qm\u{1B}\\\u{1B}[0m\u{1B}P+q524742;5463\u{1B}\\"
    }

    private static let cursorShape = "\u{1B}P$q q\u{1B}\\"
    private static let modes = "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?1016$p"
}
