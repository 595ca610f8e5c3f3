import Foyer
import FoyerSystem

/// Which flows of the last run did not pass, for a run of these alone.
package struct LastRun: Sendable {
    private static let name = "failed"
    private let records: Records

    package init(_ places: Places) {
        records = Records(.init(largest: 1 << 20, isSynced: false), path: places.state + "/scenarios", depth: 2)
    }

    /// - Parameter files: as the run was given them.
    package func keep(_ files: [String]) {
        let lines = files.map { JSON.string(Self.whole($0)).jsonText + "\n" }.joined()
        // Whoever cannot keep it has run all the same.
        try? records.write(Array(lines.utf8), to: Self.name)
    }

    /// Of these files, those that did not pass; `nil` if no run is known.
    package func failed(of files: [String]) -> Set<String>? {
        guard let bytes = records.read(Self.name) else { return nil }
        let kept = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let failed = Set(kept.map(String.init))
        return Set(files.filter { failed.contains(JSON.string(Self.whole($0)).jsonText) })
    }

    private static func whole(_ file: String) -> String { UserFile.realPath(file) ?? file }
}
