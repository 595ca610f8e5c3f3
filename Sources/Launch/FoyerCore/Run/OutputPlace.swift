/// Where a program's output has left the cursor, as far as bytes alone can tell: whether a line of ours may stand there, and be
/// taken away again so that nothing is lost.
///
/// It may where a line has just begun that is blank, and nothing of the program's would show on ours. A program that moves the
/// cursor up or to a place of its own may have left anything below it: then no line stands until it has cleared that.
struct OutputPlace: Equatable, Sendable {
    /// What "erase in display" (CSI J) clears, by its parameter.
    private enum Erasure: Int { case below, above, all, history }
    /// What is known to be blank.
    private enum Blank { case nothing, fromHereOn, all }

    private static let secondScreens: Set<Int> = [47, 1047, 1049]

    private var parser = OutputParser()
    /// Whether nothing has been written in this row.
    private var isFresh = true
    private var isAtLeft = true
    private var blank = Blank.fromHereOn
    private var rendition: Rendition? = Rendition()
    private var hasOtherCharacters = false
    private var isOnSecondScreen = false
    /// A scroll region, an origin or an insert mode has been set: then even a line feed does something else.
    private var isStrange = false

    /// Whether what was written last is at the beginning of a line.
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
