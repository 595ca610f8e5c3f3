/// Tells the keys of a screen from what is typed, or pasted, for the program that comes after it.
///
/// A character is the screen's only if it comes alone: nothing in the 50 ms before it, and nothing in the 50 ms after. Arrows
/// and other keys that are sequences need not wait, since none of them ends anything; a finger may rest on them. All else is
/// handed out as it came, whether it is text or not.
///
///     var keys = LoneKeys(reportsMouse: true)
///     for part in keys.take(bytes, at: now) { … }
///     for part in keys.expire(at: now) { … }        // when keys.nextDeadline has come
package struct LoneKeys: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        /// One key. The program's, if the screen has no use for it.
        case key([UInt8])
        /// The program's.
        case typed([UInt8])
        /// Of the mouse, which the screen has asked for.
        case mouse([UInt8])
    }

    package static let pause = Duration.milliseconds(50)
    private static let pasteEnded = Array("\u{1B}[201~".utf8)

    private let reportsMouse: Bool
    /// What has come since the last pause and has not been handed out.
    private var held: [UInt8] = []
    /// Whether since the last pause sequences, or anything else, have been handed out.
    private var hasKeys = false
    private var hasTyped = false
    /// Pasted text goes on until its end, whatever pauses it has. The bytes of that end that have come.
    private var isPasting = false
    private var ending = 0
    /// When the pause is over that began with the last byte; `nil` if it has been.
    package private(set) var nextDeadline: Instant?

    package init(reportsMouse: Bool) { self.reportsMouse = reportsMouse }

    package mutating func take(_ bytes: [UInt8], at now: Instant) -> [Part] {
        var parts = expire(at: now)
        guard !bytes.isEmpty else { return parts }
        held += bytes
        parts += sort(isOver: false)
        nextDeadline = now + Self.pause
        return parts
    }

    /// Advances the time.
    package mutating func expire(at now: Instant) -> [Part] {
        guard let nextDeadline, now >= nextDeadline else { return [] }
        self.nextDeadline = nil
        defer { (hasKeys, hasTyped) = (false, false) }
        return sort(isOver: true)
    }

    /// Nobody waits any longer: the rest is the program's.
    package mutating func finish() -> [UInt8] {
        defer { self = LoneKeys(reportsMouse: reportsMouse) }
        return held
    }

    private mutating func sort(isOver: Bool) -> [Part] {
        var parts = Parts()
        /// The character that may be alone.
        var lone: Range<Int>?
        var place = 0
        while place < held.count {
            if isPasting {
                let start = place
                takePasted(from: &place)
                parts.type(held[start..<place])
                continue
            }
            guard let token = TypedToken.first(in: held[place...], isOver: isOver, reportsMouse: reportsMouse) else {
                break
            }
            let range = place..<place + token.length
            place = range.upperBound
            switch token.kind {
            case .mouse: parts.add(.mouse(Array(held[range])))
            case .sequence where lone == nil && !hasTyped:
                hasKeys = true
                parts.add(.key(Array(held[range])))
            case .character where lone == nil && !hasTyped && !hasKeys: lone = range
            case .sequence, .character, .other, .paste:
                if let former = lone { parts.type(held[former]) }
                lone = nil
                hasTyped = true
                parts.type(held[range])
                isPasting = token.kind == .paste
            }
        }
        let rest = (lone.map { Array(held[$0]) } ?? []) + held[place...]
        held = isOver ? [] : rest
        if isOver, lone?.count == rest.count { parts.add(.key(rest)) } else if isOver { parts.type(rest[...]) }
        return parts.all
    }

    /// Goes on behind what belongs to the paste.
    private mutating func takePasted(from place: inout Int) {
        while place < held.count, isPasting {
            let byte = held[place]
            ending = byte == Self.pasteEnded[ending] ? ending + 1 : byte == Self.pasteEnded[0] ? 1 : 0
            place += 1
            if ending == Self.pasteEnded.count { (isPasting, ending) = (false, 0) }
        }
    }

    private struct Parts {
        private var list: [Part] = []
        private var typed: [UInt8] = []

        mutating func type(_ bytes: ArraySlice<UInt8>) { typed += bytes }

        mutating func add(_ part: Part) {
            list = all + [part]
            typed = []
        }

        var all: [Part] { typed.isEmpty ? list : list + [.typed(typed)] }
    }
}
