import FoyerCore

/// What a program writes, as libvterm can hold it.
///
/// libvterm 0.1 believes what it is sent: the seventeenth parameter of a control sequence, a scroll region beyond the
/// screen or a wide character in one column write into memory that it has not. This reads the bytes as a terminal does
/// and writes them anew: whole characters, sequences that libvterm knows, numbers within bounds. Where libvterm differs
/// from every terminal in use (several private modes in one sequence, `CSI s`, colours of underlines, repeated
/// characters, strings that it would print), they are written in a way that it takes.
///
/// It reads the same bytes to the same end however they are cut.
package struct OutputFilter {
    /// In bytes; libvterm keeps a run of text on its stack, four times as large.
    private static let longestPiece = 4096
    private static let longestString = 1024
    /// A cell of libvterm's has a base and five of these.
    private static let mostMarks = 5
    /// The cursor goes back to where it may be: libvterm restores one that was saved on a larger screen.
    private static let bound = Array("\u{1B}[0n".utf8)

    private var size: (columns: Int, rows: Int)
    private var parser = OutputParser()
    private var decoder = CharacterDecoder()
    /// The last character and its marks, for `REP`.
    private var last: [UInt8] = []
    private var marks = 0
    /// Whether a part of the screen scrolls by itself.
    private var hasRegion = false
    /// Whether margins at the sides can be set.
    private var hasMargins = false
    /// Those of the next character, and those that are saved with the cursor.
    private var (carried, savedCarried) = (CarriedAttributes(), CarriedAttributes())

    /// What comes of the output, in order.
    package enum Piece: Equatable {
        /// To hand to libvterm; it does not end within a character or a string.
        case output([UInt8])
        /// To send to the program, which has asked what libvterm does not answer.
        case answer([UInt8])
    }

    private var piece: [UInt8] = []
    private var pieces: [Piece] = []
    /// Who answers; `nil` if questions about it have no answer.
    private let identity: TerminalIdentity?
    private var modes = TerminalModes()
    private(set) var keyboard = KeyboardFlags()

    package init(columns: Int, rows: Int, identity: TerminalIdentity? = nil) {
        size = (columns, rows)
        self.identity = identity
    }

    package mutating func filter(_ bytes: some Collection<UInt8>) -> [Piece] {
        let bytes = Array(bytes)
        var index = 0
        while index < bytes.count {
            let run = runLength(bytes, index)
            if run > 0 {
                put(bytes[index..<index + run])
                index += run
            } else {
                take(bytes[index])
                index += 1
            }
        }
        return finished()
    }

    /// What libvterm must be sent before and after it is given another size, which it can hold only if the whole screen
    /// scrolls.
    ///
    /// - Parameter cursor: where it is now, from 0.
    package mutating func resize(
        columns: Int, rows: Int, cursor: (column: Int, row: Int)
    ) -> (before: [Piece], after: [Piece]) {
        size = (columns, rows)
        if hasRegion {
            if hasMargins { put("\u{1B}[s") }
            put("\u{1B}[r\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H")
            hasRegion = false
        }
        return (finished(), [.output(Self.bound)])
    }

    // MARK: - Characters

    /// How many plain letters follow.
    private func runLength(_ bytes: [UInt8], _ start: Int) -> Int {
        guard !parser.isWithinSequence, decoder.isEmpty else { return 0 }
        var end = start
        let most = min(bytes.count, start + Self.longestPiece)
        while end < most, (0x20..<0x7F).contains(bytes[end]) { end += 1 }
        return end - start
    }

    private mutating func put(_ run: ArraySlice<UInt8>) {
        guard let letter = run.last else { return }
        cut()
        piece += run
        (last, marks) = ([letter], 0)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // Of no width at all, and marks of two columns: for libvterm alone.
        case 0x80..<0xA0, 0x302A...0x302F, 0x3099, 0x309A: return
        default: break
        }
        // A wide one has no room in one column.
        let isNarrow = size.columns > 1 || scalar.value < 0x300
        let bytes = Array(String(isNarrow ? WideStandIn.of(scalar) : "\u{FFFD}").utf8)
        if isNarrow, scalar.isMark {
            guard marks < Self.mostMarks else { return }
            marks += 1
            last += bytes
        } else {
            cut()
            (last, marks) = (bytes, 0)
        }
        piece += bytes
    }

    private mutating func put(_ text: String) {
        cut()
        piece += text.utf8
    }

    /// Begins another piece if this one is long enough.
    private mutating func cut() {
        if piece.count >= Self.longestPiece { endPiece() }
    }

    private mutating func endPiece() {
        if !piece.isEmpty { pieces.append(.output(piece)) }
        piece = []
    }

    /// After the answers to what was asked before.
    private mutating func answer(_ text: String?) {
        guard let text, identity != nil else { return }
        endPiece()
        pieces.append(.answer(Array(text.utf8)))
    }

    private mutating func finished() -> [Piece] {
        endPiece()
        defer { pieces = [] }
        return pieces
    }

    // MARK: - Bytes

    private mutating func take(_ byte: UInt8) {
        if byte < 0x20 || byte == 0x7F, decoder.flush() { put("\u{FFFD}" as Unicode.Scalar) }
        switch parser.take(byte) {
        // Within a sequence as well.
        case .byte(0x07...0x0F)?:
            cut()
            piece.append(byte)
        case .byte(0..<0x20)?, .byte(0x7F)?, nil: break
        case .escape(_, final: 0x80...)?, .byte?: for scalar in decoder.take(byte) { put(scalar) }
        case .escape(let intermediates, let final)?: runEscape(intermediates, final)
        case .control(let body, let final)?: if let sequence = ControlSequence(body, final: final) { run(sequence) }
        case .string(let kind, let body)?:
            let string = body.filter { $0 >= 0x20 && $0 != 0x7F }.prefix(Self.longestString)
            endString(kind, Array(string), byte == 0x07 ? "\u{7}" : "\u{1B}\\")
        }
    }

    /// To others libvterm answers with what stands at address 1, 2 or 3.
    private static let questions = Set(["$qm", "$qr", "$qs", "$q q", "$q\"q"].map { Array($0.utf8) })

    /// libvterm is given strings whole: it would keep the first 64 bytes of others.
    private mutating func endString(_ kind: UInt8, _ string: [UInt8], _ end: String) {
        cut()
        switch kind {
        case UInt8(ascii: "P") where string.starts(with: "+q".utf8):
            answer(identity?.answer(capabilities: String(decoding: string, as: UTF8.self).dropFirst(2)))
        case UInt8(ascii: "]"):
            if let text = identity?.answer(command: String(decoding: string, as: UTF8.self), end: end) {
                answer(text)
            } else {
                piece += Array("\u{1B}]".utf8) + string + [0x07]
            }
        case UInt8(ascii: "P") where Self.questions.contains(string):
            piece += Array("\u{1B}P".utf8) + string + Array("\u{1B}\\".utf8)
        default: break
        }
    }

    // MARK: - Sequences

    private static let escapes = Set("78=>cDEHMNOno~}|".utf8.map { [$0] } + ["#8", " F", " G"].map { Array($0.utf8) })

    private mutating func runEscape(_ intermediates: [UInt8], _ final: UInt8) {
        let bytes = intermediates + [final]
        let isCharset = intermediates.count == 1 && "()*+".utf8.contains(intermediates[0])
        guard isCharset || Self.escapes.contains(bytes) else { return }
        cut()
        if bytes == [UInt8(ascii: "7")] { savedCarried = carried }
        if bytes == [UInt8(ascii: "c")] {
            (hasRegion, hasMargins, last, carried) = (false, false, [], [])
            (modes, keyboard) = (TerminalModes(), KeyboardFlags())
            // libvterm would stay on the second screen.
            piece += "\u{1B}[?1047l".utf8
        }
        piece += [0x1B] + bytes
        if bytes == [UInt8(ascii: "8")] { putRestored() }
    }

    /// libvterm has restored the cursor and what was saved with it, the font among it.
    private mutating func putRestored() {
        carried = savedCarried
        piece += Self.bound
    }

    /// What libvterm knows and can hold, with two numbers at most.
    private static let plain = Set(
        "@ABCDEFGHIJKLMPSTXZ`acdefgjkn".map { String($0) } + ["?J", "?K", "?n", ">c", " q", "\"q", "'}", "'~"])

    private mutating func run(_ sequence: ControlSequence) {
        let kind = sequence.kind
        switch kind {
        case "m": for text in RenditionList.sequences(sequence.groups, carried: &carried) { put(text) }
        case "h", "l", "?h", "?l": setModes(sequence)
        case "r": setRegion(sequence)
        case "s": setMargins(sequence)
        case "u" where sequence.isEmpty:
            put("\u{1B}8")
            putRestored()
        case "?$p", "$p":
            if let mode = sequence[0] { answer(modes.answer(mode, isPrivate: sequence.leader != nil)) }
        case "?u": answer("\u{1B}[?\(keyboard.current)u")
        case ">u": keyboard.push(sequence[0] ?? 0)
        case "<u": keyboard.pop(sequence[0] ?? 1)
        case "=u": keyboard.change(sequence[0] ?? 0, way: sequence[1] ?? 1)
        case ">q" where sequence[0] ?? 0 == 0: answer(TerminalIdentity.version)
        case "t": answer(identity?.answer(window: sequence[0] ?? 0, columns: size.columns, rows: size.rows))
        case "b": putLast(min(max(1, sequence[0] ?? 1), size.columns))
        default: if Self.plain.contains(kind), let text = sequence.text(2) { put(text) }
        }
    }

    /// Again the last character, at most a row of it.
    private mutating func putLast(_ count: Int) {
        if let letter = last.first, last.count == 1 {
            cut()
            piece += repeatElement(letter, count: count)
        } else if !last.isEmpty {
            for _ in 0..<count {
                cut()
                piece += last
            }
        }
    }

    private mutating func setModes(_ sequence: ControlSequence) {
        for group in sequence.groups {
            guard group.count == 1, let mode = group[0] else { continue }
            modes.set(mode, isPrivate: sequence.leader != nil, isOn: sequence.final == UInt8(ascii: "h"))
            if sequence.leader != nil, mode == 69 {
                if hasMargins { put("\u{1B}[s") }
                hasMargins = sequence.final == UInt8(ascii: "h")
            }
            let savesCursor = sequence.leader != nil && (mode == 1048 || mode == 1049)
            if savesCursor, sequence.final == UInt8(ascii: "h") { savedCarried = carried }
            put(sequence.text([mode]))
            if savesCursor, sequence.final == UInt8(ascii: "l") { carried = savedCarried }
        }
    }

    private mutating func setRegion(_ sequence: ControlSequence) {
        let (top, bottom) = (max(1, sequence[0] ?? 1), min(sequence[1] ?? size.rows, size.rows))
        guard top < (bottom == 0 ? size.rows : bottom) else { return }
        hasRegion = true
        put(sequence.text([top, bottom == 0 ? size.rows : bottom]))
    }

    private mutating func setMargins(_ sequence: ControlSequence) {
        guard hasMargins else {
            if sequence.isEmpty {
                savedCarried = carried
                put("\u{1B}7")
            }
            return
        }
        let (left, right) = (max(1, sequence[0] ?? 1), min(sequence[1] ?? size.columns, size.columns))
        guard left < (right == 0 ? size.columns : right) else { return }
        hasRegion = true
        put(sequence.text([left, right == 0 ? size.columns : right]))
    }
}

extension Unicode.Scalar {
    /// Whether it stands on the character before it, for libvterm or for others.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        if (0x1160...0x11FF).contains(value) || value == 0x200B { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: return true
        default: return false
        }
    }
}
