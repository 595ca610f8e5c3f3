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
    /// The length limit of the whole; anything longer is not such a sequence.
    private static let longest = 24

    private var parser = OutputParser()
    /// Bytes held back because they may begin a sequence.
    package private(set) var held: [UInt8] = []

    package init() {}

    /// The bytes without the sequences, and the reports in those.
    package mutating func take(_ bytes: [UInt8]) -> (bytes: [UInt8], reports: [BarReport]) {
        if held.isEmpty, !parser.isWithinSequence, !bytes.contains(0x1B) { return (bytes, []) }
        var passed: [UInt8] = []
        passed.reserveCapacity(bytes.count)
        var reports: [BarReport] = []
        for byte in bytes {
            let piece = parser.take(byte)
            hold(byte, &passed)
            if case .string(UInt8(ascii: "]"), let body) = piece, !held.isEmpty, let report = Self.report(body) {
                reports.append(report)
                held = []
            } else if piece != nil || !mayBeReport {
                passed += held
                held = []
            }
        }
        return (passed, reports)
    }

    private mutating func hold(_ byte: UInt8, _ passed: inout [UInt8]) {
        // An escape that was taken for the end begins the next sequence.
        if held.last == 0x1B, byte == 0x1B || held.count > 1 && byte != UInt8(ascii: "\\") {
            let next = byte == 0x1B ? 0 : 1
            passed += held.dropLast(next)
            held = held.suffix(next)
        }
        held.append(byte)
    }

    private var mayBeReport: Bool {
        held.count < Self.opening.count
            ? Self.opening.starts(with: held) : held.starts(with: Self.opening) && held.count <= Self.longest
    }

    private static func report(_ string: [UInt8]) -> BarReport? {
        guard string.starts(with: opening[2...]) else { return nil }
        let body = string.dropFirst(opening.count - 2)
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
