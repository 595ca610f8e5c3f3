/// Filters what is sent to a terminal: removes renditions (SGR) that change nothing.
///
/// Curses resets colours and attributes at the end of each update and sets them again at the start of the next. The
/// filter holds a rendition back until something is drawn with it, and then sends only its difference from the
/// terminal's present one. Everything else passes unchanged. The terminal shows the same, cell by cell.
package struct RenditionFilter: Sendable {
    /// The terminal's present rendition; `nil` if unknown.
    private var current: Rendition?
    /// The rendition of the next character; `nil` until the first reset, and after an unknown sequence: renditions then
    /// pass unchanged.
    private var wanted: Rendition?
    /// The character set in G0, as `ESC ( B` sets it; `nil` if unknown.
    private var charset: (current: UInt8?, wanted: UInt8?) = (nil, nil)
    /// Whether the terminal draws as the sender has told it.
    private var isSettled = true
    /// Whether `pass` was called last, perhaps with only the beginning of a picture.
    private var isApart = false

    package init() {}

    /// Forgets the terminal's rendition, since others have written to it.
    package mutating func forget() {
        (current, charset.current) = (nil, nil)
        isSettled = false
    }

    /// Bytes that are not filtered, preceded by what the filter has held back. What is filtered next sets its rendition in
    /// full, since a recording lacks these bytes.
    ///
    /// - Parameter bytes: whole sequences, or one piece of a sequence: nothing is added between two pieces.
    package mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        var output: [UInt8] = []
        if !isApart { settle(into: &output) }
        forget()
        isApart = true
        return output + bytes
    }

    /// The same output in fewer bytes.
    ///
    /// - Parameter bytes: whole sequences.
    package mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
        if !bytes.isEmpty { isApart = false }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 16)
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[start] == 0x1B {
                index = Self.end(of: bytes, from: start)
                take(bytes.span.extracting(start..<index), into: &output)
            } else {
                var draws = false
                repeat {
                    // Tabs, returns and steps back draw nothing; a line feed may scroll, and fill a line with the ground.
                    draws = draws || bytes[index] >= 0x20 || bytes[index] == 0x0A
                    index += 1
                } while index < bytes.count && bytes[index] != 0x1B
                if draws, !isSettled { settle(into: &output) }
                output.append(contentsOf: bytes[start..<index])
            }
        }
        return output
    }

    /// Writes what is held back.
    private mutating func settle(into output: inout [UInt8]) {
        isSettled = true
        if let set = charset.wanted, set != charset.current {
            output.append(0x1B)
            output.append(UInt8(ascii: "("))
            output.append(set)
            charset.current = set
        }
        guard let wanted, wanted != current else { return }
        wanted.write(after: current, to: &output)
        current = wanted
    }

    /// - Parameter sequence: from ESC to its end.
    private mutating func take(_ sequence: Span<UInt8>, into output: inout [UInt8]) {
        let last = sequence[sequence.count - 1]
        switch sequence.count > 2 ? sequence[1] : 0 {
        case UInt8(ascii: "[") where last == UInt8(ascii: "m") && Self.isPlain(sequence):
            takeRendition(sequence, into: &output)
        case UInt8(ascii: "(") where sequence.count == 3:
            charset.wanted = last
            isSettled = false
        case UInt8(ascii: "[") where Self.keepsCells(sequence, last): output.append(sequence)
        case UInt8(ascii: "]"): output.append(sequence)
        default:
            settle(into: &output)
            output.append(sequence)
            if Self.restores(sequence, last) { (current, wanted, charset) = (nil, nil, (nil, nil)) }
        }
    }

    private mutating func takeRendition(_ sequence: Span<UInt8>, into output: inout [UInt8]) {
        let parameters = SGRParameters(sequence.extracting(2..<sequence.count - 1))
        var next = wanted ?? Rendition()
        if let parameters, wanted != nil || parameters.values[0] == 0, next.take(parameters) {
            (wanted, isSettled) = (next, false)
        } else {
            settle(into: &output)
            output.append(sequence)
            (current, wanted) = (nil, nil)
        }
    }

    // MARK: Sequences

    /// Neither private (`?`, `>`) nor with a byte between parameters and end.
    private static func isPlain(_ sequence: Span<UInt8>) -> Bool {
        sequence.count < 4
            || 0x30...0x3B ~= sequence[2] && 0x30...0x3B ~= sequence[sequence.count - 2]
    }

    /// Whether a control sequence moves the cursor or switches a mode, and neither draws nor clears.
    private static func keepsCells(_ sequence: Span<UInt8>, _ last: UInt8) -> Bool {
        switch last {
        case UInt8(ascii: "A")...UInt8(ascii: "H"), UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "e"),
            UInt8(ascii: "f"), UInt8(ascii: "`"):
            isPlain(sequence)
        // Entering the second screen clears it, and a cursor is saved with its rendition.
        case UInt8(ascii: "h"), UInt8(ascii: "l"): !switchesScreen(sequence)
        default: false
        }
    }

    /// Modes 47, 1047, 1048 and 1049: the second screen, and the cursor that is saved with its rendition.
    private static func switchesScreen(_ sequence: Span<UInt8>) -> Bool {
        guard sequence.count > 5, sequence[2] == UInt8(ascii: "?") else { return false }
        let mode = sequence.extracting(3..<sequence.count - 1)
        guard mode.count == 2 || mode.count == 4 && mode[0] == UInt8(ascii: "1") && mode[1] == UInt8(ascii: "0") else {
            return false
        }
        return mode[mode.count - 2] == UInt8(ascii: "4") && 0x37...0x39 ~= mode[mode.count - 1]
    }

    /// Whether a sequence brings back a rendition that was saved (DECRC, SCORC, the modes above), or resets the terminal
    /// (RIS, DECSTR).
    private static func restores(_ sequence: Span<UInt8>, _ last: UInt8) -> Bool {
        guard sequence.count > 2 else { return last == UInt8(ascii: "8") || last == UInt8(ascii: "c") }
        guard sequence[1] == UInt8(ascii: "[") else { return false }
        return last == UInt8(ascii: "p") || last == UInt8(ascii: "u")
            || last == UInt8(ascii: "l") && switchesScreen(sequence)
    }

    /// The index after the sequence that starts at `start`; an incomplete one goes to the end.
    private static func end(of bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        guard index < bytes.count else { return bytes.count }
        switch bytes[index] {
        case UInt8(ascii: "["):
            repeat { index += 1 } while index < bytes.count && !(0x40...0x7E ~= bytes[index])
            return min(index + 1, bytes.count)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            while index < bytes.count, bytes[index] != 0x07 {
                if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\") {
                    return index + 2
                }
                index += 1
            }
            return min(index + 1, bytes.count)
        case 0x20...0x2F:
            // Character sets and the like: intermediate bytes and a final one.
            while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
            return min(index + 1, bytes.count)
        default:
            return index + 1
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ sequence: Span<UInt8>) {
        for index in sequence.indices { append(sequence[index]) }
    }
}
