/// One line of ours below a command's output, for as long as the command starts: written by a return, its text, "erase to
/// the end of the line" and a return, so that the cursor stands before it. Before each piece of the command's output it is
/// taken away, and it comes back only where that has ended a line; never behind half a line, a bar, a colour left on, or in
/// the alternate screen.
///
///     var line = OneLine(at: now)
///     toTerminal += line.show("⠋ vite  43 %", at: now)
///     toTerminal += line.pass(output, at: now)
///     toTerminal += line.end()
package struct OneLine: Equatable, Sendable {
    /// What takes the line away.
    package static let erasing = Array("\r\u{1B}[K".utf8)
    /// The longest line: no reflow breaks it in a terminal of 40 columns.
    package static let longest = 39
    /// How often it moves.
    package static let interval = Duration.milliseconds(200)
    /// How soon after it was drawn it comes back behind output that goes on and on.
    static let pause = Duration.milliseconds(100)

    private var place = OutputPlace()
    private var text: SafeText = ""
    /// The same with its colours.
    private var styled: [UInt8] = []
    /// What stands on the terminal.
    private var shown: SafeText?
    private var drawn: Instant?
    private var isOver = false

    package init() {}

    /// Whether it stands on the terminal.
    package var isShown: Bool { shown != nil }

    /// Whether what the command wrote last has no end of its line.
    package var isWithinLine: Bool { !place.isAtLineStart }

    /// When ``show(_:at:)`` is to be called again; `nil` if there is nothing to show.
    package var nextDeadline: Instant? {
        guard !isOver, place.takesLine else { return nil }
        guard let drawn else { return .zero }
        return drawn + (isShown ? Self.interval : Self.pause)
    }

    /// The line says something else, or moves.
    ///
    /// - Parameter styled: the text with its colours, which end with it; `nil` for none.
    package mutating func show(_ text: SafeText, styled: [UInt8]? = nil, at now: Instant) -> [UInt8] {
        self.text = text
        self.styled = styled ?? Array(text.string.utf8)
        return draw(at: now)
    }

    /// A piece of the command's output.
    package mutating func pass(_ bytes: [UInt8], at now: Instant) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        place.take(bytes)
        guard !isOver else { return bytes }
        let erased = erase()
        let isSoon = drawn.map { now < $0 + Self.pause } ?? true
        return erased + bytes + (isSoon ? [] : draw(at: now))
    }

    /// It is gone for good.
    package mutating func end() -> [UInt8] {
        isOver = true
        return erase()
    }

    /// It is gone for now.
    package mutating func hide() -> [UInt8] { erase() }

    /// Somebody else has had the terminal, and has left it at the beginning of a line or anywhere.
    package mutating func forget() { shown = nil }

    private mutating func erase() -> [UInt8] {
        guard isShown else { return [] }
        shown = nil
        return Self.erasing
    }

    private mutating func draw(at now: Instant) -> [UInt8] {
        guard !isOver, place.takesLine, !text.isEmpty else { return [] }
        drawn = now
        guard shown != text else { return [] }
        shown = text
        return Array("\r".utf8) + styled + Array("\u{1B}[K\r".utf8)
    }
}

/// The line's text: ` ⠋ vite  ▓▓▓▓░░░░ 43 %  about 4 s  bundling chunk 4`, cut where there is no room. The cursor stands on
/// the blank before it.
package struct OneLineText: Equatable, Sendable {
    /// A piece of the line that has a colour of its own.
    package struct Part: Equatable, Sendable {
        package enum Role: Sendable {
            /// The turning sign, and the full part of the bar.
            case accent
            case name
            case text
            /// The empty part of the bar, the time, and what the command says.
            case quiet
        }

        package var text: SafeText
        package var role: Role
    }

    package var name: SafeText
    /// 0…1; `nil` where nobody knows.
    package var fraction: Double?
    /// How long it still takes, or has taken.
    package var time: SafeText
    package var status: SafeText
    package var isASCII: Bool
    /// Whether a sign turns; with reduced motion it does not.
    package var moves: Bool

    private static let bar = 8
    private static let longestName = 12
    /// Fewer columns of the status say nothing.
    private static let leastStatus = 4
    private static let turning = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
    private static let turningASCII = Array("|/-\\")

    package init(
        name: SafeText, fraction: Double? = nil, time: SafeText = "", status: SafeText = "", isASCII: Bool = false,
        moves: Bool = true
    ) {
        self.name = name
        self.fraction = fraction
        self.time = time
        self.status = status
        self.isASCII = isASCII
        self.moves = moves
    }

    /// The line in pieces, from left to right.
    ///
    /// - Parameters:
    ///   - turn: the number of times that the sign has moved.
    ///   - columns: the width of the terminal.
    package func parts(turn: Int, columns: Int) -> [Part] {
        let room = min(OneLine.longest, columns - 1)
        let ellipsis: SafeText = isASCII ? "..." : "…"
        let signs = isASCII ? Self.turningASCII : Self.turning
        let sign = moves ? signs[turn % signs.count] : isASCII ? "*" : "●"
        var parts = [
            Part(text: SafeText(" \(sign) "), role: .accent),
            Part(text: name.prefix(columns: Self.longestName, ellipsis: ellipsis) + "  ", role: .name),
        ]
        parts += bar(turn)
        var used: Int { parts.reduce(0) { $0 + $1.text.columns } }
        if !time.isEmpty, used + 2 + time.columns <= room { parts.append(Part(text: "  " + time, role: .quiet)) }
        let left = room - used - 2
        if !status.isEmpty, left >= min(Self.leastStatus, status.columns) {
            parts.append(Part(text: "  " + status.prefix(columns: left, ellipsis: ellipsis), role: .quiet))
        }
        var rest = max(0, room)
        return parts.map { part in
            let text = part.text.prefix(columns: rest, ellipsis: "")
            rest -= text.columns
            return Part(text: text, role: part.role)
        }
    }

    private func bar(_ turn: Int) -> [Part] {
        let (full, empty) = isASCII ? ("#", ".") : ("▓", "░")
        func part(_ isFull: Bool, _ count: Int) -> Part {
            Part(
                text: SafeText(String(repeating: isFull ? full : empty, count: count)), role: isFull ? .accent : .quiet)
        }
        guard let fraction else {
            guard moves else { return [part(false, Self.bar)] }
            // There and back.
            let way = turn % (2 * (Self.bar - 2))
            let place = min(way, 2 * (Self.bar - 2) - way)
            return [part(false, place), part(true, 2), part(false, Self.bar - 2 - place)]
        }
        let value = min(max(fraction, 0), 1)
        let count = Int((value * Double(Self.bar)).rounded(.down))
        let figure = Part(text: SafeText(" \(Int((value * 100).rounded(.down))) %"), role: .text)
        return [part(true, count), part(false, Self.bar - count), figure]
    }
}
