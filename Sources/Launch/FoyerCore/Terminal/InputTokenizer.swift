/// Reads what a terminal sends, in whatever pieces it comes: keys, the mouse, pasted text and answers.
///
///     var tokenizer = InputTokenizer()
///     tokenizer.read(Array("q\u{1B}[A".utf8))     // text "q", key up
///     tokenizer.read([0x1B])                      // nothing: a sequence may have begun
///     tokenizer.giveUp()                          // key Esc, since nothing has come for `patience`
///
/// Time is linear in what comes, and memory bounded: `longestPaste`, and a few hundred bytes.
package struct InputTokenizer: Equatable, Sendable {
    /// The pause after which the beginning of a sequence counts as a key, and after which the rest of a longer piece is given
    /// up.
    package static let keyPatience = Duration.milliseconds(50)
    package static let restPatience = Duration.seconds(1)
    /// In bytes. What is pasted beyond it is left out of the text.
    package static let longestPaste = 256 << 10
    /// The longest sequence of a key or the mouse, and the longest answer.
    private static let longestControl = 64
    private static let longestString = 256

    private enum State: Equatable {
        /// Nothing is unfinished. Next: any but `oldMouse` and `stringEnd`.
        case ground
        /// A character whose other bytes, so many, have not come. Next: `ground`.
        case character(missing: Int)
        /// Next: any but `oldMouse`, `stringEnd` and `paste`.
        case escape
        /// `ESC [`. Next: `oldMouse`, `listed`, `paste`, `ground`.
        case control
        /// `ESC [ M`, whose three bytes follow. Next: `ground`.
        case oldMouse
        /// `ESC O`. Next: `ground`.
        case singleShift
        /// An answer up to its end, and after an escape within it. Next: each other, `escape`, `ground`.
        case string(Length)
        case stringEnd(Length)
        /// The table knows how it goes on. Next: any but `oldMouse` and `stringEnd`.
        case listed
        /// Next: `ground`.
        case paste
    }

    private enum Length: Equatable {
        /// All of it is held.
        case whole
        /// Longer than any answer of ours: the rest is dropped.
        case endless
        /// Somebody else's: the beginning has been passed on.
        case cut
    }

    /// The terminal's keys, beyond those that terminals share.
    package var keys: KeyTable
    private var state = State.ground
    /// The bytes of what is unfinished; in a paste what may be its end.
    private var held: [UInt8] = []
    private var text: [UInt8] = []
    private var pasted: [UInt8] = []
    private var tokens: [InputToken] = []

    private static let escape: UInt8 = 0x1B
    private static let pasteBegan = Array("\u{1B}[200~".utf8)
    private static let pasteEnded = Array("\u{1B}[201~".utf8)
    /// The beginnings of strings that answer our own questions.
    private static let answers =
        [">|", "0$r", "1$r", "0+r", "1+r"].map { Array("\u{1B}P\($0)".utf8) }
        + ["]10;", "]11;", "_G"].map { Array("\u{1B}\($0)".utf8) }

    package init(keys: KeyTable = KeyTable()) { self.keys = keys }

    /// The time that the rest of an unfinished sequence may take; `nil` if nothing is unfinished. Only its own sequence ends a
    /// paste.
    package var patience: Duration? {
        switch state {
        case .ground, .paste: nil
        case .string(.cut), .stringEnd: Self.restPatience
        default: held.count <= 2 ? Self.keyPatience : Self.restPatience
        }
    }

    /// The bytes of what is unfinished.
    package var unfinished: [UInt8] { held }

    /// A string has become longer than any answer, and has not ended.
    package var isWithinEndlessString: Bool {
        switch state {
        case .string(let length), .stringEnd(let length): length != .whole
        default: false
        }
    }

    /// Returns the tokens that these bytes complete.
    package mutating func read(_ bytes: some Collection<UInt8>) -> [InputToken] {
        let bytes = Array(bytes)
        var index = 0
        while index < bytes.count {
            let end = runEnd(bytes, from: index)
            if end == index {
                take(bytes[index])
                index += 1
            } else if state == .paste {
                keepPasted(bytes[index..<end])
                index = end
            } else {
                text += bytes[index..<end]
                index = end
            }
        }
        return finished()
    }

    /// Ends an unfinished sequence, since nothing more has come.
    package mutating func giveUp() -> [InputToken] {
        if state != .ground, state != .paste { endUnfinished() }
        return finished()
    }

    private mutating func finished() -> [InputToken] {
        endPiece()
        defer { tokens = [] }
        return tokens
    }

    // MARK: - Bytes

    /// The end of plain letters, or of pasted bytes, that begin at `start`.
    private func runEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var end = start
        if state == .ground {
            while end < bytes.count, 0x20..<0x7F ~= bytes[end] { end += 1 }
        } else if state == .paste, held.isEmpty {
            while end < bytes.count, bytes[end] != Self.escape { end += 1 }
        }
        return end
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .character(let missing): takeCharacter(byte, missing)
        case .escape: takeEscape(byte)
        case .control: takeControl(byte)
        case .oldMouse:
            held.append(byte)
            if held.count == 6 { emit(.init(oldMouse: held)) }
        case .singleShift:
            guard 0x20...0x7E ~= byte else { return restart(with: byte) }
            held.append(byte)
            if !isListed() { emit(.init(singleShift: byte)) }
        case .string(let length): takeString(byte, length)
        case .stringEnd(let length):
            guard byte == UInt8(ascii: "\\") else {
                held.removeLast()
                restart(with: Self.escape)
                return take(byte)
            }
            held.append(byte)
            endString(length, endCount: 2)
        case .listed:
            held.append(byte)
            if isListed() { return }
            held.removeLast()
            restart(with: byte)
        case .paste: takePasted(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        held = [byte]
        switch byte {
        case Self.escape:
            endPiece()
            state = .escape
        case 0..<0x20, 0x7F:
            guard keys.match(held) != .none else { fallthrough }
            endPiece()
            _ = isListed()
        default:
            if let missing = Self.missing(after: byte) {
                state = .character(missing: missing)
            } else {
                text.append(byte)
                reset()
            }
        }
    }

    /// The number of bytes after the first byte of a character; `nil` if none follow.
    private static func missing(after byte: UInt8) -> Int? {
        switch byte {
        case 0xC2...0xDF: 1
        case 0xE0...0xEF: 2
        case 0xF0...0xF4: 3
        default: nil
        }
    }

    private mutating func takeCharacter(_ byte: UInt8, _ missing: Int) {
        guard 0x80...0xBF ~= byte else { return restart(with: byte) }
        held.append(byte)
        state = .character(missing: missing - 1)
        guard missing == 1 else { return }
        if held[0] == Self.escape { return emit(Self.alt(held)) }
        text += held
        reset()
    }

    private mutating func takeEscape(_ byte: UInt8) {
        if byte == Self.escape { return restart(with: byte) }
        held.append(byte)
        if case .key(let key) = keys.match(held) { return emit(.key(key)) }
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"): state = .string(.whole)
        default:
            if isListed() { return }
            if let missing = Self.missing(after: byte) {
                state = .character(missing: missing)
            } else {
                emit(Self.alt(held))
            }
        }
    }

    private mutating func takeControl(_ byte: UInt8) {
        held.append(byte)
        if isListed() { return }
        switch byte {
        case UInt8(ascii: "M") where held.count == 3: state = .oldMouse
        case 0x40...0x7E:
            let isPaste = held == Self.pasteBegan
            emit(isPaste ? .pasted : .init(control: held))
            if isPaste { state = .paste }
        // rxvt's keys with Shift end with it; in a report numbers and a letter follow.
        case UInt8(ascii: "$") where held.count > 3 && held[2..<held.count - 1].allSatisfy { 0x30...0x39 ~= $0 }:
            emit(.unknown)
        case 0x20...0x3F where held.count < Self.longestControl: break
        default:
            held.removeLast()
            restart(with: byte)
        }
    }

    private mutating func takeString(_ byte: UInt8, _ length: Length) {
        let hasBegun = length != .whole || held.count > 2
        switch byte {
        case 0x07 where hasBegun:
            held.append(byte)
            endString(length, endCount: 1)
        case Self.escape where hasBegun:
            held.append(byte)
            state = .stringEnd(length)
        // Cancelled.
        case 0x18 where hasBegun, 0x1A where hasBegun:
            held.append(byte)
            endUnfinished()
        case 0..<0x20, 0x7F: restart(with: byte)
        case _ where !hasBegun && !Self.begins(held[1], with: byte): restart(with: byte)
        case _ where held.count < Self.longestString: held.append(byte)
        case _ where length == .endless: break
        case _ where length == .whole && isOurs: state = .string(.endless)
        default:
            emit(.unknown)
            (state, held) = (.string(.cut), [byte])
        }
    }

    /// Any terminal's answer may begin so.
    private static func begins(_ kind: UInt8, with byte: UInt8) -> Bool {
        switch kind {
        // A colour, the clipboard; a title.
        case UInt8(ascii: "]"): 0x30...0x39 ~= byte || byte == UInt8(ascii: "l") || byte == UInt8(ascii: "L")
        case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
        default: 0x30...0x39 ~= byte || "!$+>|".utf8.contains(byte)
        }
    }

    /// An answer to a question of ours has begun.
    private var isOurs: Bool { Self.answers.contains { held.starts(with: $0) } }

    private mutating func takePasted(_ byte: UInt8) {
        held.append(byte)
        if held == Self.pasteEnded {
            endPiece()
            let whole = String(decoding: pasted, as: UTF8.self)
            pasted = []
            return emit(.paste(whole))
        }
        if Self.pasteEnded.starts(with: held) { return }
        // Its first byte stands nowhere else in it.
        let next: [UInt8] = byte == Self.escape ? [byte] : []
        keepPasted(held.dropLast(next.count))
        held = next
    }

    private mutating func keepPasted(_ bytes: ArraySlice<UInt8>) {
        text += bytes
        pasted += bytes.prefix(max(0, Self.longestPaste - pasted.count))
    }

    // MARK: - Ends

    private mutating func reset() { (state, held) = (.ground, []) }

    private mutating func emit(_ meaning: InputToken.Meaning) {
        tokens.append(InputToken(meaning: meaning, bytes: held))
        reset()
    }

    /// Emits the part of a text or a paste that has come.
    private mutating func endPiece() {
        guard !text.isEmpty else { return }
        tokens.append(InputToken(meaning: state == .paste ? .pasted : .text, bytes: text))
        text = []
    }

    /// The table knows what is held, or the beginning of it.
    private mutating func isListed() -> Bool {
        switch keys.match(held) {
        case .key(let key): emit(.key(key))
        case .beginning where state != .control || held.last.map { 0x40...0x7E ~= $0 } == true: state = .listed
        case .beginning: break
        case .none: return false
        }
        return true
    }

    private mutating func endString(_ length: Length, endCount: Int) {
        guard length != .cut, isOurs else { return emit(.unknown) }
        let body = Array(held[2..<held.count - endCount])
        emit(.answer(length == .endless ? .nothing : TerminalAnswer(string: body, introducer: held[1])))
    }

    /// Emits the held bytes, which are no whole sequence.
    private mutating func endUnfinished() {
        switch state {
        case .string(.cut), .stringEnd(.cut): return emit(.unknown)
        default: break
        }
        switch held.count {
        case _ where held[0] != Self.escape:
            text += held
            reset()
        case 1: emit(.key(.escape))
        case 2: emit(Self.alt(held))
        default: emit(isOurs || held[2] == UInt8(ascii: "?") && held[1] == UInt8(ascii: "[") ? .partOfAnswer : .unknown)
        }
    }

    private mutating func restart(with byte: UInt8) {
        endUnfinished()
        begin(byte)
    }

    private static func alt(_ bytes: [UInt8]) -> InputToken.Meaning {
        let scalar = String(decoding: bytes.dropFirst(), as: UTF8.self).unicodeScalars.first
        return scalar.flatMap { $0 == "\u{FFFD}" ? nil : .key(.alt($0)) } ?? .unknown
    }
}
