import FoyerCore
import FoyerSystem

/// One request, with every bound that it must keep.
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
    /// Fields beside those that the transport sets itself.
    package var fields: [HTTPField] = []
    /// What a `POST` or `PUT` sends.
    package var body: [UInt8] = []
    /// The instant on `CLOCK_MONOTONIC` at which the request ends in `timedOut`, wherever it is then: redirects, waits
    /// and retries included.
    package var deadline: Instant
    /// The most bytes of a body that are taken.
    package var bodyBound: Int
    /// Whether `RetryRule` applies. A `POST` that must not arrive twice says no.
    package var mayRetry = true

    package init(_ method: Method = .get, _ address: WebAddress, bodyBound: Int, deadline: Instant) {
        self.method = method
        self.address = address
        self.bodyBound = bodyBound
        self.deadline = deadline
    }
}

/// A whole answer. Every status that is no followed redirect counts as one: a 404 is an answer, not a failure.
package struct HTTPResponse: Sendable {
    package let head: ResponseHead
    /// Where the answer came from, after redirects.
    package let address: WebAddress
    /// The body's bytes; empty where a sink took them.
    package internal(set) var body: [UInt8] = []
    /// How often it was asked, from 1.
    package let attempts: Int

    package var status: Int { head.status }
    package var isSuccess: Bool { (200...299).contains(status) }
    package var entityTag: String? { head.value("ETag") }
    package var lastModified: String? { head.value("Last-Modified") }
    package var contentRange: ContentRange? { head.value("Content-Range").flatMap(ContentRange.init) }

    /// Itself where the status is 2xx.
    /// - Throws: `status(…)` else.
    package func requiringSuccess() throws(TransferFailure) -> HTTPResponse {
        guard isSuccess else {
            throw TransferFailure(.status(status), "\(address.host) answered \(status) for \(address.path)")
        }
        return self
    }
}

/// How far a body has come.
package struct TransferProgress: Hashable, Sendable {
    /// Bytes that are here, those of an earlier part included.
    package let received: Int64
    /// Bytes in all, where the server or the sink knows.
    package let expected: Int64?
}
