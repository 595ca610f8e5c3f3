import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// One request, with all its limits.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package var address: WebAddress
    package var method: Method
    /// Fields besides those that the transport sets itself.
    package var fields: [HTTPField] = []
    /// The body of a `POST` or `PUT`.
    package var body: [UInt8] = []
    /// The instant on `CLOCK_MONOTONIC` at which the request ends in `timedOut`, including redirects, waits and
    /// retries.
    package var deadline: Instant
    /// The most bytes of a body to accept.
    package var bodyBound: Int
    /// Whether `RetryRule` applies. Set it to `false` for a `POST` that must not arrive twice.
    package var mayRetry = true

    package init(_ method: Method = .get, _ address: WebAddress, bodyBound: Int, deadline: Instant) {
        self.method = method
        self.address = address
        self.bodyBound = bodyBound
        self.deadline = deadline
    }
}

/// A complete answer. Every status except a followed redirect counts: a 404 is an answer, not a failure.
package struct HTTPResponse: Sendable {
    package let head: ResponseHead
    /// The address that answered, after redirects.
    package let address: WebAddress
    /// The body; empty if a sink took it.
    package internal(set) var body: [UInt8] = []
    /// The number of attempts, from 1.
    package let attempts: Int

    package var status: Int { head.status }
    package var isSuccess: Bool { (200...299).contains(status) }
    package var entityTag: String? { head.value("ETag") }
    package var lastModified: String? { head.value("Last-Modified") }

    /// The answer for one that says that nothing has changed.
    ///
    /// - Parameter body: what the caller has kept.
    func unchanged(_ body: [UInt8]) -> HTTPResponse {
        let fields = head.fields.filter { !$0.isNamed("Content-Length") }
        guard let head = try? ResponseHead(status: 200, fields: fields) else { return self }
        return HTTPResponse(head: head, address: address, body: body, attempts: attempts)
    }

    /// Returns the response if its status is 2xx.
    /// - Throws: `status(…)` otherwise.
    package func requiringSuccess() throws(TransferFailure) -> HTTPResponse {
        guard isSuccess else {
            throw TransferFailure(.status(status), "\(address.host) answered \(status) for \(address.path)")
        }
        return self
    }
}

package struct TransferProgress: Hashable, Sendable {
    /// The number of bytes received, including those of an earlier part.
    package let received: Int64
    /// The total number of bytes, if the server or the sink knows it.
    package let expected: Int64?
}
