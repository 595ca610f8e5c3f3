/// What a command wrote to its terminal, for whoever takes the terminal over.
struct TerminalHistory {
    /// The maximum of bytes kept; beyond it, the oldest are dropped.
    static let limit = 1 << 20

    private(set) var bytes: [UInt8] = []

    mutating func append(_ new: [UInt8]) {
        bytes += new
        guard bytes.count > Self.limit else { return }
        // Begin at a line, never in the middle of a sequence.
        let cut = bytes.count - Self.limit / 2
        bytes.removeFirst(bytes[cut...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? cut)
    }
}
