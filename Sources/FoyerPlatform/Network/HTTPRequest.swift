import FoyerCore
import FoyerSystem

/// One request, with every bound that it must keep.
public struct HTTPRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    public var address: WebAddress
    public var method: Method
    /// Fields beside those that the transport sets itself.
    public var fields: [HTTPField] = []
    /// What a `POST` or `PUT` sends.
    public var body: [UInt8] = []
    /// The instant on `CLOCK_MONOTONIC` at which the request ends in `timedOut`, wherever it is then: redirects, waits
    /// and retries included.
    public var deadline: Instant
    /// The most bytes of a body that are taken.
    public var bodyBound: Int
    /// Whether `RetryRule` applies. A `POST` that must not arrive twice says no.
    public var mayRetry = true

    public init(_ method: Method = .get, _ address: WebAddress, bodyBound: Int, deadline: Instant) {
        self.method = method
        self.address = address
        self.bodyBound = bodyBound
        self.deadline = deadline
    }
}

/// A whole answer. Every status that is no followed redirect counts as one: a 404 is an answer, not a failure.
public struct HTTPResponse: Sendable {
    public let head: ResponseHead
    /// Where the answer came from, after redirects.
    public let address: WebAddress
    /// The body's bytes; empty where a sink took them.
    public internal(set) var body: [UInt8] = []
    /// How often it was asked, from 1.
    public let attempts: Int

    public var status: Int { head.status }
    public var isSuccess: Bool { (200...299).contains(status) }
    public var entityTag: String? { head.value("ETag") }
    public var lastModified: String? { head.value("Last-Modified") }
    public var acceptsRanges: Bool { head.value("Accept-Ranges")?.lowercased() == "bytes" }
    public var contentRange: ContentRange? { head.value("Content-Range").flatMap(ContentRange.init) }

    /// Itself where the status is 2xx.
    /// - Throws: `status(…)` else.
    public func requiringSuccess() throws(TransferFailure) -> HTTPResponse {
        guard isSuccess else {
            throw TransferFailure(.status(status), "\(address.host) answered \(status) for \(address.path)")
        }
        return self
    }
}

/// How far a body has come.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes that are here, those of an earlier part included.
    public let received: Int64
    /// Bytes in all, where the server or the sink knows.
    public let expected: Int64?
}
