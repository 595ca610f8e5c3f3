/// What a terminal is asked: one batch of bytes, whose last question every terminal answers.
///
/// Kitty's question goes at once only to terminals that are known to take it. Some of those that cannot even say their name
/// would show it as text, so others get it on its own, once they have said theirs.
package enum TerminalQuestions: Hashable, Sendable {
    /// All of them.
    case all
    /// All but kitty's.
    case named
    /// Kitty's alone.
    case kitty
    /// Those that a multiplexer takes as they are meant: to some, kitty's query is a window's title.
    case multiplexer
    /// Those that even a terminal takes in which shows others as text.
    case careful
    /// The background alone: after a rest it may have changed.
    case ground

    /// The colour that is set and asked back: one that no palette has.
    static let probe = [1, 2, 3]

    /// The bytes to send. They leave the attributes off and the cursor where it is.
    package var bytes: [UInt8] {
        let (version, colors, fence) = ("\u{1B}[>0q", "\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\", "\u{1B}[c")
        let text =
            switch self {
            case .all: version + Self.exactColors + colors + Self.modes + Self.cell + Self.graphics + Self.sixel + fence
            case .named: version + Self.exactColors + colors + Self.modes + Self.cell + Self.sixel + fence
            case .kitty: Self.graphics + fence
            case .multiplexer: version + Self.exactColors + colors + Self.modes + Self.cell + fence
            case .careful: version + colors + fence
            case .ground: colors + fence
            }
        return Array(text.utf8)
    }

    private static let cell = "\u{1B}[16t"
    private static let graphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    private static let sixel = "\u{1B}[?1;1;0S\u{1B}[?2;1;0S"

    /// A colour is set and asked back (DECRQSS), and the description's word for such colours (XTGETTCAP).
    private static var exactColors: String {
        "\u{1B}[48;2;\(probe[0]);\(probe[1]);\(probe[2])m\u{1B}P$qm\u{1B}\\\u{1B}[0m\u{1B}P+q524742;5463\u{1B}\\"
    }

    private static let modes = "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?2048$p\u{1B}[?1016$p"
}
