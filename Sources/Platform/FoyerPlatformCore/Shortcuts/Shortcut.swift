import FoyerCore

/// A page of the host with an icon of its own on a desktop or home screen.
public struct Shortcut: Equatable, Sendable {
    /// The greatest width of a title in columns; the rest is cut.
    package static let maxTitleColumns = 80
    /// The number of bytes of the digest in a file's name.
    static let digestLength = 8
    static let maxSlugLength = 40
    static let maxStemLength = 200

    /// For people; never empty.
    public let title: SafeText
    /// The title as requested: two that look alike here are still different.
    private let rawTitle: String
    /// The link that the icon opens, in the host's own scheme.
    package let link: DeepLink
    package let icon: ShortcutIcon

    /// Validates a request. Title and link are raw text.
    public init(title: String, link: String, scheme: String, icon: ShortcutIcon) throws(ShortcutRefusal) {
        rawTitle = title
        let words = SafeText(title).string.split(whereSeparator: \.isWhitespace)
        self.title = SafeText(words.joined(separator: " ")).prefix(columns: Self.maxTitleColumns)
        guard !self.title.isEmpty else { throw .emptyTitle }
        do throws(DeepLinkRefusal) {
            self.link = try DeepLink(link)
            guard self.link.scheme == scheme.lowercased() else { throw .scheme(self.link.scheme) }
        } catch {
            throw .link(error)
        }
        self.icon = icon
    }

    /// The name of the shortcut's files without their extension, `foyer-tea-house-0123456789abcdef`: the same for the
    /// same title and link, different for any other.
    /// - Parameter digest: a cryptographic digest of at least 8 bytes.
    package func fileStem(digest: ([UInt8]) -> [UInt8]) -> String {
        // No link contains a zero byte.
        let identity = Array(rawTitle.utf8) + [0] + Array(link.text.utf8)
        let hash = Hexadecimal.encode(digest(identity).prefix(Self.digestLength))
        return link.scheme + "-" + slug + "-" + hash
    }

    /// Whether ``fileStem(digest:)`` could give this name for a link of the scheme.
    package static func isFileStem(_ text: String, of scheme: String) -> Bool {
        let digest = text.utf8.suffix(2 * digestLength)
        return isFileStem(text) && text.hasPrefix(scheme + "-") && digest.count == 2 * digestLength
            && digest.allSatisfy(Hexadecimal.isDigit) && text.utf8.dropLast(digest.count).last == UInt8(ascii: "-")
    }

    /// Whether a given text could be the name of a shortcut's files, so that it cannot lead elsewhere.
    package static func isFileStem(_ text: String) -> Bool {
        (1...maxStemLength).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy { URIText.isLetterOrDigit($0) || "-+.".utf8.contains($0) }
    }

    /// The title in lower-case ASCII letters and digits with single hyphens between; "shortcut" if nothing is left.
    var slug: String {
        let words = title.string.lowercased().utf8
            .split { !URIText.isLetterOrDigit($0) || $0 >= 0x80 }
            .map { String(decoding: $0, as: UTF8.self) }
        var slug = String(words.joined(separator: "-").prefix(Self.maxSlugLength))
        while slug.hasSuffix("-") { slug.removeLast() }
        return slug.isEmpty ? "shortcut" : slug
    }
}

/// Why a shortcut is refused. Nothing is written then.
public enum ShortcutRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The title has nothing visible.
    case emptyTitle
    /// No route leads where the link does, or it is no link.
    case link(DeepLinkRefusal)

    /// The sentence in every language.
    public var cause: Phrase {
        switch self {
        case .emptyTitle: .shortcutWithoutTitle
        case .link(let refusal): .linkRefused(refusal)
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}

/// A picture for a shortcut, as the bytes of its file.
public struct ShortcutIcon: Equatable, Sendable {
    /// The format of its file.
    public enum Kind: String, CaseIterable, Sendable {
        case png, jpeg, webp, gif
    }

    /// It is part of the page, and of the page's data URI.
    package static let maxBytes = 256 << 10

    /// The format of its file.
    public let kind: Kind
    /// The file.
    public let bytes: [UInt8]

    /// Recognises the format by the first bytes; `nil` for any other, and beyond `maxBytes`.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes, let kind = Kind(of: bytes) else { return nil }
        self.kind = kind
        self.bytes = bytes
    }

    package var dataURI: String { "data:image/\(kind.rawValue);base64," + Base64.encode(bytes) }
}

extension ShortcutIcon.Kind {
    fileprivate init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if bytes.starts(with: "GIF8".utf8) {
            self = .gif
        } else {
            return nil
        }
    }
}
