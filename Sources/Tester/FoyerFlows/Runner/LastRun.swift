import Foyer
import FoyerSystem

/// Which flows did not pass when they were last played, for a run of these alone.
package struct LastRun: Sendable {
    private static let name = "failed"
    /// Of more, those that failed last.
    private static let most = 10_000
    private let store: Store<[String]>

    package init(_ places: Places, disk: Disk = .real) {
        let format = StoreFormat.text.map { (lines: [String]) in
            lines.map { $0 + "\n" }.joined()
        } _: {
            $0.split(separator: "\n").map(String.init)
        }
        store = Store(
            places.state + "/scenarios", depth: 2, format, largest: 16 << 20, isSynced: false, disk: disk)
    }

    /// Remembers how the flows of a run ended. What is known of all others stays: a run elsewhere knows nothing of them.
    package func keep(_ report: RunReport) throws(LocalizedFailure) {
        do { try write(report) } catch { throw .notWritten(store.path + "/" + Self.name, error.code) }
    }

    private func write(_ report: RunReport) throws(DiskError) {
        let (bad, good) = (Set(report.bad.map(Self.line)), Set(report.good.map(Self.line)))
        do {
            try store.change { (held) throws(DiskError) in
                let others = (held.read(Self.name) ?? []).filter { !bad.contains($0) && !good.contains($0) }
                try held.write((others + bad.sorted()).suffix(Self.most), to: Self.name)
            }
        } catch {
            // Nobody asks for the failures of a run that has passed.
            if !bad.isEmpty { throw error }
        }
    }

    /// Of these files, those that did not pass; `nil` if no run is known.
    package func failed(of files: [String]) -> Set<String>? {
        guard let failed = store.read(Self.name).map(Set.init) else { return nil }
        return Set(files.filter { failed.contains(Self.line($0)) })
    }

    /// Its whole path, as one line.
    private static func line(_ file: String) -> String { JSON.string(UserFile.realPath(file) ?? file).jsonText }
}
