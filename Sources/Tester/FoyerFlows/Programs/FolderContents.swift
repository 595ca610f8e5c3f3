import FoyerSystem
import Glibc

/// The contents of a program's folder before it is started.
struct FolderContents {
    /// In names, and in bytes of a file whose text a flow repeats.
    private static let most = 10_000
    private static let largest = 16 << 10

    /// In files and bytes, of a folder that is copied whole.
    private static let mostCopied = (files: 500, bytes: 16 << 20)

    private let folder: String
    private let entries: [String: FileStamp]
    /// The text of files that the command names.
    private var texts: [String: [UInt8]] = [:]

    /// - Parameter words: the command, which may name files of the folder.
    init(_ folder: String, of words: [String]) {
        self.folder = folder
        entries = Self.entries(folder)
        for word in words.dropFirst() where entries[word]?.isFolder == false {
            texts[word] = try? UserFile.read(folder + "/" + word, limit: Self.largest)
        }
    }

    private static func entries(_ folder: String) -> [String: FileStamp] {
        var entries: [String: FileStamp] = [:]
        for name in Folder.names(in: folder).prefix(most) where name != "." && name != ".." {
            entries[name] = FileStamp(folder + "/" + name)
        }
        return entries
    }

    /// The names of what has come or is another now, in order.
    ///
    /// - Parameter file: the flow's own.
    func changes(besides file: String) -> [String] {
        let own = UserFile.realPath(file)
        return Self.entries(folder).filter { name, entry in
            entries[name] != entry && UserFile.realPath(folder + "/" + name) != own
        }.keys.sorted()
    }

    /// A path of the command outside the folder that the program could change; `nil` if there is none.
    func changeable(_ order: ProgramOrder) -> String? {
        // `--output=/there` and `of=/there` name a file, too.
        let words = order.words.dropFirst().flatMap { word in
            [word] + word.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        return words.first { word in
            let isElsewhere = word.hasPrefix("/") || word.split(separator: "/").contains("..")
            let path = SourceFolder.path(word, below: folder)
            guard isElsewhere, let status = UserFile.status(path) else { return false }
            return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) && access(path, W_OK) == 0
        }
    }

    /// The folder's path from the flow's folder, with a slash; empty if they are the same.
    private func prefix(from file: String) -> String {
        let place = ScenarioRecording.place(of: folder, from: SourceFolder.of(file))
        return place == "." ? "" : place + "/"
    }

    /// The same program in a fresh folder with copies of all that lies here; `nil` if that is nothing or too much.
    func wholeRoom(_ order: ProgramOrder, for file: String) -> ProgramOrder? {
        var own = ownRoom(order, for: file)
        let prefix = prefix(from: file)
        let names = entries.keys.filter { name in
            UserFile.exists(folder + "/" + name) && !own.files.contains { $0.name == name }
                && UserFile.realPath(folder + "/" + name) != UserFile.realPath(file)
        }
        var rest = Self.mostCopied
        for name in names.sorted() {
            guard Self.subtract(folder + "/" + name, from: &rest, depth: 0) else { return nil }
            own.files.append(RoomFile(name: name, content: .copy(of: prefix + name)))
        }
        return names.isEmpty ? nil : own
    }

    /// - Returns: true if all at the path can be copied and is within the limits.
    private static func subtract(_ path: String, from rest: inout (files: Int, bytes: Int), depth: Int) -> Bool {
        guard let status = UserFile.status(path), depth < 32 else { return false }
        rest.files -= 1
        guard rest.files >= 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            rest.bytes -= Int(status.st_size)
            return rest.bytes >= 0 && access(path, R_OK) == 0
        case S_IFDIR:
            for name in Folder.names(in: path) {
                guard subtract(path + "/" + name, from: &rest, depth: depth + 1) else { return false }
            }
            return true
        default: return false
        }
    }

    /// The same program in a fresh folder, with the files that the command names as they were.
    func ownRoom(_ order: ProgramOrder, for file: String) -> ProgramOrder {
        var own = order
        own.folder = nil
        let now = Self.entries(folder)
        let prefix = prefix(from: file)
        for name in order.words.dropFirst() where entries[name]?.isFolder == false {
            if own.files.contains(where: { $0.name == name }) { continue }
            if now[name] == entries[name] {
                own.files.append(RoomFile(name: name, content: .copy(of: prefix + name)))
            } else if let text = texts[name].flatMap({ String(validating: $0, as: UTF8.self) }) {
                own.files.append(RoomFile(name: name, content: .text(text)))
            }
        }
        // A program that lies there is found from the flow's folder.
        if let first = own.words.first, first.contains("/"), !first.hasPrefix("/") { own.words[0] = prefix + first }
        return own
    }
}

/// When a file was last written, and what it is.
struct FileStamp: Equatable, Sendable {
    let seconds, nanoseconds, size: Int
    let isFolder: Bool

    /// `nil` if nothing is there.
    init?(_ path: String) {
        guard let status = UserFile.status(path) else { return nil }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        // Changes within a folder do not count.
        (seconds, nanoseconds, size) =
            isFolder ? (0, 0, 0) : (status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size))
    }
}
