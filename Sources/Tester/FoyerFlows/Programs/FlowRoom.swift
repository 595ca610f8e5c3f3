import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// A file that a flow puts into its folder.
struct RoomFile: Sendable {
    enum Content: Sendable {
        case text(String)
        /// A file or a folder, relative to the flow's own file.
        case copy(of: String)
    }

    /// Relative to the room's folder.
    let name: String
    let content: Content
    /// Where the flow's file says so.
    var mark: YAMLMark?
}

/// A program's room: a fresh folder, a home of its own, and an environment that is the same everywhere.
struct FlowRoom {
    /// It could not be made.
    struct Failure: Error {
        let cause: Phrase
        /// Where the flow's file asks for what is not there.
        var mark: YAMLMark?
    }

    /// All of it; `folder` and `home` are in it.
    let path: String
    private let order: ProgramOrder
    /// Held for as long as the flow is played: by it, other runs know that the room is lived in.
    private let lock: Folder

    private static let parent = "/tmp"
    private static let prefix = "foyer-flow-"

    /// The programs that every machine has.
    private static let programs = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// Where a flow's program is looked for.
    static func path(for order: ProgramOrder) -> String {
        if let own = order.environment.last(where: { $0.name == "PATH" }) { return own.value ?? "" }
        return (order.inherits.contains("PATH") ? Places.variable("PATH") : nil) ?? programs
    }

    /// Whether only this process's PATH has the program.
    static func needsPath(_ order: ProgramOrder) -> Bool {
        guard let name = order.words.first, !name.contains("/"), let own = Places.variable("PATH") else { return false }
        return ProgramSearch.find(name, in: path(for: order)) == nil && ProgramSearch.find(name, in: own) != nil
    }

    /// - Parameter flow: whose room it is, so that the next run of that flow finds it; `nil` if it goes in any case.
    /// - Throws: what cannot be made or copied.
    init(_ order: ProgramOrder, of flow: Scenario? = nil) throws(Failure) {
        self.order = order
        let beginning = "\(Self.parent)/\(Self.prefix)" + (flow?.roomName.map { $0 + "-" } ?? "")
        do { (path, lock) = try Self.makeLocked(beginning) } catch {
            throw Failure(cause: .fileNotWritten(beginning + "XXXXXX", SystemError.cause(error.code)))
        }
        do {
            for name in ["folder", "home", "run", "tmp"] { try Self.makeFolder(path + "/" + name) }
            // Few programs make a folder above their own.
            for folder in Self.homeFolders {
                try Self.makeFolders(folder.path.split(separator: "/").map(String.init), in: path + "/home")
            }
            for file in order.files { try put(file) }
        } catch {
            remove()
            throw error
        }
    }

    /// Where the program runs.
    var folder: String { order.folder.map { SourceFolder.path($0, below: order.base) } ?? path + "/folder" }

    func remove() { Folder.removeTree(path: path) }

    /// The words to start: a program that is named by a path lies beside the flow.
    var words: [String] {
        guard order.folder == nil, let first = order.words.first, first.contains("/"), !first.hasPrefix("/"),
            !UserFile.exists(folder + "/" + first), let real = UserFile.realPath(order.base + "/" + first)
        else { return order.words }
        return [real] + order.words.dropFirst()
    }

    /// What the program finds in place of this process's environment.
    ///
    /// - Parameter terminal: the variables that tell which terminal it has.
    func environment(_ terminal: [(name: String, value: String)]) -> [(name: String, value: String)] {
        let home = path + "/home"
        var all: [(name: String, value: String)] = [
            ("HOME", home), ("USER", "tester"), ("LOGNAME", "tester"), ("SHELL", "/bin/sh"), ("PATH", Self.programs),
            ("LANG", "C.UTF-8"), ("TZ", "UTC"), ("TMPDIR", path + "/tmp"), ("PWD", folder),
            (Self.marking, path + "/run"),
        ]
        all += Self.homeFolders.map { ($0.name, home + "/" + $0.path) } + terminal
        let inherited = order.inherits.compactMap { name in Places.variable(name).map { (name, Optional($0)) } }
        for (name, value) in inherited + order.environment.map({ ($0.name, $0.value) }) {
            all.removeAll { $0.name == name }
            if let value { all.append((name, value)) }
        }
        return all
    }

    /// Those of its home that variables name.
    private static let homeFolders = [
        (name: "XDG_CONFIG_HOME", path: ".config"), (name: "XDG_DATA_HOME", path: ".local/share"),
        (name: "XDG_STATE_HOME", path: ".local/state"), (name: "XDG_CACHE_HOME", path: ".cache"),
    ]

    private static let marking = "XDG_RUNTIME_DIR"

    /// The variable that only processes of this room have, unless the flow has another value for it.
    var mark: String { "\(Self.marking)=\(path)/run" }

    /// A word of the command that lies beside the flow and not in its folder, which is what people forget.
    var forgotten: String? {
        guard order.folder == nil else { return nil }
        return order.words.dropFirst().first { word in
            !word.hasPrefix("/") && !word.hasPrefix("-") && !UserFile.exists(folder + "/" + word)
                && UserFile.exists(order.base + "/" + word)
        }
    }

    /// Where the program is if this process's PATH has it, and its own has not.
    var elsewhere: Phrase? {
        guard let name = words.first, !name.contains("/"), let path = Places.variable("PATH") else { return nil }
        let own = environment([]).last { $0.name == "PATH" }?.value ?? ""
        guard ProgramSearch.find(name, in: own) == nil, let there = ProgramSearch.find(name, in: path) else {
            return nil
        }
        return .outsidePath(SafeText(name).string, SafeText(there).string)
    }

    // MARK: - Those of former runs

    private static func makeLocked(_ beginning: String) throws(DiskError) -> (path: String, lock: Folder) {
        for _ in 0..<8 {
            let path = try Folder.makeTemporary(beginning)
            do {
                let folder = try Folder.open(path: path, makes: false, disk: .real)
                if try folder.tryLock(exclusive: true), folder.isInPlace { return (path, folder) }
            } catch {
                // A run that begins just now may have taken it for one that was left.
                if error.code != ENOENT { throw error }
            }
        }
        throw DiskError(.lock, beginning, EWOULDBLOCK)
    }

    /// How many rooms of failures are kept, whichever flows they are of.
    static let mostKept = 20

    /// Removes the rooms that earlier runs of these flows have kept. One that is lived in stays.
    static func removeFormer(of flows: [Scenario]) {
        let names = Set(flows.lazy.filter { $0.program != nil }.compactMap(\.roomName))
        if names.isEmpty { return }
        for name in Folder.names(in: parent) where name.hasPrefix(prefix) {
            let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
            if parts.count == 2, names.contains(String(parts[0])) { removeLeft(parent + "/" + name) }
        }
    }

    /// Removes the oldest of the rooms that are kept, until there are as many as are kept.
    ///
    /// - Parameter parent: where they are.
    static func removeOldest(in parent: String = Self.parent) {
        let rooms = Folder.names(in: parent).filter { $0.hasPrefix(prefix) }.compactMap {
            name -> (path: String, at: timespec)? in
            let path = parent + "/" + name
            guard let status = UserFile.status(path), status.st_uid == geteuid() else { return nil }
            return (path: path, at: status.st_mtim)
        }
        guard rooms.count > mostKept else { return }
        let newestFirst = rooms.sorted { ($1.at.tv_sec, $1.at.tv_nsec) < ($0.at.tv_sec, $0.at.tv_nsec) }
        for room in newestFirst.dropFirst(mostKept) { removeLeft(room.path) }
    }

    private static func removeLeft(_ path: String) {
        guard let folder = try? Folder.open(path: path, makes: false, disk: .real), folder.isPrivate,
            folder.isInPlace, (try? folder.tryLock(exclusive: true)) == true
        else { return }
        Folder.removeTree(path: path)
    }

    // MARK: - Files

    private func put(_ file: RoomFile) throws(Failure) {
        let target = path + "/folder/" + file.name
        if let slash = file.name.lastIndex(of: "/") {
            try Self.makeFolders(file.name[..<slash].split(separator: "/").map(String.init), in: path + "/folder")
        }
        switch file.content {
        case .text(let text): try Self.write(Array(text.utf8), to: target, mode: 0o644)
        case .copy(let name):
            do { try Self.copy(SourceFolder.path(name, below: order.base), to: target, depth: 0) } catch {
                throw Failure(cause: error.cause, mark: file.mark)
            }
        }
    }

    private static func makeFolders(_ names: [String], in folder: String) throws(Failure) {
        var path = folder
        for name in names {
            path += "/" + name
            if !UserFile.exists(path) { try makeFolder(path) }
        }
    }

    private static func makeFolder(_ path: String) throws(Failure) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw Failure(cause: .fileNotWritten(path, SystemError.cause(errno)))
        }
    }

    /// - Parameter depth: how many folders of what is copied it lies in. What the flow names is followed if it is a link.
    private static func copy(_ source: String, to target: String, depth: Int) throws(Failure) {
        if depth > 0, let address = UserFile.link(at: source) {
            guard symlink(address, target) == 0 else {
                throw Failure(cause: .fileNotWritten(target, SystemError.cause(errno)))
            }
            return
        }
        guard let status = UserFile.status(source) else {
            throw Failure(cause: .fileNotRead(source, SystemError.cause(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let bytes: [UInt8]
            do { bytes = try UserFile.read(source, limit: 256 << 20) } catch {
                throw Failure(cause: .fileNotRead(source, SystemError.cause(error.code)))
            }
            return try write(bytes, to: target, mode: status.st_mode & 0o777 | 0o600)
        }
        // A folder that is in itself has no end.
        guard depth < 32 else { throw Failure(cause: .fileNotRead(source, SystemError.cause(ELOOP))) }
        try makeFolder(target)
        for name in Folder.names(in: source).sorted() where name != "." && name != ".." {
            try copy(source + "/" + name, to: target + "/" + name, depth: depth + 1)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Failure) {
        do {
            try UserFile.write(bytes, to: path)
        } catch {
            throw Failure(cause: .fileNotWritten(path, SystemError.cause(error.code)))
        }
        chmod(path, mode)
    }
}

extension Scenario {
    /// What its room is to have a copy of, and is not there.
    package var lacking: ScenarioProblems? {
        guard let program else { return nil }
        let problems = program.files.compactMap { file -> YAMLProblem? in
            guard case .copy(let name) = file.content, let mark = file.mark else { return nil }
            let path = SourceFolder.path(name, below: program.base)
            if UserFile.exists(path) { return nil }
            return YAMLProblem(reason: .other(.fileNotRead(path, SystemError.cause(ENOENT))), mark: mark)
        }
        return problems.isEmpty ? nil : ScenarioProblems(file: file, problems: problems)
    }

    /// By what its rooms differ from those of other flows; `nil` if it lies in no file.
    fileprivate var roomName: String? {
        UserFile.realPath(file).map { FileDigits.of(([$0] + variant).joined(separator: "\n")) }
    }
}

extension YAMLShape where Value == [RoomFile] {
    /// What is copied from the flow's folder or from above it, or names with contents.
    static let files = YAMLShape<[RoomFile]>.list(
        of: YAMLShape<RoomFile>.copied.located.map {
            RoomFile(name: $0.value.name, content: $0.value.content, mark: $0.mark)
        }
    ).orMapping(
        YAMLShape<[(name: String, value: (value: RoomFile.Content, mark: YAMLMark))]>
            .table(.roomName, of: YAMLShape<RoomFile.Content>.content.located).map { table in
                table.map { RoomFile(name: $0.name, content: $0.value.value, mark: $0.value.mark) }
            })
}

extension YAMLShape where Value == RoomFile {
    /// A path: one that leads above the flow's folder lies in the room by its last name.
    fileprivate static let copied = YAMLShape<String>.text.checked(.aSourceName, schema: YAMLShape<String>.sourceSchema)
    { path -> RoomFile? in
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let rest = parts.drop { $0 == ".." }
        guard let last = rest.last, rest.allSatisfy({ !["", ".", ".."].contains($0) }), !path.utf8.contains(0) else {
            return nil
        }
        return RoomFile(name: rest.count == parts.count ? path : String(last), content: .copy(of: path))
    }
}

extension YAMLShape where Value == RoomFile.Content {
    fileprivate static let content = YAMLShape<String>.scalar.map { RoomFile.Content.text($0) }.orMapping(
        .mapping { fields in fields.required("copy", YAMLShape<String>.text).map { .copy(of: $0) } })
}

extension YAMLShape where Value == String {
    private static let part = "(?!\\.{1,2}(/|$))[^/]+"
    private static let nameSchema = YAMLSchema.matching("^\(part)(/\(part))*$", orNumber: true)
    fileprivate static let sourceSchema = YAMLSchema.matching("^(\\.\\./)*\(part)(/\(part))*$", orNumber: true)

    /// A path that stays in the room.
    fileprivate static let roomName = YAMLShape<String>.text.checked(.aRoomName, schema: nameSchema) { name in
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { !["", ".", ".."].contains($0) } && !name.utf8.contains(0) ? name : nil
    }

    static let variableName = YAMLShape<String>.text.checked(
        .aVariable, schema: YAMLSchema.matching("^[^=]+$")
    ) { name in
        !name.isEmpty && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "=") } ? name : nil
    }
}
