import FoyerCore

/// Who may ask a server on loopback: programs and pages that name this machine, and no page of another site.
///
/// A foreign page reaches such a server in two ways. It sends a request across sites, which then has its Origin; or its
/// own name is made to lead here (DNS rebinding), and then Host has that name.
package enum LoopbackAccess: Equatable, Sendable {
    case allowed
    /// There is no Host, more than one, or something that is none.
    case malformed
    /// The request names another host, or comes from a page of another site.
    case foreign

    /// - Parameters:
    ///   - hosts: the values of all Host fields.
    ///   - origins: the values of all Origin fields; browsers send one if a page makes the request.
    ///   - sites: the values of all Sec-Fetch-Site fields (W3C Fetch Metadata): how the page that makes the request is related
    ///     to this server. Browsers send it even where they send no Origin, as for a picture or a form's GET.
    ///   - target: the request's target. One that names a host, as requests to a proxy do, counts before Host (RFC 9112, 3.2.2).
    ///   - port: the server's own.
    package init(hosts: [String], origins: [String], sites: [String] = [], target: String = "/", port: Int) {
        guard hosts.count == 1, let host = hosts.first.map({ WebText.trimmed($0).lowercased() }), Self.isHost(host)
        else {
            self = .malformed
            return
        }
        let names = ["127.0.0.1", "localhost"]
        let own = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
        let isOwn = origins.allSatisfy { origin in
            let origin = WebText.trimmed(origin).lowercased()
            return own.contains { origin == "http://\($0)" }
        }
        let isForeign = sites.contains { WebText.trimmed($0).lowercased() == "cross-site" }
        let isOwnTarget =
            Self.address(named: target).map { address in own.contains { address == "http://\($0)" } } ?? true
        self = own.contains(host) && isOwn && isOwnTarget && !isForeign ? .allowed : .foreign
    }

    /// Scheme and host of a target that names them, in lower case; `nil` for a path alone.
    private static func address(named target: String) -> String? {
        let target = target.lowercased()
        guard !target.hasPrefix("/"), let mark = target.firstRange(of: "://") else { return nil }
        let host = target[mark.upperBound...].prefix { !"/?#".contains($0) }
        return String(target[..<mark.upperBound]) + host
    }

    /// Whether it could be a host at all, with or without a port.
    private static func isHost(_ text: String) -> Bool {
        !text.contains { "/?#@\\".contains($0) } && (try? WebAddress("http://\(text)/")) != nil
    }

    /// The status of the answer; `nil` if the request is allowed.
    package var status: Int? {
        switch self {
        case .allowed: nil
        case .malformed: 400
        case .foreign: 403
        }
    }

    /// The answer to any other request, in English.
    package static func refusal(port: Int) -> String {
        "This server answers requests to 127.0.0.1:\(port) and localhost:\(port) alone, and none of other sites' pages."
    }
}
