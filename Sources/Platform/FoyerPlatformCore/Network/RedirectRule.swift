import FoyerCore

/// Which redirects are followed: at most five, to http or https, without user info, never from https to http.
package enum RedirectRule {
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case tooMany
        /// The server sent several `Location` fields that differ.
        case ambiguous
        case address(WebAddressError)
        case downgrade

        package var description: String {
            switch self {
            case .tooMany: "it redirects more than \(TransferBounds.redirects) times"
            case .ambiguous: "it redirects to several addresses at once"
            case .address(let error): "it redirects to where it may not: \(error)"
            case .downgrade: "it redirects from https to http"
            }
        }
    }

    /// Whether an answer with this status is a redirect, provided that it has a `Location`.
    package static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// The next address.
    ///
    /// - Parameters:
    ///   - locations: every `Location` value of the answer, at least one.
    ///   - followed: the number of redirects that this request has followed so far.
    package static func next(
        from address: WebAddress, locations: [String], followed: Int
    ) throws(Refusal) -> WebAddress {
        guard followed < TransferBounds.redirects else { throw .tooMany }
        guard let location = locations.first, locations.allSatisfy({ $0 == location }) else { throw .ambiguous }
        let target: WebAddress
        do {
            target = try address.resolve(location)
        } catch {
            throw .address(error)
        }
        if address.scheme == .https, target.scheme == .http { throw .downgrade }
        return target
    }
}
