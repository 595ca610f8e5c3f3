import Foyer
import FoyerEmulator
import FoyerPlatform
import FoyerSystem

/// What must hold of a program that is not ours beyond its cells.
struct TerminalCondition: Sendable {
    var cursor: CursorCondition?
    var title: String?
    var clipboard: String?
    /// How often the bell rang since the last step that did something.
    var bells: Int?
    var modes: [(mode: TerminalReport.Mode, isOn: Bool)] = []
    /// That ended it.
    var signal: SignalName?
    var files: [FileCondition] = []
}

/// Where the cursor is and how it looks; the place is counted from 0.
struct CursorCondition: Sendable {
    var column: Int?
    var row: Int?
    var shape: TerminalReport.CursorShape?
    var isHidden: Bool?
}

/// What lies in the program's folder.
struct FileCondition: Sendable {
    var path: String
    var isThere = true
    /// But for line ends at its end.
    var text: String?
}

/// The signals that flows name.
enum SignalName: String, CaseIterable, Sendable {
    case hup = "HUP"
    case int = "INT"
    case quit = "QUIT"
    case kill = "KILL"
    case usr1 = "USR1"
    case usr2 = "USR2"
    case term = "TERM"
    case cont = "CONT"
    case stop = "STOP"
    case tstp = "TSTP"
    case winch = "WINCH"
    case abrt = "ABRT"
    case segv = "SEGV"
    case pipe = "PIPE"
    case alrm = "ALRM"

    var number: Int32 {
        switch self {
        case .hup: 1
        case .int: 2
        case .quit: 3
        case .abrt: 6
        case .kill: 9
        case .usr1: 10
        case .segv: 11
        case .usr2: 12
        case .pipe: 13
        case .alrm: 14
        case .term: 15
        case .cont: 18
        case .stop: 19
        case .tstp: 20
        case .winch: 28
        }
    }
}

/// What is known of such a program at an instant.
struct TerminalSight {
    var report = TerminalReport()
    /// From 0; `nil` while it is hidden.
    var cursor: CellPosition?
    /// Those of the bells that rang since the last step that did something.
    var bells = 0
    var end: CommandEnd?
    /// Where its files are.
    var folder = "."
    /// Bytes and repaints so far, and how long it has written nothing.
    var output = OutputCount()
}

extension TerminalCondition {
    /// Whether it may hold only because the program has not answered yet.
    var holdsWithoutAnswer: Bool {
        cursor != nil || title != nil || bells == 0 || !modes.isEmpty || files.contains { !$0.isThere }
    }

    /// The condition that does not hold; `nil` if all hold.
    func unmet(by seen: TerminalSight) -> StepFailure? {
        unmetCursor(seen) ?? unmetReport(seen) ?? unmetEnd(seen)
            ?? files.lazy.compactMap { $0.unmet(in: seen.folder) }.first
    }

    private func unmetCursor(_ seen: TerminalSight) -> StepFailure? {
        guard let cursor else { return nil }
        if let isHidden = cursor.isHidden, isHidden == seen.report.has(.cursor) {
            return .isNot(.cursor, isHidden ? "shown" : "hidden", wanted: isHidden ? "hidden" : "shown")
        }
        if let shape = cursor.shape, shape != seen.report.shape {
            return .isNot(.cursor, seen.report.shape.rawValue, wanted: shape.rawValue)
        }
        guard cursor.column != nil || cursor.row != nil else { return nil }
        let wanted = (cursor.column.map { "\($0 + 1)" } ?? "*") + ", " + (cursor.row.map { "\($0 + 1)" } ?? "*")
        guard let place = seen.cursor else { return .isNot(.cursor, "hidden", wanted: wanted) }
        let isThere = cursor.column ?? place.column == place.column && cursor.row ?? place.row == place.row
        return isThere ? nil : .isNot(.cursor, "\(place.column + 1), \(place.row + 1)", wanted: wanted)
    }

    private func unmetReport(_ seen: TerminalSight) -> StepFailure? {
        if let title, title != seen.report.title { return .isNot(.title, seen.report.title, wanted: title) }
        if let clipboard {
            let there = seen.report.clipboard.map { String(decoding: $0, as: UTF8.self) }
            if clipboard != there { return .isNot(.clipboard, there, wanted: clipboard) }
        }
        if let bells, bells != seen.bells { return .isNot(.bells, "\(seen.bells)", wanted: "\(bells)") }
        return modes.first { $0.isOn != seen.report.has($0.mode) }.map { .mode($0.mode.rawValue, isOn: !$0.isOn) }
    }

    private func unmetEnd(_ seen: TerminalSight) -> StepFailure? {
        guard let signal, seen.end != .signal(signal.number) else { return nil }
        return .isNot(.exitStatus, seen.end.map { "\($0.exitStatus)" }, wanted: signal.rawValue)
    }
}

extension FileCondition {
    private static let largest = 4 << 20

    fileprivate func unmet(in folder: String) -> StepFailure? {
        let place = SourceFolder.path(path, below: folder)
        guard isThere else { return UserFile.exists(place) ? .file(path, isThere: true) : nil }
        guard UserFile.exists(place) else { return .file(path, isThere: false) }
        guard let text else { return nil }
        let bytes = (try? UserFile.read(place, limit: Self.largest)) ?? []
        let there = Self.trimmed(String(decoding: bytes, as: UTF8.self))
        return there == Self.trimmed(text) ? nil : .fileText(path, VisibleText.shown(String(there.prefix(200))))
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while let last = text.last, last.isNewline { text.removeLast() }
        return text
    }
}

// MARK: - In files

extension YAMLFields {
    mutating func terminalCondition() -> TerminalCondition {
        var condition = TerminalCondition()
        condition.cursor = optional("cursor", .cursor)
        condition.title = optional("title", YAMLShape<String>.scalar)
        condition.clipboard = optional("clipboard", YAMLShape<String>.scalar)
        condition.bells = optional("bell", .integer(in: 0...1000))
        set(&condition.modes, "modes", .modes)
        set(&condition.files, "file", .oneOrMore(.fileCondition))
        return condition
    }
}

extension YAMLShape where Value == CursorCondition {
    /// `hidden`, or more.
    fileprivate static let cursor = oneOf([
        "hidden": CursorCondition(isHidden: true), "shown": CursorCondition(isHidden: false),
    ]).orMapping(
        .mapping { fields in
            var condition = CursorCondition()
            condition.column = fields.optional("column", YAMLShape<Int>.integer(in: 1...1000)).map { $0 - 1 }
            condition.row = fields.optional("row", YAMLShape<Int>.integer(in: 1...1000)).map { $0 - 1 }
            condition.shape = fields.optional("shape", .anyCase)
            condition.isHidden = fields.optional("hidden", .truth)
            return condition
        })
}

extension YAMLShape where Value == [(mode: TerminalReport.Mode, isOn: Bool)] {
    fileprivate static let modes = YAMLShape.mapping { fields in
        var modes: Value = []
        for mode in TerminalReport.Mode.allCases where mode != .cursor {
            if let isOn = fields.optional(mode.rawValue, YAMLShape<Bool>.truth) { modes.append((mode, isOn)) }
        }
        return modes
    }
}

extension YAMLShape where Value == FileCondition {
    /// A path, which must be there, or more.
    fileprivate static let fileCondition = YAMLShape<String>.text.map { FileCondition(path: $0) }.orMapping(
        .mapping { fields in
            let path = fields.required("path", YAMLShape<String>.text)
            var condition = FileCondition(path: path ?? "")
            fields.set(&condition.isThere, "there", .truth)
            condition.text = fields.optional("text", YAMLShape<String>.scalar)
            return path.map { _ in condition }
        })
}
