/// What happens after a page was chosen: the delegate comes first, then the link is validated as the raw text it is.
package enum LinkDecision: Equatable, Sendable {
    /// The delegate took care, or the item leads nowhere.
    case nothing
    /// A link of the host's own scheme, as written: routed inside.
    case route(String)
    /// An absolute http or https address, for the desktop's opener as one argument, without a shell.
    case external(String)
    case refused(LinkRefusal)

    /// - Parameters:
    ///   - openURL: as the platform wrote it. What RFC 3986 does not allow is refused, not repaired.
    ///   - isConsumed: what the delegate answered.
    ///   - hostScheme: the scheme that the host chose for its links, `foyer`; `nil` where it has none.
    ///   - base: the platform's base, which relative links are relative to.
    package init(openURL: String, isConsumed: Bool, hostScheme: String?, base: WebAddress?) {
        guard !isConsumed, !openURL.isEmpty else {
            self = .nothing
            return
        }
        do throws(WebAddressError) {
            self = try Self.validate(openURL, hostScheme: hostScheme, base: base)
        } catch {
            if case .scheme(let scheme) = error {
                self = .refused(.scheme(scheme))
            } else {
                self = .refused(.address(error))
            }
        }
    }

    private static func validate(
        _ text: String, hostScheme: String?, base: WebAddress?
    ) throws(WebAddressError) -> LinkDecision {
        let reference = try WebReference(text)
        guard let scheme = reference.scheme else {
            guard let base else { throw .notAbsolute }
            // An address drops its fragment, which a browser wants.
            let fragment = text.firstIndex(of: "#").map { String(text[$0...]) } ?? ""
            return .external(try base.resolve(text).text + fragment)
        }
        if WebAddress.Scheme(rawValue: scheme.lowercased()) == nil, let hostScheme,
            scheme.lowercased() == hostScheme.lowercased()
        {
            guard let authority = reference.authority, !authority.isEmpty else { throw .host }
            guard !authority.contains("@") else { throw .userInfo }
            return .route(text)
        }
        _ = try WebAddress(text)
        return .external(text)
    }
}

/// Why a link is not opened.
public enum LinkRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither http, https nor the host's own.
    case scheme(String)
    case address(WebAddressError)

    /// For people, in English.
    public var description: String {
        switch self {
        case .scheme(let scheme): "links of the scheme \(SafeText(scheme)) are not opened"
        case .address(let error): error.description
        }
    }
}
