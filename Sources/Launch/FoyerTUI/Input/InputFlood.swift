import FoyerCore
import Glibc

/// More input than anybody types: text that was pasted, or garbage. Curses would read it byte by byte.
///
/// Of bracketed text the beginning is kept, as much as a text field takes. Of anything else only the last character is,
/// since a key may have followed it. Costs linear time, and at most ``pastedLimit`` bytes.
struct InputFlood {
    /// As many unread bytes as nobody types between two frames: the kernel holds 4,095.
    static let threshold = 3072
    /// As many as are more than a key, after a flood.
    static let restThreshold = 64
    /// A character of a text field takes up to four bytes.
    private static let pastedLimit = 4 * InputDecoder.pasteLimit
    private static let began = Array("\u{1B}[200~".utf8)
    private static let ended = Array("\u{1B}[201~".utf8)
    /// Longer than any key.
    private static let tailLimit = 64

    /// What has come of the paste that is under way; `nil` outside of one.
    private var pasted: [UInt8]?
    /// Whether the decoder already knows of that paste.
    private var isKnown: Bool
    /// The last bytes outside of a paste.
    private var tail: [UInt8] = []
    /// The beginning of a mark of a paste, at the end of what has come.
    private var rest: [UInt8] = []
    private var finished: [RawInput] = []

    /// - Parameter isPasting: whether bracketed text has begun.
    init(isPasting: Bool) {
        pasted = isPasting ? [] : nil
        isKnown = isPasting
    }

    mutating func take(_ new: [UInt8]) {
        let bytes = rest + new
        rest = []
        unsafe bytes.withUnsafeBytes { all in
            var from = 0
            while from < all.count { from = unsafe take(all, from: from) }
        }
    }

    /// Takes bytes up to the next mark of a paste.
    ///
    /// - Returns: where the next begin.
    private mutating func take(_ all: UnsafeRawBufferPointer, from: Int) -> Int {
        let mark = pasted == nil ? Self.began : Self.ended
        var place = from
        while let escape = unsafe Self.escape(in: all, from: place) {
            let part = unsafe all[escape..<min(all.count, escape + mark.count)]
            if unsafe part.elementsEqual(mark) {
                unsafe keep(all[from..<escape])
                turn()
                return escape + mark.count
            }
            if unsafe part.count < mark.count, unsafe mark.starts(with: part) {
                unsafe keep(all[from..<escape])
                rest = unsafe Array(part)
                return all.count
            }
            place = escape + 1
        }
        unsafe keep(all[from...])
        return all.count
    }

    private static func escape(in all: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard from < all.count, let base = all.baseAddress,
            let found = unsafe memchr(base + from, 0x1B, all.count - from)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        guard let former = pasted else {
            tail = unsafe Array((tail + bytes.suffix(Self.tailLimit)).suffix(Self.tailLimit))
            return
        }
        let room = Self.pastedLimit - former.count
        if room > 0 { unsafe pasted?.append(contentsOf: bytes.prefix(room)) }
    }

    /// A paste begins or ends.
    private mutating func turn() {
        if pasted == nil {
            (pasted, isKnown, tail) = ([], false, [])
        } else {
            endPaste(isOver: true)
            pasted = nil
        }
    }

    private mutating func endPaste(isOver: Bool) {
        guard let bytes = pasted else { return }
        if !isKnown { finished.append(.pasteBegan) }
        finished += String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(InputDecoder.pasteLimit)
            .map { .scalar($0) }
        if isOver { finished.append(.pasteEnded) }
    }

    /// What to make of it, once nothing more comes.
    consuming func finish() -> [RawInput] {
        if pasted != nil {
            endPaste(isOver: false)
        } else if rest == [0x1B] {
            finished.append(.scalar("\u{1B}"))
        } else if rest.isEmpty, let last = Self.lastKey(tail) {
            finished.append(.scalar(last))
        }
        return finished
    }

    /// The last character, unless it belongs to a sequence: a click into garbage is none.
    private static func lastKey(_ tail: [UInt8]) -> Unicode.Scalar? {
        guard let last = String(decoding: tail, as: UTF8.self).unicodeScalars.last, last != "\u{FFFD}" else {
            return nil
        }
        guard let escape = tail.lastIndex(of: 0x1B), escape < tail.count - 1 else { return last }
        let sequence = tail[(escape + 1)...]
        let end: Int? =
            switch sequence.first {
            // A control sequence ends with the first byte from @ on.
            case UInt8(ascii: "["): sequence.dropFirst().firstIndex { $0 >= 0x40 }
            case UInt8(ascii: "O"): escape + 2
            default: escape + 1
            }
        return end.map { $0 < tail.count - 1 } == true ? last : nil
    }
}
