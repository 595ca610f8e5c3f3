import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// What a program under test is: what it says itself, if its file says how to ask, else its path and its digest.
enum ProgramIdentity {
    private static let patience = Duration.seconds(2)
    private static let longest = 200
    /// The size limits of an answer and of a program, in bytes.
    private static let (mostAnswer, mostProgram) = (1 << 16, 256 << 20)

    /// - Parameter folders: the `PATH` in which it is looked for; `nil` for this process's own.
    static func text(of order: ProgramOrder, in folders: String? = nil) -> String {
        let question = order.version.prefix(1).map { path($0, order.base) } + order.version.dropFirst()
        let folders = folders ?? Places.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return said(question) ?? file(order, folders) ?? ""
    }

    /// The first line that it prints.
    private static func said(_ words: [String]) -> String? {
        guard let program = words.first, let output = MemoryFile("version"),
            let child = try? ChildProcess(program, Array(words.dropFirst()), output: output.descriptor)
        else { return nil }
        guard child.status(within: patience) != nil else {
            child.end()
            return nil
        }
        let text = output.read(limit: mostAnswer).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = text.split(whereSeparator: \.isNewline).first { $0.contains { $0 != " " } }
        return line.map { String(SafeText(String($0)).string.prefix(longest)) }
    }

    private static func file(_ order: ProgramOrder, _ folders: String) -> String? {
        guard let name = order.words.first else { return nil }
        let found =
            name.contains("/")
            ? path(name, order.base)
            : folders.split(separator: ":").map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
        guard let found, let bytes = try? UserFile.read(found, limit: mostProgram) else { return nil }
        return SafeText("\(found), sha256 \(SHA256.hexadecimal(of: bytes).prefix(12))").string
    }

    /// A program that is named by a path lies beside its file.
    private static func path(_ name: String, _ base: String) -> String {
        name.contains("/") ? SourceFolder.path(name, below: base) : name
    }
}
