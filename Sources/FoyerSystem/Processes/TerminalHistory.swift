/// What a command wrote to its terminal, for a program that takes the terminal over.
struct TerminalHistory {
    /// Bytes that are kept; of more, the oldest go.
    static let limit = 1 << 20

    private(set) var bytes: [UInt8] = []

    mutating func append(_ new: [UInt8]) {
        bytes += new
        guard bytes.count > Self.limit else { return }
        // At the beginning of a line: half a sequence is no good beginning.
        let cut = bytes.count - Self.limit / 2
        bytes.removeFirst(bytes[cut...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? cut)
    }
}
