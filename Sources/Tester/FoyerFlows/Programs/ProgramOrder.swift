import Foyer
import FoyerCore
import FoyerEmulator
import FoyerPlatform
import FoyerSystem

/// A program that is not ours, and its surroundings.
package struct ProgramOrder: Sendable {
    /// The program and its arguments.
    package var words: [String]
    /// Changes to the environment; `nil` takes a variable away.
    var environment: [(name: String, value: String?)] = []
    /// Where it runs, relative to `base`; `nil` for a fresh folder, or, on the user's own terminal, `base` itself.
    package var folder: String?
    /// The folder of the file that names it.
    private(set) var base = "."
    /// Variables of this process's environment that it has as well.
    var inherits: [String] = []
    /// What lies in its fresh folder.
    var files: [RoomFile] = []
    /// How to ask what it is, such as `[htop, --version]`; empty if nobody said.
    package var version: [String] = []

    /// Whether what is typed while the terminal shows nothing of it is kept as evidence.
    package var keepsSecrets: Bool

    package init(words: [String], folder: String? = nil, keepsSecrets: Bool = false) {
        self.words = words
        self.folder = folder
        self.keepsSecrets = keepsSecrets
    }

    /// What is started, for people, as they would type it: with the variables that it is given, since whoever starts
    /// somebody else's list must see them.
    package var shown: SafeText {
        let removed = environment.filter { $0.value == nil }.flatMap { ["-u", ShellWords.quoted($0.name)] }
        let given = environment.compactMap { variable in
            variable.value.map { ShellWords.quoted(variable.name) + "=" + ShellWords.quoted($0) }
        }
        let parts = (removed.isEmpty ? [] : ["env"] + removed) + given + words.map(ShellWords.quoted)
        return SafeText("$ " + parts.joined(separator: " "))
    }

    /// The same with variables that it has unless its file says otherwise.
    package func having(_ variables: [(name: String, value: String?)]) -> ProgramOrder {
        var order = self
        let named = Set(environment.map(\.name))
        order.environment = variables.filter { !named.contains($0.name) } + environment
        return order
    }

    /// What a checklist gives to the programs that it starts: they find its platform, and `foyer` is this program.
    ///
    /// - Parameter language: what Foyer's own programs speak in there; `nil` leaves a tester's program the locale it has, as
    ///   one that this machine lacks would end many.
    package static func surroundings(platform: WebAddress?, _ language: Language?) -> [(name: String, value: String?)] {
        var variables: [(name: String, value: String?)] = platform.map { [("FOYER_SERVER", $0.text)] } ?? []
        if let language {
            variables += [("LC_ALL", nil), ("LC_CTYPE", "C.UTF-8"), ("LC_MESSAGES", language.locale)]
        }
        if let own = OwnProgram.path {
            let path = ProgramSearch.own
            // Where it is found anyhow, the order of the others stays.
            let isFound = ProgramSearch.find("foyer", in: path).flatMap(UserFile.realPath) == own
            variables.append(("PATH", isFound ? path : SourceFolder.of(own) + ":" + path))
        }
        return variables
    }

    /// The same with a folder that does not depend on where the file lies.
    package func below(_ parent: String) -> ProgramOrder {
        var order = self
        order.base = parent
        return order
    }

    /// In a room of its own, on a terminal that our own emulator is.
    func inRoom(_ room: FlowRoom, _ size: CellSize, _ terminal: TerminalIdentity) -> TerminalProgram.Order {
        let colours = terminal.hasDirectColors ? [(name: "COLORTERM", value: "truecolor")] : []
        var order = TerminalProgram.Order(words: room.words, size: size)
        order.isBare = true
        order.variables = room.environment([(name: "TERM", value: terminal.type)] + colours).map { ($0.name, $0.value) }
        order.folder = room.folder
        order.mark = room.mark
        return order
    }

    /// On the user's own terminal.
    func onTerminal(_ size: CellSize) -> TerminalProgram.Order {
        var order = TerminalProgram.Order(words: words, size: size)
        var variables: [(name: String, value: String?)] = [("LINES", nil), ("COLUMNS", nil)]
        // Without a locale, no program draws more than ASCII.
        if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ Places.variable($0)?.isEmpty ?? true }) {
            variables.append(("LANG", "C.UTF-8"))
        }
        let named = Set(environment.map(\.name))
        order.variables = variables.filter { !named.contains($0.name) } + environment
        order.folder = folder.map { SourceFolder.path($0, below: base) } ?? base
        return order
    }
}

extension Language {
    /// As POSIX names it: of English, one that is everywhere.
    fileprivate var locale: String {
        switch self {
        case .english: "C"
        case .simplifiedChinese: "zh_CN.UTF-8"
        case .traditionalChinese: "zh_TW.UTF-8"
        }
    }
}

extension ScenarioSettings {
    /// The terminal of a program in a flow.
    var terminal: TerminalIdentity {
        let palette = Palette.fitting(theme, ground: nil)
        let (type, colors) =
            switch depth {
            case .mono: ("xterm-mono", 0)
            case .ansi8, .ansi16: ("xterm", 8)
            case .indexed256, .direct: ("xterm-256color", 256)
            }
        return TerminalIdentity(
            text: palette[.text], ground: palette[.ground], type: type, colors: colors,
            hasDirectColors: depth == .direct)
    }
}

/// Paths that a file names relative to itself.
package enum SourceFolder {
    /// The folder of a file.
    package static func of(_ file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    package static func path(_ path: String, below folder: String) -> String {
        path.hasPrefix("/") ? path : folder + "/" + path
    }

    /// How a file in `folder` names another folder; both are whole paths. A checkout can then lie anywhere; what shares nothing
    /// with it has its whole path.
    static func path(of other: String, from folder: String) -> String {
        let (there, here) = (other.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(there, here).prefix { $0 == $1 }.count
        if shared == 0, !here.isEmpty { return other }
        let parts = here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared).map(String.init)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

extension YAMLShape where Value == ProgramOrder {
    /// A program, or a list of it and its arguments, or a mapping with more.
    static let program = command.map { ProgramOrder(words: $0) }.orMapping(
        .mapping { fields in
            let words = fields.required("command", command)
            var order = ProgramOrder(words: words ?? [])
            fields.set(
                &order.environment, "environment", .table(.variableName, of: YAMLShape<String>.scalar.orNull))
            order.folder = fields.optional("folder", YAMLShape<String>.text)
            fields.set(&order.inherits, "inherit", .oneOrMore(.variableName))
            fields.set(&order.files, "files", .files)
            fields.rule(YAMLSchema.object([("not", YAMLSchema.has(["files", "folder"]))]))
            fields.set(&order.version, "version", command)
            if order.folder != nil, fields.has("files") {
                fields.report.say(fields.mark(of: "files"), .standsBeside("files", "folder"))
            }
            return words.map { _ in order }
        })

    private static let command = YAMLShape<[String]>.oneOrMore(.scalar, needs: .aProgram).checked(.aProgram) { words in
        // Of an empty list that has been said.
        words.first?.isEmpty != true && words.allSatisfy { !$0.utf8.contains(0) } ? words : nil
    }.checked(.aListOfWords) { words in
        // A command line, which nobody takes apart here; a path may have spaces.
        words.count == 1 && words[0].contains(" ") && !words[0].contains("/") ? nil : words
    }
}
