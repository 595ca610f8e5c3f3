import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// What was believed last of each document that a pinned key has signed: `$XDG_STATE_HOME/foyer/trust/…`, a folder for
/// each key, and in it a file for each document.
///
/// It belongs to the key, not to the platform's address: no mirror can bring back what was withdrawn, and a new key
/// begins anew. Damaged files count as never seen. Everything blocks on the disk.
struct SerialStore: Sendable {
    struct Record: Equatable {
        let serial: Int64
        /// SHA-256 of the document, 64 hexadecimal digits.
        let digest: String
    }

    private static let title = "foyer-serial 2"
    private static let largest = 8_192
    private static let nameLength = 32
    /// The number of documents of a key that are remembered; those changed longest ago are forgotten first.
    static let maxDocuments = 16_384
    /// How often to try the folder's lock, 2 ms apart.
    private static let tries = 100

    let path: String
    private let disk: Disk

    init(_ places: Places, disk: Disk = .real) {
        path = places.state + "/trust"
        self.disk = disk
    }

    func record(of document: String, key: [UInt8]) -> Record? {
        guard let folder = try? Folder.open(path: path(of: key), makes: false, disk: disk) else { return nil }
        return Self.record(of: document, in: folder)
    }

    /// Keeps a record unless the kept one has a higher serial number.
    func keep(_ record: Record, of document: String, key: [UInt8]) throws(DiskError) {
        let path = path(of: key)
        let folder = try Folder.open(path: path, makes: true, disk: disk)
        var rest = Self.tries
        while !(try folder.tryLock(exclusive: true)) {
            rest -= 1
            guard rest > 0 else { throw DiskError(.lock, path, EWOULDBLOCK) }
            MonotonicClock.sleep(.milliseconds(2))
        }
        let kept = Self.record(of: document, in: folder)
        if let kept, kept.serial >= record.serial { return }
        let name = Self.name(document)
        try folder.replace(
            name,
            with: ChecksummedText.seal(
                title: Self.title, [ChecksummedText.escape(document), String(record.serial), record.digest]))
        if kept == nil { try folder.trim(to: Self.maxDocuments, keeping: name, digits: Self.nameLength) }
    }

    private static func record(of document: String, in folder: Folder) -> Record? {
        guard let bytes = try? folder.file(name(document)).readAll(limit: largest),
            let lines = ChecksummedText.open(title: title, bytes), lines.count == 3,
            lines[0] == ChecksummedText.escape(document), let serial = Int64(lines[1])
        else { return nil }
        return Record(serial: serial, digest: lines[2])
    }

    private func path(of key: [UInt8]) -> String { path + "/" + Self.name(Hexadecimal.encode(key)) }

    private static func name(_ text: String) -> String {
        String(SHA256.hexadecimal(of: Array(text.utf8)).prefix(nameLength))
    }
}
