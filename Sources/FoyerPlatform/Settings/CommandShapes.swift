import FoyerCore
import FoyerPlatformCore

/// A command of the file, with the places of the names that it needs.
struct WrittenCommand: Sendable {
    var command: NamedCommand
    /// In the order of ``NamedCommand/needs``.
    var marks: [YAMLMark]
}

/// What the commands of a file need of each other. A command that could not be started as it is written is left out.
struct WrittenNeeds {
    private let written: [(name: String, value: WrittenCommand)]
    private let names: Set<String>
    private var commands: [String: WrittenCommand]

    /// - Parameter names: of all commands in the file, those with mistakes too.
    init(_ written: [(name: String, value: WrittenCommand)], names: [String]) {
        self.written = written
        self.names = Set(names)
        commands = Dictionary(written.map { ($0.name, $0.value) }) { first, _ in first }
    }

    mutating func check(_ report: inout YAMLReport) -> [String: NamedCommand] {
        var wrong: Set<String> = []
        for (name, value) in written where !isKnown(value, &report) { wrong.insert(name) }
        for name in wrong { commands[name] = nil }
        for (name, value) in written where commands[name] != nil && !hasOrder(name, value, &report) {
            wrong.insert(name)
        }
        for name in wrong { commands[name] = nil }
        leaveOutTheirs(&report)
        return commands.mapValues(\.command)
    }

    /// Names that are there, each once.
    private func isKnown(_ value: WrittenCommand, _ report: inout YAMLReport) -> Bool {
        var seen: Set<String> = []
        var isKnown = true
        for (need, mark) in zip(value.command.needs, value.marks) {
            if !names.contains(need) {
                report.say(mark, .needUnknown(need, meant: Suggestion.nearest(to: need, among: names.sorted())))
            } else if !seen.insert(need).inserted {
                report.say(mark, .needTwice(need))
            } else {
                continue
            }
            isKnown = false
        }
        return isKnown
    }

    private func hasOrder(_ name: String, _ value: WrittenCommand, _ report: inout YAMLReport) -> Bool {
        do {
            // What is left out has been reported, or will be.
            let commands = commands
            _ = try CommandNeeds(of: name) { commands[$0]?.command.needs ?? [] }
            return true
        } catch {
            switch error {
            // Each on the circle is told at its own place; who only leads there, as one whose need is left out.
            case .cycle(let path) where path.first == name:
                if let place = value.command.needs.firstIndex(of: path[1]) {
                    report.say(value.marks[place], .needsItself(path))
                }
                return false
            case .tooMany(let count):
                if let mark = value.marks.first { report.say(mark, .tooManyNeeds(count)) }
                return false
            case .cycle, .unknown, .twice: return true
            }
        }
    }

    /// Who needs one that is left out is left out too, and so on.
    private mutating func leaveOutTheirs(_ report: inout YAMLReport) {
        var isChanged = true
        while isChanged {
            isChanged = false
            for (name, value) in written where commands[name] != nil {
                for (need, mark) in zip(value.command.needs, value.marks) where commands[need] == nil {
                    report.say(mark, .needWrong(need))
                    commands[name] = nil
                    isChanged = true
                }
            }
        }
    }
}
