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

    private static let nameLength = 32
    /// The number of documents of a key that are remembered; those changed longest ago are forgotten first.
    static let maxDocuments = 16_384
    private static let policy = Records.Policy(
        largest: 8_192, seal: .text("foyer-serial 2"), bound: .digests(nameLength, count: maxDocuments))

    let path: String
    private let disk: Disk

    init(_ places: Places, disk: Disk = .real) {
        path = places.state + "/trust"
        self.disk = disk
    }

    func record(of document: String, key: [UInt8]) -> Record? {
        records(of: key).read(Self.name(document)).flatMap { Self.record(of: document, in: $0) }
    }

    /// Keeps a record unless the kept one has a higher serial number.
    func keep(_ record: Record, of document: String, key: [UInt8]) throws(DiskError) {
        let name = Self.name(document)
        try records(of: key).change { (held) throws(DiskError) in
            let kept = held.read(name).flatMap { Self.record(of: document, in: $0) }
            if let kept, kept.serial >= record.serial { return }
            let lines = [ChecksummedText.escape(document), String(record.serial), record.digest]
            try held.write(ChecksummedText.text(lines), to: name)
        }
    }

    private static func record(of document: String, in bytes: [UInt8]) -> Record? {
        guard let lines = ChecksummedText.lines(bytes), lines.count == 3, lines[0] == ChecksummedText.escape(document),
            let serial = Int64(lines[1])
        else { return nil }
        return Record(serial: serial, digest: lines[2])
    }

    private func records(of key: [UInt8]) -> Records {
        Records(Self.policy, path: path + "/" + Self.name(Hexadecimal.encode(key)), depth: 3, disk: disk)
    }

    private static func name(_ text: String) -> String {
        String(SHA256.hexadecimal(of: Array(text.utf8)).prefix(nameLength))
    }
}
