import FoyerCore
import FoyerSystem
import Glibc

extension DesktopShortcuts {
    /// The name of the entry that opens links of the scheme.
    var handlerName: String { scheme + "-handler" + Self.entryEnding }

    /// A link mostly reaches a running instance, so the entry asks for no terminal: `foyer open` opens one if it needs
    /// it.
    var handler: DesktopEntry {
        DesktopEntry.handler(name: hostName, scheme: scheme, program: program, needsTerminal: false)
    }

    /// Whether links of the scheme open this host by default.
    package var isRegistered: Bool {
        guard let list = try? readDefaults() else { return false }
        return SchemeDefaults.defaults(for: scheme, in: list).first == handlerName
    }

    func register(_ text: [UInt8], in applications: Folder) throws(DiskError) {
        try applications.replace(handlerName, with: text, removesFolder: false)
        let list = try readDefaults()
        try writeDefaults(SchemeDefaults.adding(handlerName, for: scheme, to: list), in: list)
        refreshDatabase()
    }

    func unregister(in applications: Folder) throws(DiskError) {
        try applications.remove(handlerName)
        let list = try readDefaults()
        try writeDefaults(SchemeDefaults.removing(handlerName, for: scheme, from: list), in: list)
        refreshDatabase()
        // What the tool writes for a folder without entries does not matter.
        if let file = try? applications.file(Self.database),
            (try? file.readAll(limit: Self.emptyDatabase.utf8.count)) == Array(Self.emptyDatabase.utf8)
        {
            try applications.remove(Self.database)
        }
    }

    private static let database = "mimeinfo.cache"
    private static let emptyDatabase = "[MIME Cache]\n"
    private static let toolPatience: Duration = .seconds(5)
    private static let largestDefaults = 1 << 20

    /// The user's own file, which may be a link to where the user keeps it.
    private func readDefaults() throws(DiskError) -> [UInt8] {
        do throws(DiskError) {
            return try OpenFile.reading(defaultsFile, disk: disk).readAll(limit: Self.largestDefaults)
        } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
    }

    private func writeDefaults(_ list: [UInt8], in old: [UInt8]) throws(DiskError) {
        guard list != old else { return }
        let (parts, name) = (PathParts(defaultsFile), PathParts(defaultsFile).name)
        let folder = try Folder.open(path: parts.folder, makes: true, disk: disk)
        if list.isEmpty {
            try folder.remove(Folder.temporaryPrefix + name)
            return try folder.remove(name)
        }
        try folder.replace(name, with: list, removesFolder: false)
    }

    /// `mimeapps.list`, with links followed.
    private var defaultsFile: String { UserFile.realPath(places.mimeDefaults) ?? places.mimeDefaults }

    /// Desktops that read the entries themselves do not need it. The tool waits for ever if the folder contains a fifo.
    private func refreshDatabase() {
        guard let tool = try? ChildProcess("update-desktop-database", ["-q", places.applications]) else { return }
        if tool.status(within: Self.toolPatience) == nil { tool.end() }
    }
}
