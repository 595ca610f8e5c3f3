import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The shortcuts on this user's desktop: an entry and an icon each, and one handler of the host's scheme while there
/// are any.
///
/// Every file is put in place atomically, for the user alone. An addition that fails on the way removes what it wrote;
/// removing the last shortcut removes the handler as well.
public struct DesktopShortcuts: Sendable {
    /// A shortcut on the desktop.
    public struct Item: Equatable, Sendable {
        /// The name of its files without their extension, for `remove`.
        public let name: String
        /// For people.
        public let title: String
        /// What it opens.
        public let link: String
        /// The path of its desktop entry.
        public let entry: String
        /// The path of its icon.
        public let icon: String

        /// A shortcut that is on a desktop.
        public init(name: String, title: String, link: String, entry: String, icon: String) {
            self.name = name
            self.title = title
            self.link = link
            self.entry = entry
            self.icon = icon
        }
    }

    let places: Places
    let scheme: String
    let hostName: String
    let program: [String]
    let options: [String]
    let opensOwnWindow: Bool
    let disk: Disk

    static let entryEnding = ".desktop"
    static let iconEnding = ".png"

    /// - Parameters:
    ///   - scheme: the host's own scheme, such as `foyer`.
    ///   - hostName: the name that desktops show for the opener of such links.
    ///   - program: the path of the program that opens links, ``OwnProgram/path``, and everything before `open`. An icon runs
    ///     `PROGRAM open OPTIONS LINK`, and its menu `PROGRAM shortcut remove NAME`; both are the host's to understand.
    ///   - options: what the program needs to open a link wherever the desktop starts it, such as the address of the
    ///     platform that it was started with. Links from elsewhere, which the scheme's entry opens, come with them too.
    ///   - opensOwnWindow: whether the program opens a window with a terminal by itself where it has none. Otherwise the
    ///     desktop gives it one (`Terminal=true`), so that no icon takes a link that nobody sees.
    public init(
        _ places: Places, scheme: String, hostName: String, program: [String], options: [String] = [],
        opensOwnWindow: Bool = false
    ) {
        self.init(
            places, scheme: scheme, hostName: hostName, program: program, options: options,
            opensOwnWindow: opensOwnWindow, disk: .real)
    }

    init(
        _ places: Places, scheme: String, hostName: String, program: [String], options: [String] = [],
        opensOwnWindow: Bool = false, disk: Disk
    ) {
        self.places = places
        self.scheme = scheme.lowercased()
        self.hostName = hostName
        self.program = program
        self.options = options
        self.opensOwnWindow = opensOwnWindow
        self.disk = disk
    }

    /// Writes icon and entry, and registers the scheme. A shortcut with the same title and link is replaced. Blocks on
    /// the disk, and on the desktop's own tool if it is installed.
    /// - Throws: `.entry` before anything is written; `.disk`, `.busy`.
    @discardableResult
    public func add(_ shortcut: Shortcut, language: Language = .english) throws(ShortcutError) -> Item {
        let name = shortcut.fileStem { SHA256.digest(of: $0) }
        let item = Item(
            name: name, title: shortcut.title.string, link: shortcut.link.text,
            entry: "\(places.applications)/\(name)\(Self.entryEnding)", icon: "\(iconFolder)/\(name)\(Self.iconEnding)")
        let icon = try Self.png(shortcut.icon)
        let entry = DesktopEntry.shortcut(
            shortcut, program: program, options: options, icon: item.icon, stem: name, needsTerminal: !opensOwnWindow,
            language: language)
        let text = try Self.text(entry)
        let handler = try Self.text(self.handler)
        try change { (applications) throws(DiskError) in
            let isNew = (try? applications.file(name + Self.entryEnding)) == nil
            do throws(DiskError) {
                let icons = try icons(makes: true)
                try icons.replace(name + Self.iconEnding, with: icon, removesFolder: false)
                try applications.replace(name + Self.entryEnding, with: text, removesFolder: false)
                try register(handler, in: applications)
            } catch {
                if isNew { try? discard(name, in: applications) }
                throw error
            }
        }
        return item
    }

    /// The same on a thread of its own, for callers that must not block.
    package func addOffThread(
        _ shortcut: Shortcut, language: Language, on work: BlockingWork = .threads
    ) async -> Result<Item, ShortcutError> {
        await work.run { Result { () throws(ShortcutError) in try add(shortcut, language: language) } }
    }

    /// The first one to a link, looked for on a thread of its own; `nil` if there is none, or the desktop cannot be read.
    package func findOffThread(_ link: String, on work: BlockingWork = .threads) async -> Item? {
        await work.run { (try? list())?.first { $0.link == link } }
    }

    /// All readable shortcuts, by title and then by name.
    public func list() throws(ShortcutError) -> [Item] {
        do {
            let applications = try Folder.open(path: places.applications, makes: false, disk: disk)
            return try items(in: applications).sorted { ($0.title, $0.name) < ($1.title, $1.name) }
        } catch {
            if error.code == ENOENT { return [] }
            throw .disk(error)
        }
    }

    /// Removes a shortcut by its name, its title or its link, and the handler with the last one.
    /// - Throws: `.unknown`, `.ambiguous`, `.disk`, `.busy`.
    @discardableResult
    public func remove(_ text: String) throws(ShortcutError) -> Item {
        let items = try list()
        var matches = items.filter { $0.name == text }
        if matches.isEmpty { matches = items.filter { $0.title == text || $0.link == text } }
        guard let item = matches.first else { throw .unknown(text) }
        guard matches.count == 1 else { throw .ambiguous(text, names: matches.map(\.name)) }
        try change { (applications) throws(DiskError) in try discard(item.name, in: applications) }
        return item
    }

    /// The same on a thread of its own, for callers that must not block.
    package func removeOffThread(_ item: Item, on work: BlockingWork = .threads) async -> Result<Void, ShortcutError> {
        await work.run { Result { () throws(ShortcutError) in try remove(item.name) }.map { _ in } }
    }

    /// Foyer's own folder among the icons: an absolute path works with every theme.
    var iconFolder: String { places.icons + "/" + scheme }

    private func discard(_ name: String, in applications: Folder) throws(DiskError) {
        try applications.remove(name + Self.entryEnding)
        if let icons = try existingIcons() {
            // Includes what an interrupted addition may have left; files with other names are not ours.
            let names = Set(try items(in: applications).map { $0.name + Self.iconEnding })
            for entry in try icons.entries() where !names.contains(entry.name) && isOurIcon(entry) {
                try icons.remove(entry.raw)
            }
            if names.isEmpty { try Folder.open(path: places.icons, makes: false, disk: disk).removeEmptyFolder(scheme) }
        }
        if try items(in: applications).isEmpty { try unregister(in: applications) }
    }

    private func icons(makes: Bool) throws(DiskError) -> Folder {
        try Folder.openOwn(path: iconFolder, depth: 1, makes: makes, disk: disk)
    }

    private func existingIcons() throws(DiskError) -> Folder? {
        do { return try icons(makes: false) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private func isOurIcon(_ entry: Folder.Entry) -> Bool {
        var name = entry.name[...]
        if name.hasPrefix(Folder.temporaryPrefix) {
            // With what makes the name of an unfinished file unique.
            name = name.dropFirst(Folder.temporaryPrefix.count)
            if !name.hasSuffix(Self.iconEnding), let dot = name.lastIndex(of: ".") { name = name[..<dot] }
        }
        guard entry.kind == .file, name.hasSuffix(Self.iconEnding) else { return false }
        return Shortcut.isFileStem(String(name.dropLast(Self.iconEnding.count)), of: scheme)
    }

    private func items(in applications: Folder) throws(DiskError) -> [Item] {
        var items: [Item] = []
        for found in try applications.entries() where found.kind == .file {
            guard found.name.hasPrefix(scheme + "-"), found.name.hasSuffix(Self.entryEnding),
                let file = try? applications.file(found.name),
                let bytes = try? file.readAll(limit: DesktopEntry.maxBytes),
                let shortcut = DesktopEntry.shortcut(in: bytes)
            else { continue }
            let name = String(found.name.dropLast(Self.entryEnding.count))
            items.append(
                Item(
                    name: name, title: shortcut.title, link: shortcut.link,
                    entry: "\(places.applications)/\(found.name)", icon: shortcut.icon))
        }
        return items
    }

    /// One change at a time, across processes.
    private func change(_ body: (Folder) throws(DiskError) -> Void) throws(ShortcutError) {
        do {
            let applications = try Folder.open(path: places.applications, makes: true, disk: disk)
            try applications.lock()
            // What a killed process did not put in place.
            for entry in try applications.entries() where entry.name.hasPrefix(Folder.temporaryPrefix + scheme + "-") {
                try applications.remove(entry.raw)
            }
            try body(applications)
        } catch {
            if error.operation == .lock, error.code == EWOULDBLOCK { throw .busy(folder: places.applications) }
            throw .disk(error)
        }
    }

    private static func png(_ icon: ShortcutIcon) throws(ShortcutError) -> [UInt8] {
        do { return try ShortcutPicture.icon(icon.bytes).bytes } catch { throw .iconNotDrawn }
    }

    private static func text(_ entry: DesktopEntry) throws(ShortcutError) -> [UInt8] {
        do { return Array(try entry.text().utf8) } catch { throw .entry(error) }
    }
}

extension DesktopShortcuts {
    /// The name of the entry that opens links of the scheme.
    var handlerName: String { scheme + "-handler" + Self.entryEnding }

    /// A link mostly reaches a running instance, which needs no terminal; but only a program that opens its own window can
    /// tell (see `TerminalEmulator`).
    var handler: DesktopEntry {
        DesktopEntry.handler(
            name: hostName, scheme: scheme, program: program, options: options, needsTerminal: !opensOwnWindow)
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
        do {
            return try UserFile.read(places.mimeDefaults, limit: Self.largestDefaults)
        } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
    }

    private func writeDefaults(_ list: [UInt8], in old: [UInt8]) throws(DiskError) {
        guard list != old else { return }
        let path = places.mimeDefaults
        let folder = try Folder.open(path: PathParts(path).folder, makes: true, disk: disk)
        // A link of the user's stays, and leads to an empty list.
        if list.isEmpty, UserFile.target(of: path) == path { return try folder.remove(PathParts(path).name) }
        try UserFile.replace(path, with: list, disk: disk)
    }

    /// Desktops that read the entries themselves do not need it. The tool waits for ever if the folder contains a fifo.
    private func refreshDatabase() {
        guard let tool = try? ChildProcess("update-desktop-database", ["-q", places.applications]) else { return }
        if tool.status(within: Self.toolPatience) == nil { tool.end() }
    }
}
