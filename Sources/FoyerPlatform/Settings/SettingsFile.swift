import FoyerCore
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
        do throws(DiskError) { return try OpenFile.reading(resolved(path)).readAll(limit: largest) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// The user's settings as far as they can be read; without a file, none. Blocks on the disk.
    public static func settings(_ places: Places) -> Settings {
        do throws(DiskError) { return try read(places.settingsFile).map { parse($0).settings } ?? Settings() } catch {
            return .unread
        }
    }

    private static let keyName = Array("public-key".utf8)

    private static func names(_ word: [UInt8], in text: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }

    /// The text's settings and problems. Text that stops being YAML at some line counts up to there.
    package static func parse(_ text: [UInt8]) -> (settings: Settings, problems: [YAMLProblem]) {
        let shape = YAMLShape<Settings>.settings.orNull
        let (value, problems) = shape.decode(text, as: .theSettings, largest: largest, salvages: true)
        var settings = (value ?? nil) ?? Settings()
        // A key whose value could not be read still counts as a key.
        settings.mayHideKey =
            settings.publicKey == nil && problems.contains(where: \.hidesWhatIsThere) && names(keyName, in: text)
        return (settings, problems)
    }
}
