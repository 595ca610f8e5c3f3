import CDeflate
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Records what the last publication to a site was made from, so that the next one reads only what has changed.
///
/// It lies in the sources' `.foyer` folder, which is never served. Without it, everything is read again.
struct PublishIndex {
    struct Record: Equatable {
        /// The document's path below `v1/`.
        var key: String
        /// The stamp of its sources; `nil` if they may have changed meanwhile.
        var stamp: TreeStamp?
        /// The pictures that it names, and their combined stamp.
        var images: [String] = []
        var imageStamp = TreeStamp()
        /// The SHA-256 of the document without what signing adds.
        var digest: String
        var serial: Int64 = 0
        /// When its signature expires, in seconds since 1970; 0 if it is not signed.
        var expires: Int64 = 0
        /// When its content next changes by itself, in seconds since 1970; 0 for never.
        var nextChange: Int64 = 0
        /// The files named by content that it refers to.
        var contents: [String] = []
        /// A program's or pop-up's row in the catalogue, as JSON; empty if it has none.
        var row = ""
        /// A program's pages, to which links may lead; empty if they are not known.
        var pages: [String] = []
    }

    /// Stamps of the sources, of the pictures among them, and of the site's folders.
    struct Head: Equatable {
        var sources: TreeStamp
        var images: TreeStamp
        var site: TreeStamp
        /// A digest of what every document depends on: settings and keys.
        var settings: String
        /// Before this instant, in seconds since 1970, nothing is due.
        var validUntil: Int64
        var serials: PublishSerials
    }

    var head: Head
    var records: [Record] = []
    /// Contents that the last publications named and later ones do not, the latest publication first.
    var former: [[String]] = []

    private static let title = "foyer-index 3"
    private static let listSeparator: Character = "\u{1F}"
    static let sizeLimit = 1 << 30

    static func fileName(of site: String) -> String {
        String(SHA256.hexadecimal(of: Array(site.utf8)).prefix(32)) + ".index"
    }

    // MARK: - Bytes

    var bytes: [UInt8] {
        var text = Self.sealed(Self.headLine(head)) + "\n"
        for contents in former { text += "F\t" + contents.joined(separator: String(Self.listSeparator)) + "\n" }
        for record in records { text += Self.line(record) + "\n" }
        let bytes = Array(text.utf8)
        return bytes + Array(Self.checksum(bytes[...]).utf8)
    }

    /// The head alone, which is enough to see that nothing has changed.
    static func head(in bytes: ArraySlice<UInt8>) -> Head? {
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        guard let line = open(String(decoding: bytes[..<end], as: UTF8.self)) else { return nil }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 7, fields[0] == title, let sources = TreeStamp(text: fields[1]),
            let images = TreeStamp(text: fields[2]), let site = TreeStamp(text: fields[3]),
            let validUntil = Int64(fields[5]), let serials = PublishSerials(text: fields[6])
        else { return nil }
        return Head(
            sources: sources, images: images, site: site, settings: String(fields[4]), validUntil: validUntil,
            serials: serials)
    }

    init(head: Head) { self.head = head }

    /// `nil` if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 8, let head = Self.head(in: bytes[...]) else { return nil }
        let text = bytes.dropLast(8)
        guard bytes.suffix(8).elementsEqual(Self.checksum(text).utf8) else { return nil }
        self.head = head
        for line in text.split(separator: 0x0A).dropFirst() {
            let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
            if fields.first?.elementsEqual("F".utf8) == true, fields.count == 2 {
                former.append(Self.list(fields[1]))
            } else if let record = Self.record(fields) {
                records.append(record)
            } else {
                return nil
            }
        }
    }

    private static func headLine(_ head: Head) -> String {
        [
            title, head.sources.text, head.images.text, head.site.text, head.settings, String(head.validUntil),
            head.serials.text,
        ].joined(separator: "\t")
    }

    private static func line(_ record: Record) -> String {
        let separator = String(listSeparator)
        return [
            record.key, record.stamp?.text ?? "", record.images.joined(separator: separator), record.imageStamp.text,
            record.digest, String(record.serial), String(record.expires), String(record.nextChange),
            record.contents.joined(separator: separator), record.row,
        ].joined(separator: "\t") + (record.pages.isEmpty ? "" : "\t" + record.pages.joined(separator: separator))
    }

    private static func record(_ fields: [ArraySlice<UInt8>]) -> Record? {
        guard fields.count == 10 || fields.count == 11 else { return nil }
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        guard let imageStamp = TreeStamp(text: text(3)), let serial = Int64(text(5)), let expires = Int64(text(6)),
            let nextChange = Int64(text(7))
        else { return nil }
        return Record(
            key: text(0), stamp: TreeStamp(text: text(1)), images: list(fields[2]), imageStamp: imageStamp,
            digest: text(4), serial: serial, expires: expires, nextChange: nextChange, contents: list(fields[8]),
            row: text(9), pages: fields.count > 10 ? list(fields[10]) : [])
    }

    private static func list(_ bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: 0x1F).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func sealed(_ line: String) -> String { line + "\t" + checksum(Array(line.utf8)[...]) }

    private static func open(_ line: String) -> String? {
        guard let tab = line.lastIndex(of: "\t") else { return nil }
        let text = String(line[..<tab])
        return line[line.index(after: tab)...] == checksum(Array(text.utf8)[...]) ? text : nil
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.withUnsafeBytes { Checksum.crc32(libdeflate_crc32(0, $0.baseAddress, $0.count)).text }
    }
}
