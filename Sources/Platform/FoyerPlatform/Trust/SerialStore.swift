import FoyerCore
import FoyerPlatformCore
import FoyerSystem

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

    /// A record with its document's path, escaped: the file's name is a part of a digest alone.
    private typealias Entry = (document: String, record: Record)

    private static let nameLength = 32
    /// The number of documents of a key that are remembered; those changed longest ago are forgotten first.
    static let maxDocuments = 16_384

    let path: String
    private let disk: Disk

    init(_ places: Places, disk: Disk = .real) {
        path = places.state + "/trust"
        self.disk = disk
    }

    func record(of document: String, key: [UInt8]) -> Record? {
        Self.record(of: document, store(of: key).read(Self.name(document)))
    }

    /// Keeps a record unless the kept one has a higher serial number.
    func keep(_ record: Record, of document: String, key: [UInt8]) throws(DiskError) {
        let name = Self.name(document)
        try store(of: key).change { (held) throws(DiskError) in
            if let kept = Self.record(of: document, held.read(name)), kept.serial >= record.serial { return }
            try held.write((LineText.escape(document), record), to: name)
        }
    }

    private static func record(of document: String, _ entry: Entry?) -> Record? {
        entry.flatMap { $0.document == LineText.escape(document) ? $0.record : nil }
    }

    private func store(of key: [UInt8]) -> Store<Entry> {
        let format = StoreFormat.lines("foyer-serial 2").map { (entry: Entry) in
            [entry.document, String(entry.record.serial), entry.record.digest]
        } _: { lines in
            guard lines.count == 3, let serial = Int64(lines[1]) else { return nil }
            return (lines[0], Record(serial: serial, digest: lines[2]))
        }
        return Store(
            path + "/" + Self.name(Hexadecimal.encode(key)), depth: 3, format, largest: 8_192,
            bound: .digests(Self.nameLength, count: Self.maxDocuments), disk: disk)
    }

    private static func name(_ text: String) -> String { SHA256.name(text, digits: nameLength) }
}
