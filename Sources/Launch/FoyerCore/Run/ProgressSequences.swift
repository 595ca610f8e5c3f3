/// A report of progress in a program's output: `ESC ] 9 ; 4 ; STATE ; PERCENT ST`.
package enum BarReport: Equatable, Sendable {
    /// The bar has been removed.
    case removed
    /// 0…1.
    case fraction(Double)
    /// Working for an unknown time.
    case indeterminate

    /// Whether there is work left.
    var isUnderWay: Bool {
        switch self {
        case .removed: false
        case .fraction(let fraction): fraction < 1
        case .indeterminate: true
        }
    }
}

/// Removes progress sequences from a program's output, in whatever pieces it comes. All other bytes pass unchanged.
package struct ProgressSequences: Sendable {
    private static let opening = Array("\u{1B}]9;4;".utf8)
    /// The length limit of the bytes between opening and end; anything longer is not such a sequence.
    private static let longestBody = 16

    /// Bytes held back because they may begin a sequence.
    package private(set) var held: [UInt8] = []

    package init() {}

    /// The bytes without the sequences, and the reports in those.
    package mutating func take(_ bytes: [UInt8]) -> (bytes: [UInt8], reports: [BarReport]) {
        if held.isEmpty, !bytes.contains(0x1B) { return (bytes, []) }
        var passed: [UInt8] = []
        passed.reserveCapacity(bytes.count)
        var reports: [BarReport] = []
        for byte in bytes { take(byte, &passed, &reports) }
        return (passed, reports)
    }

    private mutating func take(_ byte: UInt8, _ passed: inout [UInt8], _ reports: inout [BarReport]) {
        guard held.count >= Self.opening.count else {
            if byte == Self.opening[held.count] {
                held.append(byte)
            } else {
                release(byte, &passed)
            }
            return
        }
        let body = held[Self.opening.count...]
        switch byte {
        case 0x07: end(body, by: [byte], &passed, &reports)
        case UInt8(ascii: "\\") where body.last == 0x1B: end(body.dropLast(), by: [byte], &passed, &reports)
        case 0x1B where body.last != 0x1B: held.append(byte)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
            if body.last == 0x1B || body.count >= Self.longestBody { release(byte, &passed) } else { held.append(byte) }
        default: release(byte, &passed)
        }
    }

    /// Not a sequence after all: the held bytes pass, and the byte may begin another.
    private mutating func release(_ byte: UInt8, _ passed: inout [UInt8]) {
        // An escape that was taken for the end may begin the next sequence.
        let beginsAnew = held.count > 1 && held.last == 0x1B
        passed += beginsAnew ? held.dropLast() : held[...]
        held = beginsAnew ? [0x1B] : []
        if byte == Self.opening[held.count] { return held.append(byte) }
        passed += held
        held = []
        if byte == Self.opening[0] { held = [byte] } else { passed.append(byte) }
    }

    private mutating func end(
        _ body: ArraySlice<UInt8>, by terminator: [UInt8], _ passed: inout [UInt8], _ reports: inout [BarReport]
    ) {
        if let report = Self.report(body) { reports.append(report) } else { passed += held + terminator }
        held = []
    }

    private static func report(_ body: ArraySlice<UInt8>) -> BarReport? {
        let words = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), let state = Int(String(decoding: words[0], as: UTF8.self)) else {
            return nil
        }
        let percent = words.count == 2 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
        let fraction = percent.map { Double(min($0, 100)) / 100 }
        switch state {
        case 0: return .removed
        case 1: return .fraction(fraction ?? 0)
        // Failed and paused: the percentage may be missing.
        case 2, 4: return fraction.map { .fraction($0) } ?? .indeterminate
        case 3: return .indeterminate
        default: return nil
        }
    }
}
