import FoyerCore

/// What happens after a page was chosen: the delegate comes first, then the raw link is validated.
package enum LinkDecision: Equatable, Sendable {
    /// The delegate handled it, or the item has no link.
    case nothing
    /// A link of the host's own scheme, as written: routed inside the host.
    case route(String)
    /// An absolute http or https address, for the desktop's opener as one argument, without a shell.
    case external(String)
    case refused(LinkRefusal)

    /// - Parameters:
    ///   - openURL: as the platform wrote it. What RFC 3986 does not allow is refused, not repaired.
    ///   - isConsumed: whether the delegate handled it.
    ///   - hostScheme: the host's own scheme for links, such as `foyer`; `nil` if it has none.
    ///   - base: the platform's base, to which relative links refer.
    package init(openURL: String, isConsumed: Bool, hostScheme: String?, base: WebAddress?) {
        guard !isConsumed, !openURL.isEmpty else {
            self = .nothing
            return
        }
        do {
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
            // Keep an address's fragment, which a browser needs.
            let fragment = reference.fragment.map { "#" + $0 } ?? ""
            return .external(try base.resolveBelow(text).text + fragment)
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
    /// Neither http, https nor the host's own scheme.
    case scheme(String)
    /// An http or https address that may not be fetched.
    case address(WebAddressError)

    /// For people, in English.
    public var description: String {
        switch self {
        case .scheme(let scheme): "links of the scheme \(SafeText(scheme)) are not opened"
        case .address(let error): error.description
        }
    }
}
