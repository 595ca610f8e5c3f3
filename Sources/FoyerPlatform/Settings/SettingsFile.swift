import FoyerCore
import FoyerSystem
import Glibc

/// Reads `config.yaml`: a flat table, one table of colours below `theme`, and one of commands below `commands`.
public enum SettingsFile {
    /// Bytes; a settings file is a page at most.
    public static let largest = 64 * 1024

    /// The file's bytes; `nil` where there is none.
    ///
    /// - Throws: where something is there that cannot be read, be it the file or a folder above it.
    public static func read(_ path: String) throws(DiskError) -> [UInt8]? {
        // Settings are often a link into a folder of such files.
        do throws(DiskError) { return try OpenFile.reading(resolved(path)).readAll(limit: largest) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private static let keyName = Array("public-key".utf8)

    private static func names(_ word: [UInt8], in text: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }

    /// What the text says and what is wrong with it. Text that is no YAML from some line on counts until there.
    public static func parse(_ text: [UInt8]) -> (settings: Settings, problems: [Settings.Problem]) {
        let document = YAMLDocument(text, largest: largest)
        var reader = SettingsReader()
        if let root = document.root { reader.read(root) }
        var (settings, problems) = Settings.read(reader.entries)
        settings.commands = reader.commands.commands
        for problem in document.problems {
            // What is set twice is a matter of the settings: one of the two counts.
            if case .duplicateKey = problem.reason { continue }
            reader.problems.append(.init(line: problem.mark.line, message: problem.phrase))
        }
        // A key in what could not be read is a key all the same.
        settings.mayHideKey = settings.publicKey == nil && !reader.problems.isEmpty && names(keyName, in: text)
        return (settings, (problems + reader.problems + reader.commands.problems).sorted { $0.line < $1.line })
    }
}

/// Takes the two tables apart. Whatever is no scalar under a key at one of the two levels is named and passed over.
private struct SettingsReader {
    var entries: [Settings.Entry] = []
    var problems: [Settings.Problem] = []
    var commands = CommandsReader()

    mutating func read(_ root: YAMLNode) {
        switch root.content {
        case .mapping(let pairs): table(pairs)
        // An empty document is an empty value.
        case .scalar(""): break
        case .scalar, .sequence: report(root, .settingsNoTable)
        }
    }

    private mutating func table(_ pairs: [(key: YAMLNode, value: YAMLNode)], below prefix: String = "") {
        for (keyNode, node) in pairs {
            guard let key = single(keyNode, .aKey) else { continue }
            if prefix.isEmpty, key == "theme", !node.isAlias, let colors = node.mapping {
                table(colors, below: "theme.")
            } else if prefix.isEmpty, key == "events", !node.isAlias, let table = node.mapping {
                self.table(table, below: "events.")
            } else if prefix.isEmpty, key == "public-key", !node.isAlias, let keys = node.sequence {
                let value = keys.compactMap { single($0, Phrase(asIs: key)) }.joined(separator: " ")
                entries.append(.init(key: key, value: value, line: node.mark.line))
            } else if prefix.isEmpty, key == "commands" {
                commands.read(node)
            } else if let value = single(node, Phrase(asIs: prefix + key)) {
                entries.append(.init(key: prefix + key, value: value, line: node.mark.line))
            }
        }
    }

    private mutating func single(_ node: YAMLNode, _ what: Phrase) -> String? {
        if node.isAlias {
            report(node, .settingAlias(what))
            return nil
        }
        if node.scalar == nil { report(node, .settingNotSingle(what)) }
        return node.scalar
    }

    private mutating func report(_ node: YAMLNode, _ message: Phrase) {
        problems.append(.init(line: node.mark.line, message: message))
    }
}
