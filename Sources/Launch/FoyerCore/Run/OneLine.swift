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

/// Where a program's output has left the cursor, as far as bytes alone can tell: whether a line of ours may stand there, and be
/// taken away again so that nothing is lost.
///
/// It may where a line has just begun that is blank, and nothing of the program's would show on ours. A program that moves the
/// cursor up or to a place of its own may have left anything below it: then no line stands until it has cleared that.
struct OutputPlace: Equatable, Sendable {
    /// The parameter of "erase in display" (CSI J).
    private enum Erasure: Int { case below, above, all, history }
    /// The part of the row that is known to be blank.
    private enum Blank { case nothing, fromHereOn, all }

    private static let secondScreens: Set<Int> = [47, 1047, 1049]

    private var parser = OutputParser()
    /// Nothing has been written in this row.
    private var isFresh = true
    private var isAtLeft = true
    private var blank = Blank.fromHereOn
    private var rendition: Rendition? = Rendition()
    private var hasOtherCharacters = false
    private var isOnSecondScreen = false
    /// A scroll region, an origin or an insert mode has been set: then even a line feed does something else.
    private var isStrange = false

    /// The output ends at the beginning of a line.
    var isAtLineStart: Bool { !parser.isWithinSequence && isFresh && isAtLeft }

    var takesLine: Bool {
        isAtLineStart && blank != .nothing && rendition == Rendition() && !hasOtherCharacters
            && !isOnSecondScreen && !isStrange
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch parser.take(byte) {
            case .byte(let byte)?: takeText(byte)
            case .escape(let body, let final)?: if body.isEmpty { endEscape(final) } else { endEscape(body, final) }
            case .control(let body, let final)?: endControl(body, final)
            case .string?, nil: break
            }
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        switch byte {
        case 0x0A, 0x0B, 0x0C: isFresh = true
        case 0x0D: isAtLeft = true
        case 0x0E: hasOtherCharacters = true
        case 0x0F: hasOtherCharacters = false
        case 0x08: isFresh = false
        case 0x09: isAtLeft = false
        case 0x00...0x1F, 0x7F: break
        default:
            (isFresh, isAtLeft) = (false, false)
            if blank == .all { blank = .fromHereOn }
        }
    }

    private mutating func endEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "7"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "H"): break
        case UInt8(ascii: "D"): isFresh = true
        case UInt8(ascii: "E"): (isFresh, isAtLeft) = (true, true)
        case UInt8(ascii: "c"):
            self = OutputPlace()
            blank = .all
        default: move()
        }
    }

    private mutating func endEscape(_ body: [UInt8], _ byte: UInt8) {
        // Those of other sets are seen only after a shift (SO).
        if body == [UInt8(ascii: "(")] { hasOtherCharacters = byte != UInt8(ascii: "B") }
        // The size of a row.
        if body == [UInt8(ascii: "#")] { move() }
    }

    /// The cursor is somewhere else.
    private mutating func move() {
        isAtLeft = false
        isFresh = blank == .all
        if blank == .fromHereOn { blank = .nothing }
    }

    private mutating func endControl(_ body: [UInt8], _ final: UInt8) {
        let isPrivate = body.first.map { $0 >= 0x3C } ?? false
        let numbers = body.filter { $0 < 0x3C }.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        if body.contains(where: { $0 < 0x30 }) { return }
        if isPrivate { return endPrivate(body, final, numbers) }
        let first = numbers.first ?? 0
        switch final {
        case UInt8(ascii: "m"): takeRendition(body)
        case UInt8(ascii: "G"), UInt8(ascii: "`"): isAtLeft = first <= 1
        case UInt8(ascii: "C"), UInt8(ascii: "D"), UInt8(ascii: "a"), UInt8(ascii: "I"), UInt8(ascii: "Z"):
            isAtLeft = false
        case UInt8(ascii: "J"): if let what = Erasure(rawValue: first) { clear(what) }
        case UInt8(ascii: "H"), UInt8(ascii: "f"):
            move()
            isAtLeft = numbers.count < 2 || numbers[1] <= 1
        case UInt8(ascii: "r"): isStrange = true
        case UInt8(ascii: "h"): if first == 4 || first == 20 { isStrange = true }
        case UInt8(ascii: "b"): (isFresh, isAtLeft) = (false, false)
        case UInt8(ascii: "K"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "@"), UInt8(ascii: "c"),
            UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "g"):
            break
        default: move()
        }
    }

    private mutating func endPrivate(_ body: [UInt8], _ final: UInt8, _ numbers: [Int]) {
        guard body.first == UInt8(ascii: "?"), final == UInt8(ascii: "h") || final == UInt8(ascii: "l") else { return }
        let isOn = final == UInt8(ascii: "h")
        if numbers.contains(where: Self.secondScreens.contains) { isOnSecondScreen = isOn }
        if numbers.contains(3) || numbers.contains(6) { isStrange = true }
    }

    private mutating func clear(_ what: Erasure) {
        switch what {
        case .below:
            if blank != .all { blank = .fromHereOn }
            isFresh = isFresh || isAtLeft
        case .all: (blank, isFresh) = (.all, true)
        case .above, .history: break
        }
    }

    private mutating func takeRendition(_ body: [UInt8]) {
        let isReset = body.isEmpty || body == [UInt8(ascii: "0")]
        if isReset { rendition = Rendition() }
        guard !isReset, var next = rendition else { return }
        let isKnown = SGRParameters(body.span).map { next.take($0) } ?? false
        rendition = isKnown ? next : nil
    }
}
