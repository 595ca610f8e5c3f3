import Foyer
import FoyerSystem

/// Which flows did not pass when they were last played, for a run of these alone.
package struct LastRun: Sendable {
    private static let name = "failed"
    /// Of more, those that failed last.
    private static let most = 10_000
    private let records: Records

    package init(_ places: Places, disk: Disk = .real) {
        let path = places.state + "/scenarios"
        records = Records(.init(largest: 16 << 20, isSynced: false), path: path, depth: 2, disk: disk)
    }

    /// Remembers how the flows of a run ended. What is known of all others stays: a run elsewhere knows nothing of them.
    package func keep(_ report: RunReport) throws(LocalizedFailure) {
        do { try write(report) } catch { throw .notWritten(records.path + "/" + Self.name, error.code) }
    }

    private func write(_ report: RunReport) throws(DiskError) {
        let (bad, good) = (Set(report.bad.map(Self.line)), Set(report.good.map(Self.line)))
        do {
            try records.change { (held) throws(DiskError) in
                let others = Self.lines(held.read(Self.name) ?? []).filter { !bad.contains($0) && !good.contains($0) }
                let lines = (others + bad.sorted()).suffix(Self.most).map { $0 + "\n" }
                try held.write(Array(lines.joined().utf8), to: Self.name)
            }
        } catch {
            // Nobody asks for the failures of a run that has passed.
            if !bad.isEmpty { throw error }
        }
    }

    /// Of these files, those that did not pass; `nil` if no run is known.
    package func failed(of files: [String]) -> Set<String>? {
        guard let bytes = records.read(Self.name) else { return nil }
        let failed = Set(Self.lines(bytes))
        return Set(files.filter { failed.contains(Self.line($0)) })
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Its whole path, as one line.
    private static func line(_ file: String) -> String { JSON.string(UserFile.realPath(file) ?? file).jsonText }
}
