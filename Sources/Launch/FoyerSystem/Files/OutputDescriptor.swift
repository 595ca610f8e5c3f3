import Glibc

/// A descriptor for output that this process shares with others: a pipe, a terminal, a file or a device.
///
/// Pipes and terminals are opened a second time, so that writes never block here and other users of them are
/// unaffected. Files are not: that would start again at their beginning.
package struct OutputDescriptor: ~Copyable, Sendable {
    package let number: Int32
    /// Whether writing never waits for a reader.
    package let isPatient: Bool
    private let isOwn: Bool

    package init(_ descriptor: Int32) {
        let status = Self.status(descriptor)
        let kind = status.map { $0.st_mode & S_IFMT }
        let isTerminal = isatty(descriptor) == 1
        var reopened: Int32 = -1
        if kind == S_IFIFO || isTerminal {
            reopened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        isOwn = reopened >= 0
        number = isOwn ? reopened : descriptor
        // Such as /dev/null.
        let isMemory = kind == S_IFCHR && status.map { $0.st_rdev >> 8 } == 1
        isPatient = isOwn || kind == S_IFREG || isMemory
    }

    deinit {
        if isOwn { close(number) }
    }

    /// Whether there is room within some milliseconds; also true if a write would report an error.
    package func hasRoom(within milliseconds: Int32) -> Bool {
        Poll.canWrite(number, within: .milliseconds(milliseconds))
    }

    /// How many of the bytes it has taken at once; negative, with the reason in `errno`, if none.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    }

    /// A new descriptor that takes everything and keeps nothing.
    package static func openNowhere() -> Int32 { open("/dev/null", O_WRONLY | O_CLOEXEC) }

    /// Whether both lead to one file, such as one terminal.
    package static func isSame(_ one: Int32, _ other: Int32) -> Bool {
        guard let first = status(one), let second = status(other) else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func status(_ descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }
}
