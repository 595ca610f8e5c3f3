import FoyerCore

/// An absolute `http` or `https` address, validated as raw text before anything repairs it.
///
/// The grammar is exactly RFC 3986's: anything that it does not allow (spaces, controls, a backslash, raw non-ASCII, a
/// `%` without two hex digits) is refused, not escaped. Scheme and host are lower-cased, dot segments removed, the
/// scheme's default port is left out, and a fragment is dropped, since it is never sent. `WebAddress(address.text)` is
/// `address`.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        package var defaultPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// http or https.
    package let scheme: Scheme
    /// Lower case; an IPv6 address keeps its brackets.
    package let host: String
    /// 1…65535; the scheme's default if the text names none.
    package let port: Int
    /// Begins with a slash; percent-escapes are kept as written.
    package let path: String
    /// The part after the question mark; may be empty.
    package let query: String?

    /// Reads an absolute address.
    public init(_ text: String) throws(WebAddressError) {
        let reference = try WebReference(text)
        guard let scheme = reference.scheme else { throw .notAbsolute }
        self = try WebAddress(Self.scheme(scheme), reference)
    }

    /// Resolves a reference on a page at this address (RFC 3986, section 5.2).
    public func resolve(_ reference: String) throws(WebAddressError) -> WebAddress {
        let parts = try WebReference(reference)
        if let scheme = parts.scheme { return try WebAddress(Self.scheme(scheme), parts) }
        if parts.authority != nil { return try WebAddress(scheme, parts) }
        if parts.path.isEmpty { return try WebAddress(self, path: path, query: parts.query ?? query) }
        let merged = parts.path.hasPrefix("/") ? parts.path : Self.folder(of: path) + parts.path
        return try WebAddress(self, path: merged, query: parts.query)
    }

    /// Resolves an address that a document of the platform at this base names: relative ones are below the base, whether
    /// it ends with a slash or not. The query of the base is left out.
    ///
    /// ```swift
    /// let base = try WebAddress("https://example.github.io/shop")
    /// print(try base.resolveBelow("pictures/tea.png"))  // https://example.github.io/shop/pictures/tea.png
    /// ```
    public func resolveBelow(_ reference: String) throws(WebAddressError) -> WebAddress {
        try WebAddress(self, path: path.hasSuffix("/") ? path : path + "/", query: nil).resolve(reference)
    }

    /// The address below this one: each segment is escaped, so that it stays one segment.
    ///
    /// The query of this address is left out. Empty segments, `.` and `..` are refused.
    package func appending(_ segments: String...) throws(WebAddressError) -> WebAddress {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        for segment in segments {
            guard !segment.isEmpty, segment != ".", segment != ".." else { throw .path }
            path += "/" + URIText.escaped(segment)
        }
        return try WebAddress(self, path: path, query: nil)
    }

    /// The address written out.
    public var text: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// Only scheme, host and port.
    public var origin: String {
        scheme.rawValue + "://" + host + (port == scheme.defaultPort ? "" : ":\(port)")
    }

    /// The address as a text.
    public var description: String { text }

    /// Whether the host is this machine by name or number, so that no proxy applies.
    package var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        return host.hasPrefix("127.") && WebHost.isDottedQuad(host)
    }

    private init(_ scheme: Scheme, _ reference: WebReference) throws(WebAddressError) {
        guard let authority = reference.authority else { throw .host }
        let (host, port) = try WebHost.parse(authority)
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
        path = Self.withoutDotSegments(reference.path)
        query = reference.query
        try checkLength()
    }

    private init(_ base: WebAddress, path: String, query: String?) throws(WebAddressError) {
        scheme = base.scheme
        host = base.host
        port = base.port
        self.path = Self.withoutDotSegments(path)
        self.query = query
        try checkLength()
    }

    private func checkLength() throws(WebAddressError) {
        guard text.utf8.count <= TransferBounds.address else { throw .tooLong }
    }

    private static func scheme(_ text: String) throws(WebAddressError) -> Scheme {
        guard let scheme = Scheme(rawValue: text.lowercased()) else { throw .scheme(text) }
        return scheme
    }

    /// The path up to and including its last slash.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "/" }
        return String(path[...slash])
    }

    /// RFC 3986, section 5.2.4, for a path that begins with a slash or is empty.
    private static func withoutDotSegments(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.isEmpty ? "/" : kept.reduce(into: "") { $0 += "/" + $1 }
    }
}

/// Why a text is not an address that may be fetched.
public enum WebAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More than `TransferBounds.address` bytes.
    case tooLong
    /// It does not begin with `http://` or `https://`.
    case notAbsolute
    /// Another scheme than http and https.
    case scheme(String)
    /// A user name or password, used for deception.
    case userInfo
    /// No host, or none that is valid.
    case host
    /// Not a number of 1…65535.
    case port
    /// A segment of the path is empty, or dots alone.
    case path
    /// A byte that is not allowed there.
    case character(UInt8)
    /// A `%` without two hex digits after it.
    case escape

    /// For people, in English.
    public var description: String {
        switch self {
        case .tooLong: "the address is over \(TransferBounds.address) bytes"
        case .notAbsolute: "the address does not begin with http:// or https://"
        case .scheme(let scheme): "only http and https are fetched, not \(scheme)"
        case .userInfo: "the address holds a user name or password"
        case .host: "the address has no valid host"
        case .port: "the address has no valid port"
        case .path: "the address has a path segment that is empty or dots alone"
        case .character(let byte): "the address holds the byte \(byte), which is not allowed there"
        case .escape: "the address holds a % that two hex digits do not follow"
        }
    }
}

/// The parts of a web reference (RFC 3986, section 4.1) with the characters that each may hold; no host or port is
/// validated yet.
struct WebReference {
    let scheme: String?
    let authority: String?
    let path: String
    let query: String?
    let fragment: String?

    init(_ text: String) throws(WebAddressError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= TransferBounds.address else { throw .tooLong }
        let parts = URIParts(bytes)
        fragment = try Self.checked(parts.fragment, beside: URIText.fragmentMarks)
        query = try Self.checked(parts.query, beside: URIText.fragmentMarks)
        // Without a scheme, the first segment may hold no colon.
        if let name = parts.scheme, !URIText.isScheme(name) { throw .notAbsolute }
        scheme = parts.scheme.map { String(decoding: $0, as: UTF8.self) }
        authority = try Self.checked(parts.authority, beside: URIText.authorityMarks)
        path = try Self.checked(parts.path, beside: URIText.pathMarks) ?? ""
    }

    private static func checked(
        _ part: ArraySlice<UInt8>?, beside marks: [UInt8]
    ) throws(WebAddressError) -> String? {
        guard let part else { return nil }
        if let byte = URIText.foreign(in: part, beside: marks) { throw .character(byte) }
        guard PercentEncoding.decode(part) != nil else { throw .escape }
        return String(decoding: part, as: UTF8.self)
    }
}
