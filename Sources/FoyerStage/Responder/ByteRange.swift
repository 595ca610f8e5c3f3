/// The meaning of a Range header for a file.
enum ByteRange: Equatable {
    /// No range, an unknown one, or several: the whole file (as RFC 9110 allows).
    case whole
    case part(Range<Int>)
    /// None of it is in the file.
    case unsatisfiable

    /// `length`: bytes of the file.
    init(header: String?, length: Int) {
        self = Self.parse(header, length: length) ?? .whole
    }

    private static func parse(_ header: String?, length: Int) -> ByteRange? {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let suffix = digits(ends[1]) else { return nil }
            return suffix == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
        }
        guard let first = digits(ends[0]) else { return nil }
        if first >= length { return .unsatisfiable }
        if ends[1].isEmpty { return .part(first..<length) }
        guard let last = digits(ends[1]), last >= first else { return nil }
        return .part(first..<(min(last, length - 1) + 1))
    }

    /// `Int` would accept a sign.
    private static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
