import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// What a program under test is: what it says itself, if its file says how to ask, else its path and its digest.
package struct ProgramIdentity: Equatable, Sendable {
    private static let patience = Duration.seconds(2)
    private static let longest = 200
    /// The size limits of an answer and of a program, in bytes.
    private static let (mostAnswer, mostProgram) = (1 << 16, 256 << 20)

    /// Of the program, or of the script that an interpreter runs; empty if nothing is known.
    package let version: String
    /// Of the interpreter, where the program is a script of it.
    package let interpreter: String?

    /// - Parameter folders: the `PATH` in which it is looked for; `nil` for this process's own.
    package init(_ order: ProgramOrder, in folders: String? = nil) {
        let question = order.version.prefix(1).map { Self.path($0, order.base) } + order.version.dropFirst()
        let folders = folders ?? ProgramSearch.own
        let said = Self.asksAnother(order) ? nil : Self.said(question)
        guard Self.isInterpreted(order.words) else {
            (version, interpreter) = (said ?? Self.file(order, folders) ?? "", nil)
            return
        }
        let script = Self.script(order)
        // `python3 --version` is the interpreter's answer, `python3 tea.py --version` the script's.
        let namesScript = script.map { order.version.contains($0.name) } ?? false
        let isOfScript = order.version.first != order.words.first || namesScript
        interpreter = (isOfScript ? nil : said) ?? Self.file(order, folders)
        version = (isOfScript ? said : nil) ?? script?.text ?? ""
    }

    /// Programs that run what others have written.
    private static let interpreters = [
        "sh", "bash", "dash", "zsh", "fish", "ksh", "python", "ruby", "perl", "node", "deno", "bun", "lua", "luajit",
        "php", "tclsh", "java", "Rscript", "guile", "escript", "elixir", "pwsh",
    ]

    private static func isInterpreted(_ words: [String]) -> Bool {
        guard words.count > 1, let name = words[0].split(separator: "/").last else { return false }
        // `python3.11` is one as well.
        let plain = String(name.prefix { !$0.isNumber && $0 != "." })
        return interpreters.contains(plain)
    }

    /// Whether the question is about a script that this program is not: a list's question is for all of its programs.
    private static func asksAnother(_ order: ProgramOrder) -> Bool {
        order.version.dropFirst().contains { word in
            !word.hasPrefix("-") && !order.words.contains(word) && content(of: word, order) != nil
        }
    }

    /// The first word that is a file, as it is before the program runs.
    private static func script(_ order: ProgramOrder) -> (name: String, text: String)? {
        for word in order.words.dropFirst() where !word.hasPrefix("-") {
            if let bytes = content(of: word, order) {
                return (word, SafeText("\(word), sha256 \(SHA256.hexadecimal(of: bytes).prefix(12))").string)
            }
        }
        return nil
    }

    private static func content(of word: String, _ order: ProgramOrder) -> [UInt8]? {
        if let file = order.files.first(where: { $0.name == word }), case .text(let text) = file.content {
            return Array(text.utf8)
        }
        let copied = order.files.first { $0.name == word }.map { file in
            if case .copy(let source) = file.content { source } else { word }
        }
        let folder = order.folder.map { SourceFolder.path($0, below: order.base) } ?? order.base
        return try? UserFile.read(SourceFolder.path(copied ?? word, below: folder), limit: mostProgram)
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
        let found = name.contains("/") ? path(name, order.base) : ProgramSearch.find(name, in: folders)
        guard let found, let bytes = try? UserFile.read(found, limit: mostProgram) else { return nil }
        return SafeText("\(found), sha256 \(SHA256.hexadecimal(of: bytes).prefix(12))").string
    }

    /// A program that is named by a path lies beside its file.
    private static func path(_ name: String, _ base: String) -> String {
        name.contains("/") ? SourceFolder.path(name, below: base) : name
    }
}
