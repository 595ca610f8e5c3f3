import Glibc

/// A terminal's settings (termios), to compare before and after.
struct TerminalSettings: Hashable, CustomStringConvertible {
    var input: UInt32
    var output: UInt32
    var control: UInt32
    var local: UInt32
    var characters: [UInt8]

    init?(of descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        input = settings.c_iflag
        output = settings.c_oflag
        control = settings.c_cflag
        local = settings.c_lflag
        characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    var echoes: Bool { local & UInt32(ECHO) != 0 }
    var isCanonical: Bool { local & UInt32(ICANON) != 0 }
    var hasSignalKeys: Bool { local & UInt32(ISIG) != 0 }

    var description: String {
        let flags = [input, output, control, local].map { String($0, radix: 8) }.joined(separator: " ")
        return "\(flags) \(isCanonical ? "canonical" : "raw")\(echoes ? ", echo" : "")"
    }
}
