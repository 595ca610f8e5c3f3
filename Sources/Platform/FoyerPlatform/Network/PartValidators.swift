import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What an unfinished download must still match to be continued. It is kept beside the download, and trusted only if
/// complete.
struct PartValidators: Equatable, Sendable {
    let address: String
    let size: Int64
    /// A strong entity tag or a date for `If-Range`.
    let ifRange: String

    private static let title = "foyer-part 1"
    private static let bound = 16 * 1024
}

extension PartValidators {
    /// `nil` if the answer cannot be continued later: it has no ranges, or nothing identifies the entity. A weak tag
    /// does not promise the same bytes.
    init?(_ head: ResponseHead, address: String, size: Int64) {
        guard head.value("Accept-Ranges")?.lowercased() != "none" else { return nil }
        let strong = head.value("ETag").flatMap { $0.hasPrefix("\"") ? $0 : nil }
        guard let known = strong ?? head.value("Last-Modified"), !known.isEmpty else { return nil }
        self.init(address: address, size: size, ifRange: known)
    }

    static func path(for part: String) -> String { part + ".validators" }

    static func load(for part: String) -> PartValidators? {
        guard let bytes = try? UserFile.read(path(for: part), limit: bound) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == title, let size = Int64(lines[2]), lines[4].isEmpty else { return nil }
        return PartValidators(address: String(lines[1]), size: size, ifRange: String(lines[3]))
    }

    /// Saves them; if that fails, the download just cannot be continued.
    func save(for part: String, disk: Disk) {
        let path = Self.path(for: part)
        let text = "\(Self.title)\n\(address)\n\(size)\n\(ifRange)\n"
        do {
            try OpenFile.remove(path, disk: disk)
            try OpenFile.own(path, disk: disk).write(Array(text.utf8))
        } catch {
            // Half of a record says nothing, as `load` checks.
        }
    }
}
