import CTerminal
import Glibc

/// What this process was started with, as the kernel gave it: bytes that need not be text, and that no library has changed.
package enum StartedWith {
    /// The program's name and its arguments.
    package static let words: [[UInt8]] = {
        var count: Int32 = 0
        guard let list = foyer_start_arguments(&count) else { return [] }
        return (0..<Int(count)).compactMap { list[$0].map(bytes) }
    }()

    /// The same as text; bytes that are none are replaced, so these are for reading, not for passing on.
    package static let arguments: [String] = words.map { String(decoding: $0, as: UTF8.self) }

    /// Whether it was started with SIGPIPE ignored.
    package static var ignoresPipe: Bool { foyer_start_ignored(SIGPIPE) }

    /// Replaces this process by a command, which gets all that this process was given.
    ///
    /// - Returns: the system's error number, if it cannot.
    package static func become(_ words: [[UInt8]]) -> Int32 {
        CStrings.pass(words.map { $0 + [0] }) { foyer_become($0, CStrings.started) }
    }

    private static func bytes(_ string: UnsafeMutablePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }
}

/// Lists of strings as C has them.
enum CStrings {
    typealias List = UnsafePointer<UnsafeMutablePointer<CChar>?>

    /// This process's variables, as they are now.
    static var environment: List { UnsafePointer(environ) }

    /// The variables that this process was started with.
    static var started: List { foyer_start_environment().map { UnsafePointer($0) } ?? environment }

    /// - Parameter strings: each with its closing zero.
    static func pass<Value>(
        _ strings: [[UInt8]], and others: [UnsafeMutablePointer<CChar>?] = [], _ body: (List) -> Value
    )
        -> Value
    {
        let copies = strings.map(copy)
        defer { for copy in copies { free(copy) } }
        return body(copies + others + [nil])
    }

    /// - Parameter string: with its closing zero. The copy is to be freed.
    static func copy(_ string: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        string.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
        }
    }
}
