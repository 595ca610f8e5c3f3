import FoyerCore
import FoyerSystem

/// Reads the settings' table `commands`. An entry with anything wrong in it is named and left out: a command that is
/// started otherwise than it was meant is worse than none.
struct CommandsReader {
    private(set) var commands: [String: NamedCommand] = [:]
    private(set) var problems: [Settings.Problem] = []

    mutating func read(_ node: YAMLNode) {
        guard !node.isAlias, let pairs = node.mapping else {
            return report(node, "commands: a table of names was expected.")
        }
        for (keyNode, value) in pairs {
            guard let name = keyNode.scalar, !name.isEmpty, !name.hasPrefix("-") else {
                report(keyNode, "commands: a name was expected.")
                continue
            }
            guard commands[name] == nil else {
                report(keyNode, "commands.\(name) is there already; the first one counts.")
                continue
            }
            let count = problems.count
            let command = command(value, "commands.\(name)")
            if problems.count == count, let command { commands[name] = command }
        }
    }

    private mutating func command(_ node: YAMLNode, _ path: String) -> NamedCommand? {
        guard !node.isAlias, let pairs = node.mapping else {
            report(node, "\(path): a table was expected, such as {run: [npm, run, dev]}.")
            return nil
        }
        guard let run = pairs.first(where: { $0.key.scalar == "run" }) else {
            report(node, "\(path): \"run\" is missing, the command and its words: [npm, run, dev].")
            return nil
        }
        guard let words = words(run.value, "\(path).run") else { return nil }
        var command = NamedCommand(words)
        var seen: Set<String> = []
        for (keyNode, value) in pairs {
            guard let key = keyNode.scalar else {
                report(keyNode, "\(path): a key was expected.")
                continue
            }
            guard seen.insert(key).inserted else {
                report(keyNode, "\(path).\(key) is there already.")
                continue
            }
            if key == "run" { continue }
            guard !value.isAlias, let text = value.scalar else {
                report(value, "\(path).\(key): a single value was expected here.")
                continue
            }
            if let wrong = command.set(key, text) {
                report(NamedCommand.keys.contains(key) ? value : keyNode, "\(path).\(key): \(wrong)")
            } else if let wrong = key == "ready-text" ? command.ready.problem : nil {
                report(value, "\(path).\(key): \(wrong)")
            }
        }
        return command
    }

    private mutating func words(_ node: YAMLNode, _ path: String) -> [String]? {
        guard !node.isAlias, let elements = node.sequence, !elements.isEmpty else {
            report(node, "\(path): a list of words was expected: [npm, run, dev].")
            return nil
        }
        var words: [String] = []
        for element in elements {
            guard !element.isAlias, let word = element.scalar, !word.utf8.contains(0) else {
                report(element, "\(path): a word was expected.")
                return nil
            }
            words.append(word)
        }
        guard words[0].isEmpty else { return words }
        report(elements[0], "\(path): the command is empty.")
        return nil
    }

    private mutating func report(_ node: YAMLNode, _ message: String) {
        problems.append(.init(line: node.mark.line, column: node.mark.column, message: Phrase(asIs: message)))
    }
}
