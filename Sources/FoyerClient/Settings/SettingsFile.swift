import CLibYAML
import FoyerCore

/// Reads `config.yaml`: a flat table, and one table of colours below `theme`.
public enum SettingsFile {
    /// Bytes; a settings file is a page at most.
    public static let largest = 64 * 1024

    /// The file's bytes; `nil` where there is none, or it is no file that can be read.
    public static func read(_ path: String) -> [UInt8]? {
        guard let file = try? OpenFile.reading(path) else { return nil }
        return try? file.readAll(limit: largest)
    }

    /// What the text says and what is wrong with it. Text that is no YAML from some line on counts until there.
    public static func parse(_ text: [UInt8]) -> (settings: Settings, problems: [Settings.Problem]) {
        guard text.count <= largest else {
            return (Settings(), [.init(line: 1, message: "The file is larger than \(largest / 1024) KiB.")])
        }
        var reader = SettingsReader()
        reader.read(text)
        let (settings, problems) = Settings.read(reader.entries)
        return (settings, (problems + reader.problems).sorted { $0.line < $1.line })
    }
}

/// Walks libyaml's events. Whatever is no scalar under a key at one of the two levels is named and passed over.
private struct SettingsReader {
    var entries: [Settings.Entry] = []
    var problems: [Settings.Problem] = []
    private var prefix = ""
    private var place = Place.key
    private var depth = 0
    /// Nesting that is being passed over.
    private var passed = 0

    /// What the next node of a table is.
    private enum Place: Equatable {
        case key
        case value(of: String)
        /// Of a key that is no word.
        case strayValue
    }

    mutating func read(_ text: [UInt8]) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { return }
        defer { yaml_parser_delete(&parser) }
        text.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else {
                    let problem = parser.problem.map { String(cString: $0) } ?? "not YAML"
                    problems.append(.init(line: Self.line(of: parser, in: text), message: problem + "."))
                    return
                }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return }
                take(event)
            }
        }
    }

    /// Bytes that are no text have an offset in place of a line.
    private static func line(of parser: yaml_parser_t, in text: [UInt8]) -> Int {
        guard parser.error == YAML_READER_ERROR else { return Int(parser.problem_mark.line) + 1 }
        return text.prefix(parser.problem_offset).count { $0 == UInt8(ascii: "\n") } + 1
    }

    private mutating func take(_ event: yaml_event_t) {
        let line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_MAPPING_START_EVENT where passed == 0 && depth == 0: depth = 1
        case YAML_MAPPING_START_EVENT where passed == 0 && depth == 1 && place == .value(of: "theme"):
            depth = 2
            prefix = "theme."
            place = .key
        case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT:
            if passed == 0 { passOver("a single value was expected here.", line: line) }
            passed += 1
        case YAML_MAPPING_END_EVENT where passed == 0:
            depth -= 1
            prefix = ""
        case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: passed -= 1
        case YAML_SCALAR_EVENT where passed == 0: takeScalar(event, line: line)
        case YAML_ALIAS_EVENT where passed == 0: passOver("aliases are not understood here.", line: line)
        default: break
        }
    }

    /// A node that is not understood. Where it is a key, its value goes with it.
    private mutating func passOver(_ reason: String, line: Int) {
        switch place {
        case .key:
            problems.append(.init(line: line, message: (depth == 0 ? "The file: " : "A key: ") + reason))
            if depth > 0 { place = .strayValue }
        case .value(let key):
            problems.append(.init(line: line, message: "\(prefix)\(key): " + reason))
            place = .key
        case .strayValue: place = .key
        }
    }

    private mutating func takeScalar(_ event: yaml_event_t, line: Int) {
        let bytes = UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length)
        let text = String(decoding: bytes, as: UTF8.self)
        switch place {
        // An empty document is an empty value.
        case .key where depth == 0:
            if !text.isEmpty { problems.append(.init(line: line, message: "\"key: value\" was expected.")) }
        case .key: place = .value(of: text)
        case .value(let key):
            entries.append(.init(key: prefix + key, value: text, line: line))
            place = .key
        case .strayValue: place = .key
        }
    }
}
