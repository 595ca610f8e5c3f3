import Glibc

/// Lines from a descriptor that may be a terminal, a pipe or a file.
package struct LineInput {
    private let descriptor: Int32
    private let longest: Int
    private var bytes: [UInt8] = []
    /// Whether no more will come.
    package private(set) var hasEnded = false

    /// - Parameter longest: a longer line is cut.
    package init(_ descriptor: Int32, longest: Int = 4_096) { (self.descriptor, self.longest) = (descriptor, longest) }

    /// The whole lines that have come; does not wait for them.
    package mutating func read() -> [String] {
        guard !hasEnded, Poll.canRead(descriptor) else { return [] }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        if count > 0 { bytes += buffer[..<count] } else { hasEnded = true }
        var lines: [String] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Self.line(bytes[..<end]))
            bytes.removeFirst(end + 1)
        }
        // A last line may have no end; one that never ends is cut.
        if hasEnded && !bytes.isEmpty || bytes.count > longest {
            lines.append(Self.line(bytes[...]))
            bytes = []
        }
        return lines
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}
