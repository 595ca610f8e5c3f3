import FoyerCore

/// Why a link was refused. Quoted parts are raw: show them through `SafeText`.
public enum DeepLinkRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// No text at all.
    case empty
    /// The whole link, or one of its parts.
    case tooLong
    /// No scheme and colon at its beginning.
    case noScheme
    /// Not the host's own scheme.
    case scheme(String)
    /// No `//`, or nothing after it.
    case noHost
    /// Too long, only dots, or a host that no route begins with.
    case host(String)
    /// A user name or password, used for deception.
    case userInfo
    /// A port, which an app's link cannot have.
    case port
    /// A byte that is not allowed there, such as controls, spaces and raw text beyond ASCII.
    case character(UInt8)
    /// A `%` without two hex digits after it.
    case escape
    /// Escapes that are not UTF-8.
    case notUTF8
    /// Text that controls a terminal or is invisible.
    case unsafeText
    /// Empty, dots, or containing a slash or backslash.
    case segment(String)
    /// An item of the query has no name.
    case queryName
    /// No route has this path.
    case path(String)
    /// The link leads into a mini program, but the app id is not valid.
    case appID(String)
    /// Not a valid version of a mini program.
    case version(String)
    /// Not a valid page of a mini program.
    case page(String)

    /// For logs and JSON lines; `Language.linkNotUnderstood(_:_:)` is for the screen.
    public var description: String {
        switch self {
        case .empty: "the link is empty"
        case .tooLong: "the link or a part of it is too long (\(DeepLink.maxLength) bytes at most)"
        case .noScheme: "the link has no scheme"
        case .scheme(let scheme): "links of the scheme \(Self.shown(scheme)) lead elsewhere"
        case .noHost: "the link names no host"
        case .host(let host): "this program has no pages under the host \(Self.shown(host))"
        case .userInfo: "the link holds a user name or password"
        case .port: "the link holds a port"
        case .character(let byte): "the link holds the byte \(byte), which is not allowed there"
        case .escape: "the link holds a % that two hex digits do not follow"
        case .notUTF8: "the link holds escapes that are not UTF-8"
        case .unsafeText: "the link holds characters that cannot be shown"
        case .segment(let segment): "the link's path holds \"\(Self.shown(segment))\""
        case .queryName: "the link's query holds an item without a name"
        case .path(let path): "there is no page \(Self.shown(path))"
        case .appID(let text): "\"\(Self.shown(text))\" is not an app id"
        case .version(let text): "\"\(Self.shown(text))\" is not a version"
        case .page(let text): "\"\(Self.shown(text))\" is not a page of a mini program"
        }
    }

    private static func shown(_ text: String) -> SafeText { SafeText(text, columns: 60) }
}
