import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Reads `config.yaml`.
public enum SettingsFile {
    /// The size limit in bytes; a settings file is a page at most.
    package static let largest = 64 * 1024

    /// The file's bytes; `nil` if there is none.
    ///
    /// - Throws: if the file, or a folder above it, exists but cannot be read.
    package static func read(_ path: String) throws(DiskError) -> [UInt8]? {
        // Settings are often a link into a folder of such files.
        do { return try UserFile.read(path, limit: largest) } catch {
            // A link that leads nowhere is a mistake of somebody's, and no file is none.
            if error.code == ENOENT, !UserFile.isLink(path) { return nil }
            throw error
        }
    }

    /// The user's settings as far as they can be read; without a file, none. Blocks on the disk.
    public static func settings(_ places: Places) -> UserSettings {
        do { return try read(places.settingsFile).map { parse($0).settings } ?? UserSettings() } catch {
            return .unread
        }
    }

    private static let keyName = Array("public-key".utf8)

    private static func names(_ word: [UInt8], in text: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }

    /// The text's settings and problems. Text that stops being YAML at some line counts up to there.
    package static func parse(_ text: [UInt8]) -> (settings: UserSettings, problems: [YAMLProblem]) {
        let shape = YAMLShape<UserSettings>.settings.orNull
        let (value, problems) = shape.decode(text, as: .theSettings, largest: largest, salvages: true)
        var settings = (value ?? nil) ?? UserSettings()
        // A key whose value could not be read still counts as a key.
        settings.mayHideKey =
            settings.publicKey == nil && problems.contains(where: \.hidesWhatIsThere) && names(keyName, in: text)
        return (settings, problems)
    }
}

/// Why a setting is not in the file.
public enum SettingsFailure: Error, Sendable {
    /// The file's layout does not allow changing a single line.
    case written(path: String)
    /// The file cannot be read beyond a line, counted from 1: what would follow it would not count.
    case unreadable(path: String, line: Int)
    /// The file could not be read or written.
    case disk(DiskError)

    /// The sentence in every language.
    public var cause: Phrase {
        switch self {
        case .written(let path): .settingsUnchangeable(path)
        case .unreadable(let path, let line): .settingsUnreadable(path, line: line)
        case .disk(let error): error.cause
        }
    }
}

extension SettingsFile {
    /// Writes a choice into the file, which is made if it is missing; everything else in it stays as it is.
    ///
    /// - Parameter path: the file's path; if it is a link, its target is changed.
    package static func set(
        _ choice: DisplaySettings.Choice, path: String, disk: Disk = .real
    ) throws(SettingsFailure) {
        try set(choice.row.key, to: choice.name, path: path, disk: disk) {
            var changed = $0
            changed.display = changed.display.with(choice)
            return changed
        }
    }

    /// Writes one line.
    ///
    /// - Parameter changed: what the file's settings must be afterwards.
    private static func set(
        _ key: String, to value: String?, path: String, disk: Disk = .real, changed: (UserSettings) -> UserSettings
    ) throws(SettingsFailure) {
        let path = UserFile.target(of: path)
        do {
            // Between reading and writing nobody else may choose.
            let folder = try Folder.open(path: PathParts(path).folder, makes: true, disk: disk)
            try folder.lock()
            defer { folder.unlock() }
            let old = UserFile.exists(path) ? try folder.file(PathParts(path).name).readAll(limit: largest) : []
            guard let text = String(validating: old, as: UTF8.self) else { throw SettingsFailure.written(path: path) }
            let new = Array(SettingsText.setting(key, to: value, in: text).utf8)
            if new == old { return }
            let (before, after) = (parse(old), parse(new))
            guard after.settings == changed(before.settings), after.problems.count <= before.problems.count
            else { throw failure(before.problems, path) }
            try UserFile.replace(path, with: new, disk: disk)
        } catch let error as DiskError {
            throw .disk(error)
        } catch {
            throw error as? SettingsFailure ?? .written(path: path)
        }
    }

    private static func failure(_ problems: [YAMLProblem], _ path: String) -> SettingsFailure {
        guard let last = problems.first(where: \.endsReading) else { return .written(path: path) }
        return .unreadable(path: path, line: last.mark.line)
    }

    /// Writes a choice into the user's file on a thread of its own; everything else in the file stays as it is.
    ///
    /// ```swift
    /// try await SettingsFile.keep(.language(.simplifiedChinese), in: places)
    /// ```
    /// - Parameter surroundings: whose threads write.
    public static func keep(
        _ choice: DisplaySettings.Choice, in places: Places, surroundings: PlatformSurroundings = .live
    ) async throws(SettingsFailure) {
        let path = places.settingsFile
        try await surroundings.work.run { () throws(SettingsFailure) in try set(choice, path: path) }
    }

    /// Writes the network that the demo's own platform imitates, on a thread of its own.
    package static func keep(
        _ network: StageNetwork, in places: Places, surroundings: PlatformSurroundings = .live
    ) async throws(SettingsFailure) {
        let path = places.settingsFile
        try await surroundings.work.run { () throws(SettingsFailure) in
            try set("network", to: network.rawValue, path: path) { settings in
                var settings = settings
                settings.network = network
                return settings
            }
        }
    }
}

extension Phrase {
    /// The choice counts until the program ends.
    package static func settingsUnchangeable(_ path: String) -> Phrase {
        Phrase(
            """
            Not saved: this setting has no line of its own in \(path). Edit the file by hand; until then, the change \
            lasts until you leave.
            """)
    }

    /// The choice counts until the program ends.
    fileprivate static func settingsUnreadable(_ path: String, line: Int) -> Phrase {
        Phrase(
            """
            Not saved: line \(line) of \(path) cannot be read. Correct it first; until then, a change lasts until you \
            leave.
            """)
    }
}
