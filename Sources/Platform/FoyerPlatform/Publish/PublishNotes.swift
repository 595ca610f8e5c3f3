import CDeflate
import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What publications of these sources to a site have left in the sources' `.foyer` folder, which is never served: what the site
/// itself does not say.
struct PublishNotes: Equatable {
    /// A digest of what every document depends on: settings and keys.
    var settings: String
    /// The highest serial numbers so far.
    var serials: PublishSerials
    /// Contents that the last publications named and later ones do not, the latest publication first.
    var former: [[String]] = []

    private static let title = "foyer-index 4"
    /// Of 0.4.0: stamps of files, and a line for each document, which are left out.
    private static let formerTitle = "foyer-index 3"
    private static let listSeparator: Character = "\u{1F}"
    static let sizeLimit = 1 << 30

    static func fileName(of site: String) -> String {
        SHA256.name(site, digits: 32) + ".index"
    }

    init(settings: String, serials: PublishSerials) { (self.settings, self.serials) = (settings, serials) }

    // MARK: - Bytes

    var bytes: [UInt8] {
        var text = [Self.title, settings, serials.text].joined(separator: "\t") + "\n"
        for contents in former { text += "F\t" + contents.joined(separator: String(Self.listSeparator)) + "\n" }
        let bytes = Array(text.utf8)
        return bytes + Array(Self.checksum(bytes[...]).utf8)
    }

    /// `nil` if they are damaged.
    init?(_ bytes: [UInt8]) {
        let text = bytes.dropLast(8)
        guard bytes.count > 8, bytes.suffix(8).elementsEqual(Self.checksum(text).utf8) else { return nil }
        var lines = text.split(separator: 0x0A).map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
        guard !lines.isEmpty else { return nil }
        let head = lines.removeFirst()
        switch (head[0], head.count) {
        case (Self.title, 3): settings = head[1]
        case (Self.formerTitle, 8): settings = head[4]
        default: return nil
        }
        guard let serials = PublishSerials(text: head[head.count == 3 ? 2 : 6]) else { return nil }
        self.serials = serials
        former = lines.filter { $0.first == "F" && $0.count == 2 }
            .map { $0[1].split(separator: Self.listSeparator).map(String.init) }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.withUnsafeBytes { Checksum.crc32(libdeflate_crc32(0, $0.baseAddress, $0.count)).text }
    }
}
