import FoyerCore
import FoyerSystem
import Glibc

/// Reads `config.yaml`.
package enum SettingsFile {
    /// Bytes; a settings file is a page at most.
    package static let largest = 64 * 1024

    /// The file's bytes; `nil` where there is none.
    ///
    /// - Throws: where something is there that cannot be read, be it the file or a folder above it.
    package static func read(_ path: String) throws(DiskError) -> [UInt8]? {
        // Settings are often a link into a folder of such files.
        do throws(DiskError) { return try OpenFile.reading(resolved(path)).readAll(limit: largest) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private static let keyName = Array("public-key".utf8)

    private static func names(_ word: [UInt8], in text: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }

    /// What the text says and what is wrong with it. Text that is no YAML from some line on counts until there.
    package static func parse(_ text: [UInt8]) -> (settings: Settings, problems: [YAMLProblem]) {
        let shape = YAMLShape<Settings>.settings.orNull
        let (value, problems) = shape.decode(text, as: .theSettings, largest: largest, salvages: true)
        var settings = (value ?? nil) ?? Settings()
        // A key in what could not be read is a key all the same.
        settings.mayHideKey =
            settings.publicKey == nil && problems.contains(where: \.hidesWhatIsThere) && names(keyName, in: text)
        return (settings, problems)
    }
}
