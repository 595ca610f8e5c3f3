import FoyerCore

/// The window's title while something is under way (OSC 2), on terminals that keep the former one and put it back.
struct TitleSign {
    static let keep = Array("\u{1B}[22;2t".utf8)
    static let putBack = Array("\u{1B}[23;2t".utf8)
    /// Window managers draw titles anew, and some say them.
    static let interval = Duration.seconds(1)
    private static let longest = 60

    private var shown: SafeText?
    private var sent = Instant.zero

    /// Whether the title is ours at the moment.
    var isSet: Bool { shown != nil }

    /// The bytes that give the window a title, or its former one for `nil` and an empty one, in whose place a terminal may show
    /// its own name; `nil` if it has that already, or another one is hardly a second old.
    mutating func bytes(for title: SafeText?, at now: Instant) -> [UInt8]? {
        let title = title?.isEmpty == true ? nil : title
        guard title != shown else { return nil }
        guard let title else {
            shown = nil
            return Self.putBack
        }
        if isSet, now < sent + Self.interval { return nil }
        let begin = isSet ? [] : Self.keep
        (shown, sent) = (title, now)
        return begin + Array("\u{1B}]2;\(title.string.prefix(Self.longest))\u{1B}\\".utf8)
    }
}
