import FoyerCore

/// The answers of a shortcut's local server, as a pure decision.
///
/// Only one path is served, for reading only. Requests of foreign pages do not come this far (``LoopbackAccess``).
package struct ShortcutService: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case page(ShortcutPage)
        /// A redirect to the document as a data URI; desktop browsers do not follow it.
        case dataURI(ShortcutPage)
    }

    /// The random bytes in the path: 128 bits.
    package static let secretLength = 16

    package let content: Content
    /// Begins with a slash; cannot be guessed.
    package let path: String

    /// - Parameter secret: at least 16 random bytes; with fewer, the result is `nil`.
    package init?(_ content: Content, secret: [UInt8]) {
        guard secret.count >= Self.secretLength else { return nil }
        self.content = content
        path = "/" + Hexadecimal.encode(secret)
    }

    /// - Parameter target: the request's target, as received.
    package func answer(method: String, target: String) -> Answer {
        guard Self.methods.contains(method) else { return Answer(501) }
        guard isSecret(target) else { return Answer(404) }
        guard method == "GET" || method == "HEAD" else { return Answer(405, fields: [("Allow", "GET, HEAD")]) }
        let sendsBody = method == "GET"
        switch content {
        case .page(let page):
            return Answer(
                200, fields: [("Content-Type", ShortcutPage.contentType)], policy: page.policyField, body: page.bytes,
                sendsBody: sendsBody)
        case .dataURI(let page):
            return Answer(301, fields: [("Location", page.dataURI)], sendsBody: sendsBody)
        }
    }

    /// The methods of RFC 9110 and RFC 5789, in upper case.
    private static let methods: Set = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    /// Takes the same time wherever the first difference is.
    private func isSecret(_ target: String) -> Bool {
        let given = Array(target.utf8)
        let own = Array(path.utf8)
        guard given.count == own.count else { return false }
        return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension ShortcutService {
    /// An answer, without the fields that its framing needs.
    package struct Answer: Equatable, Sendable {
        package let status: Int
        /// In order; no value contains a control character.
        package let fields: [HTTPField]
        package let body: [UInt8]
        /// False for HEAD.
        package let sendsBody: Bool

        package init(
            _ status: Int, fields: [(String, String)] = [], policy: String = "default-src 'none'", body: [UInt8] = [],
            sendsBody: Bool = true
        ) {
            self.status = status
            self.body = body
            self.sendsBody = sendsBody
            let all =
                fields + [
                    ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
                    ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
                ]
            self.fields = all.compactMap { HTTPField($0.0, $0.1) }
        }
    }
}
