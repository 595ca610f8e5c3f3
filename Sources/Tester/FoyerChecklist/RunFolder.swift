import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import Glibc

/// The folder of a checklist's run below the state folder, derived from the checklist's file.
package struct RunFolder: Sendable {
    package let path: String
    package var journal: String { path + "/" + Self.journalName }
    static let journalName = "run.jsonl"
    /// Where flows install programs; removed when they end.
    var flow: String { path + "/flow" }

    /// - Parameters:
    ///   - isShipped: whether the list is the shipped one, which has the same run wherever it is installed.
    ///   - server: the tester's own platform, which has runs of its own.
    package init(of file: String, isShipped: Bool, server: WebAddress? = nil, places: Places) {
        let name = PathParts(file).name
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        var slug = String(stem.unicodeScalars.prefix(40).map { Self.isPlain($0) ? Character($0) : "-" })
        if let server { slug += "-" + FileDigits.of(server.text) }
        if !isShipped { slug += "-" + FileDigits.of(Self.absolute(file)) }
        path = places.state + "/qa/" + slug
    }

    /// The file of a run that somebody names: itself, or the folder that it lies in, such as a report's.
    package static func journal(at path: String) -> String {
        let isFolder = UserFile.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        return isFolder ? path + "/" + journalName : path
    }

    /// Makes the folder.
    package func make(_ places: Places) throws(DiskError) {
        try places.make(path)
    }

    /// Renames the run after the present time.
    ///
    /// - Returns: its new path; `nil` if there was none.
    package func putAside(at time: String, disk: Disk = .real) throws(LocalizedFailure) -> String? {
        guard UserFile.exists(journal) else { return nil }
        let plain = String(time.filter { $0.isNumber || $0 == "T" })
        var (aside, number) = ("run-\(plain).jsonl", 1)
        while UserFile.exists(path + "/" + aside) {
            number += 1
            aside = "run-\(plain)-\(number).jsonl"
        }
        do {
            let folder = try Folder.open(path: path, makes: false, disk: disk)
            try folder.rename(Self.journalName, to: folder, as: aside)
        } catch {
            throw .unusable(journal, error)
        }
        return path + "/" + aside
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    private static func absolute(_ file: String) -> String { UserFile.realPath(file) ?? file }
}
