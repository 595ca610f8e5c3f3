/// When a command counts as ready.
package enum ReadyRule: Equatable, Sendable {
    /// Something accepts connections on this port of the machine itself.
    case port(UInt16)
    /// A line of its output matches this extended regular expression.
    case text(String)
    /// This file exists, and is not the one that existed before.
    case file(String)
    /// This address answers with a status from 200 to 299.
    case url(String)
    /// This line for a shell ends with status 0.
    case command(String)
    /// Any of ``Readiness``, whichever comes first.
    case automatic
    /// Only its end: it performs a task rather than a service.
    case end
}

package enum CommandEnd: Equatable, Sendable, CustomStringConvertible {
    case status(Int32)
    case signal(Int32)

    /// - Parameter waitStatus: the result of `waitpid` for a process that has ended.
    package init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(signal)
    }

    /// The signal that ended it; `nil` if it exited by itself.
    package var signal: Int32? {
        if case .signal(let number) = self { number } else { nil }
    }

    /// Whether somebody has ended it by a key: by the signal itself, or with the status that stands for it.
    package var isByKey: Bool { [130, 131].contains(exitStatus) }

    /// The value of a shell's `$?`.
    package var exitStatus: Int32 {
        switch self {
        case .status(let status): status
        case .signal(let number): 128 + number
        }
    }

    /// Follows the command's name: "ended with status 3".
    package var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let number):
            "was ended by signal \(number)" + (Self.signalNames[number].map { " (\($0))" } ?? "")
        }
    }

    private static let signalNames: [Int32: String] = [
        1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 11: "SEGV",
        13: "PIPE", 14: "ALRM", 15: "TERM",
    ]
}

/// The name of a command in learned progress: `run.NAME.HASH`, always a ``PlainName``.
package enum CommandID {
    package static let prefix = "run."
    /// The number of bytes of the name to keep.
    static let longestName = 40

    /// The same words in another folder are another command: `npm run dev` takes as long as its project does. Another
    /// readiness sign makes another command, too.
    package static func make(words: [[UInt8]], folder: String, ready: ReadyRule = .automatic) -> String {
        let base = (words.first ?? []).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        let name = base.prefix(longestName).map { byte -> Character in
            byte.isPlainNameByte ? Character(Unicode.Scalar(byte)) : "-"
        }
        return prefix + "\(name.isEmpty ? "command" : String(name)).\(hash([Array(folder.utf8)] + words + sign(ready)))"
    }

    private static func sign(_ rule: ReadyRule) -> [[UInt8]] {
        let words: [String] =
            switch rule {
            case .automatic: []
            case .end: ["", "end"]
            case .port(let port): ["", "port", String(port)]
            case .text(let pattern): ["", "text", pattern]
            case .file(let path): ["", "file", path]
            case .url(let address): ["", "url", address]
            case .command(let line): ["", "command", line]
            }
        return words.map { Array($0.utf8) }
    }

    /// FNV-1a, 64 bits, in hexadecimal; words are separated by a zero byte, which none can contain.
    private static func hash(_ words: [[UInt8]]) -> String {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in words {
            for byte in word + [0] {
                value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

extension Phrase {
    /// A command's end, behind its name.
    package static func ending(_ end: CommandEnd) -> Phrase {
        switch end {
        case .status(let status): Phrase("ended with status \(status)")
        case .signal(let number): Phrase("ended by signal \(number)")
        }
    }
}

/// Words as a shell would need them.
package enum ShellWords {
    /// All words, one space between them.
    package static func joined(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// One word: in quotes if it is empty, or has a sign that shells may take for something else.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-._/:=@%+,".unicodeScalars.contains(scalar)
        }
        if isPlain, !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
