import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// A platform's documents as it sent them last, in `$XDG_CACHE_HOME/foyer/documents`: it need not send again what has not
/// changed. All calls block on the disk; damaged files count as missing, and failing to keep one is no error.
struct DocumentCache: Sendable {
    /// The most bytes of one document, and of all.
    private static let largest = 2 << 20
    private static let bound = 16 << 20
    /// A torn write is found by the seal, and fetched again.
    private static let policy = Records.Policy(
        largest: largest, seal: .text("foyer-document 1"), bound: .digests(64, bytes: bound), readingIsUse: true,
        isSynced: false)

    /// A document and the fields that name its version.
    struct Kept: Equatable, Sendable {
        let body: [UInt8]
        let entityTag: String
        let lastModified: String

        /// The fields by which a server tells whether it has changed.
        var conditions: [HTTPField] {
            [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)].compactMap { name, value in
                value.isEmpty ? nil : HTTPField(name, value)
            }
        }
    }

    private let records: Records

    init(_ places: Places, disk: Disk = .real) {
        records = Records(Self.policy, path: places.cache + "/documents", depth: 2, disk: disk)
    }

    /// - Parameter language: the one that it was asked for in.
    func document(_ address: WebAddress, _ language: Language? = nil) -> Kept? {
        guard let record = records.read(Self.name(address, language)) else { return nil }
        let lines = record.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, let tag = Self.text(lines[0]), let date = Self.text(lines[1]) else { return nil }
        return Kept(body: Array(lines[2]), entityTag: tag, lastModified: date)
    }

    /// Keeps an answer in place of the former one, if its version has a name.
    func keep(_ response: HTTPResponse, at address: WebAddress, _ language: Language? = nil) {
        let (tag, date) = (response.entityTag ?? "", response.lastModified ?? "")
        guard response.status == 200, Self.mayKeep(response.head), !(tag + date).isEmpty else {
            try? records.remove(Self.name(address, language))
            return
        }
        let names = [tag, date].map { ChecksummedText.escape($0) + "\n" }.joined()
        try? records.write(Array(names.utf8) + response.body, to: Self.name(address, language))
    }

    /// What changed in the second of the answer may change once more in it, and would still be called by the same name.
    private static func mayKeep(_ head: ResponseHead) -> Bool {
        let isForbidden = head.values("Cache-Control").contains { $0.lowercased().contains("no-store") }
        return !isForbidden && (head.value("Date") == nil || head.value("Date") != head.value("Last-Modified"))
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        String(validating: line, as: UTF8.self).flatMap(ChecksummedText.unescape)
    }

    private static func name(_ address: WebAddress, _ language: Language?) -> String {
        SHA256.hexadecimal(of: Array((address.text + (language.map { "\n" + $0.rawValue } ?? "")).utf8))
    }
}
