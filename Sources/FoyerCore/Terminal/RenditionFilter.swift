/// Leaves out of what is sent to a terminal the renditions (SGR) that change nothing on it.
///
/// Curses resets colours and attributes at the end of each update and says them again at the start of the next. Here a
/// rendition waits until something is drawn with it, and only what differs from the terminal's own is sent. Everything
/// else passes as it is. What the terminal shows is the same, cell by cell.
package struct RenditionFilter: Sendable {
    /// How the terminal draws; `nil` where that is not known.
    private var current: Rendition?
    /// How the next character is to be drawn; `nil` until a first reset, and after a sequence that is not known here: then
    /// renditions pass as they are.
    private var wanted: Rendition?
    /// The character set in G0, as `ESC ( B` sets it; `nil` alike.
    private var charset: (current: UInt8?, wanted: UInt8?) = (nil, nil)
    /// Whether the terminal is as the sender thinks.
    private var isSettled = true

    package init() {}

    /// Forgets how the terminal draws: others have written to it.
    package mutating func forget() {
        (current, charset.current) = (nil, nil)
        isSettled = false
    }

    /// What still waits: the terminal is then as the sender thinks.
    package mutating func finish() -> [UInt8] {
        var output: [UInt8] = []
        settle(into: &output)
        return output
    }

    /// The same output in fewer bytes.
    ///
    /// - Parameter bytes: whole sequences.
    package mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B {
                let end = Self.end(of: bytes, from: index)
                take(bytes[index..<end], into: &output)
                index = end
                continue
            }
            // Tabs, returns and steps back draw nothing; a line feed may scroll, and fill a line with the ground.
            if !isSettled, byte >= 0x20 || byte == 0x0A { settle(into: &output) }
            output.append(byte)
            index += 1
        }
        return output
    }

    /// Says what waits, so that the terminal is as the sender thinks.
    private mutating func settle(into output: inout [UInt8]) {
        isSettled = true
        if let set = charset.wanted, set != charset.current {
            output += [0x1B, UInt8(ascii: "("), set]
            charset.current = set
        }
        guard let wanted, wanted != current else { return }
        output += wanted.sequence(after: current)
        current = wanted
    }

    private mutating func take(_ sequence: ArraySlice<UInt8>, into output: inout [UInt8]) {
        let body = sequence.dropFirst()
        switch (body.first, body.last) {
        case (UInt8(ascii: "["), UInt8(ascii: "m")) where Self.isPlain(body):
            takeRendition(sequence, parameters: body.dropFirst().dropLast(), into: &output)
        case (UInt8(ascii: "("), let set?) where body.count == 2:
            charset.wanted = set
            isSettled = false
        case (UInt8(ascii: "["), let final?) where Self.keepsCells(final, body):
            output += sequence
        case (UInt8(ascii: "]"), _):
            output += sequence
        default:
            settle(into: &output)
            output += sequence
            if Self.restores(body) { (current, wanted, charset) = (nil, nil, (nil, nil)) }
        }
    }

    private mutating func takeRendition(
        _ sequence: ArraySlice<UInt8>, parameters: ArraySlice<UInt8>, into output: inout [UInt8]
    ) {
        var next = wanted ?? Rendition()
        let isReset = parameters.isEmpty || parameters.first == UInt8(ascii: "0")
        if wanted != nil || isReset, next.take(parameters) {
            (wanted, isSettled) = (next, false)
        } else {
            settle(into: &output)
            output += sequence
            (current, wanted) = (nil, nil)
        }
    }

    // MARK: Sequences

    /// Neither private (`?`, `>`) nor with a byte between parameters and end.
    private static func isPlain(_ body: ArraySlice<UInt8>) -> Bool {
        body.dropFirst().dropLast().allSatisfy { 0x30...0x3B ~= $0 }
    }

    /// Whether a control sequence moves the cursor or switches a mode, and neither draws nor clears.
    private static func keepsCells(_ final: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
        switch final {
        case UInt8(ascii: "A")...UInt8(ascii: "H"), UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "e"),
            UInt8(ascii: "f"), UInt8(ascii: "`"):
            isPlain(body)
        // A second screen is cleared when it comes, and a cursor is saved with its rendition.
        case UInt8(ascii: "h"), UInt8(ascii: "l"): !switchesScreen(body)
        default: false
        }
    }

    /// Modes 47, 1047, 1048 and 1049: the second screen, and the cursor that is saved with its rendition.
    private static func switchesScreen(_ body: ArraySlice<UInt8>) -> Bool {
        let mode = body.dropFirst(2).dropLast()
        return body.dropFirst().first == UInt8(ascii: "?")
            && ["47", "1047", "1048", "1049"].contains { mode.elementsEqual($0.utf8) }
    }

    /// Whether a sequence brings back a rendition that was saved (DECRC, SCORC, the modes above), or resets the terminal
    /// (RIS, DECSTR).
    private static func restores(_ body: ArraySlice<UInt8>) -> Bool {
        switch (body.first, body.last) {
        case (UInt8(ascii: "8"), _), (UInt8(ascii: "c"), _): true
        case (UInt8(ascii: "["), UInt8(ascii: "l")): switchesScreen(body)
        case (UInt8(ascii: "["), let last): last == UInt8(ascii: "p") || last == UInt8(ascii: "u")
        default: false
        }
    }

    /// The index behind the sequence that starts at `start`; one that is cut off goes to the end.
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
            // A charset and the like: intermediates, and one more.
            while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
            return min(index + 1, bytes.count)
        default:
            return index + 1
        }
    }
}
