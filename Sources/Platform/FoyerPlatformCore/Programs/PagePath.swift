import FoyerCore

/// A page of a mini program, as the manifest and links name it: `pages/index` is the file `pages/index.md`.
public struct PagePath: Hashable, Sendable, CustomStringConvertible {
    /// The extension of a page's file.
    package static let ending = ".md"

    /// The path inside the package, without the extension.
    public let text: String
    package let file: PackagePath

    /// Fails if the page's file would have an unsafe path (`PackagePath`).
    public init?(_ text: String) {
        guard !text.isEmpty, !text.hasSuffix("/"), let file = PackagePath(text + Self.ending) else { return nil }
        self.text = text
        self.file = file
    }

    /// The path.
    public var description: String { text }
}

package enum PageLink: Equatable, Sendable {
    package enum Refusal: String, Error, CaseIterable, Sendable {
        case empty
        case tooLong
        /// A character that is invisible or controls the terminal, a space, or a backslash.
        case badCharacter
        /// Neither a page nor http(s).
        case scheme
        /// A user name or password before the host, used for deception.
        case userInfo
        case noHost
        /// Out of the package.
        case outside
    }

    case page(PagePath)
    /// An absolute http or https address, as written.
    case external(String)
    case refused(Refusal)

    package static let maxLength = 2_048

    /// Validates a link on `page`. Relative paths begin at the page's folder, those with a slash at the package's root;
    /// query and fragment are left out, and so is a final `.md`. `#part` is the page itself.
    public init(_ destination: String, on page: PagePath) {
        do {
            self = try Self.validate(destination, on: page)
        } catch {
            self = .refused(error)
        }
    }

    private static func validate(_ destination: String, on page: PagePath) throws(Refusal) -> PageLink {
        guard var text = try path(destination, on: page) else { return .external(destination) }
        if text.hasSuffix(PagePath.ending) { text.removeLast(PagePath.ending.count) }
        guard let target = PagePath(text) else { throw .outside }
        return .page(target)
    }

    /// The file of a reference without query and fragment, not yet validated as a path; `nil` for a web address.
    static func path(_ reference: String, on page: PagePath) throws(Refusal) -> String? {
        guard !reference.isEmpty else { throw .empty }
        guard reference.utf8.count <= maxLength else { throw .tooLong }
        guard !reference.utf8.contains(0x5C), SafeText.keeps(reference) else { throw .badCharacter }
        if let scheme = scheme(of: reference) {
            guard scheme == "http" || scheme == "https" else { throw .scheme }
            try checkAuthority(reference.dropFirst(scheme.count + 1))
            return nil
        }
        guard !reference.hasPrefix("//") else { throw .scheme }
        return try resolve(reference, from: page)
    }

    /// The scheme in lower case; `nil` for a relative reference.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: 0x3A) else { return nil }
        let name = text[..<colon].utf8
        guard !name.contains(0x2F), !name.contains(0x3F), !name.contains(0x23) else { return nil }
        return text[..<colon].lowercased()
    }

    private static func checkAuthority(_ rest: Substring) throws(Refusal) {
        guard rest.hasPrefix("//") else { throw .noHost }
        guard !rest.unicodeScalars.contains(where: { $0.properties.isWhitespace }) else { throw .badCharacter }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.utf8.contains(0x40) else { throw .userInfo }
        guard let first = authority.utf8.first, first != 0x3A else { throw .noHost }
    }

    private static func resolve(_ reference: String, from page: PagePath) throws(Refusal) -> String {
        let path = reference.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
        if path.isEmpty { return page.file.text }
        let names = path.split(separator: 0x2F, omittingEmptySubsequences: false)
        var folder = path.first == 0x2F ? [] : Array(page.file.names.dropLast())
        for (index, raw) in names.enumerated() {
            let name = try unescaped(raw)
            switch name {
            case "" where index == 0: break
            case ".": break
            case "..":
                guard folder.popLast() != nil else { throw .outside }
            default: folder.append(name)
            }
        }
        return folder.joined(separator: "/")
    }

    /// One name with its %-escapes decoded once. An escaped slash would turn a name into a path.
    private static func unescaped(_ raw: some Sequence<UInt8>) throws(Refusal) -> String {
        guard let bytes = PercentEncoding.decode(raw), !bytes.contains(0x2F),
            let name = String(validating: bytes, as: UTF8.self)
        else { throw .badCharacter }
        return name
    }
}
