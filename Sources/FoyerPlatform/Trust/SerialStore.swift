import FoyerCore
import FoyerCrypto
import FoyerSystem
import Glibc

/// The highest serial number of each document of a platform that was ever believed here:
/// `$XDG_STATE_HOME/foyer/trust/…`, one file for each document.
///
/// Damaged files count as never seen. Everything blocks on the disk.
struct SerialStore: Sendable {
    private static let title = "foyer-serial 1"
    private static let largest = 8_192
    /// How often to try the folder's lock, 2 ms apart.
    private static let tries = 100

    let path: String

    init(_ places: Places, server: WebAddress) {
        let platform = server.origin + server.path
        path = places.state + "/trust/" + String(SHA256.hexadecimal(of: Array(platform.utf8)).prefix(32))
    }

    func serial(of document: String) -> Int64? {
        guard let folder = try? Folder.open(path: path, makes: false, disk: .real) else { return nil }
        return Self.serial(of: document, in: folder)
    }

    /// Keeps a serial number if it is higher than the kept one.
    func keep(_ serial: Int64, of document: String) throws(DiskError) {
        let folder = try Folder.open(path: path, makes: true, disk: .real)
        var rest = Self.tries
        while !(try folder.tryLock(exclusive: true)) {
            rest -= 1
            guard rest > 0 else { throw DiskError(.lock, path, EWOULDBLOCK) }
            MonotonicClock.sleep(.milliseconds(2))
        }
        if let kept = Self.serial(of: document, in: folder), kept >= serial { return }
        try folder.replace(
            Self.name(document),
            with: ChecksummedText.seal(title: Self.title, [ChecksummedText.escape(document), String(serial)]))
    }

    private static func serial(of document: String, in folder: Folder) -> Int64? {
        guard let bytes = try? folder.file(name(document)).readAll(limit: largest),
            let lines = ChecksummedText.open(title: title, bytes), lines.count == 2,
            lines[0] == ChecksummedText.escape(document)
        else { return nil }
        return Int64(lines[1])
    }

    private static func name(_ document: String) -> String {
        String(SHA256.hexadecimal(of: Array(document.utf8)).prefix(32))
    }
}
