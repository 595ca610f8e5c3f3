/// One header line.
package struct StageHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A request as the responder sees it, without a socket.
package struct StageRequest: Equatable, Sendable {
    package var method: String
    /// Path and query as sent.
    package var target: String
    package var headers: [StageHeader]
    package var body: [UInt8]
    /// Nanoseconds of the monotonic clock, if the carrier has one.
    package var arrived: Int64?

    package init(method: String = "GET", target: String, headers: [StageHeader] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, whatever its case.
    func header(_ name: String) -> String? { headers(name).first }

    /// The values of all headers of that name, whatever its case.
    func headers(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
}

/// An answer and how to send it, faults included: whoever carries it out makes no decisions.
package struct StagePlan: Equatable, Sendable {
    /// How the end of the body is marked.
    package enum Framing: Equatable, Sendable {
        /// By a Content-Length, which may be wrong.
        case length(Int)
        case chunked
        /// By the connection's end.
        case untilClose
    }

    /// What happens after the last byte.
    package enum Ending: Equatable, Sendable {
        /// The answer is complete, and the connection is free for the next request.
        case complete
        /// The connection is closed properly.
        case close
        /// The connection is reset.
        case reset
        /// The connection stays open and nothing more comes.
        case stall
    }

    package var status: Int
    /// Without those that the framing adds.
    package var headers: [StageHeader]
    package var body: [UInt8]
    /// The position of the first byte of `body` in the whole file; more than 0 in an answer to a range.
    package var entityOffset = 0
    /// The size of the whole file in bytes.
    package var entityLength: Int
    /// The time before the first byte.
    package var delay: Duration = .zero
    /// The pace of the body; `nil` for as fast as the peer reads.
    package var bytesPerSecond: Int?
    package var framing: Framing
    package var ending = Ending.complete
    /// The number of body bytes to send before the ending; `nil` for all.
    package var cutoff: Int?
    /// Whether the body is repeated for ever.
    package var isEndless = false
    /// `false`: no byte is sent, and the ending comes at once.
    package var isAnswered = true
    /// `false` for HEAD: only the headers.
    package var sendsBody = true
    /// Sent in place of headers and body.
    package var raw: [UInt8]?
    /// The number of its request in the log.
    package var number = 0
    /// `FaultRules.healings` when the faults were applied.
    var healings = 0

    package init(status: Int, headers: [StageHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
        entityLength = body.count
        framing = .length(body.count)
    }

    /// The number of body bytes to send: those before the cutoff, or the whole body. Meaningless if `isEndless`.
    package var sentLength: Int {
        guard isAnswered, sendsBody, raw == nil else { return 0 }
        return min(body.count, max(0, cutoff ?? body.count))
    }

    /// The first bytes on the wire: status line and headers, or what replaces them.
    package func head(closes: Bool) -> [UInt8] {
        guard isAnswered else { return [] }
        if let raw { return raw }
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        switch framing {
        case .length(let bytes) where status != 204 && status != 304: text += "Content-Length: \(bytes)\r\n"
        case .chunked: text += "Transfer-Encoding: chunked\r\n"
        case .length, .untilClose: break
        }
        text += closes ? "Connection: close\r\n\r\n" : "\r\n"
        return Array(text.utf8)
    }

    /// Whether an answer whose head has been sent can continue as the other one.
    func hasHead(of other: StagePlan) -> Bool {
        isAnswered && raw == nil && !isEndless
            && (status, headers, framing, sendsBody) == (other.status, other.headers, other.framing, other.sendsBody)
            && (other.isAnswered && other.raw == nil && !other.isEndless)
    }

    /// Replaces the headers of that name.
    mutating func set(_ name: String, _ value: String) {
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append(StageHeader(name, value))
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 206: "Partial Content"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 410: "Gone"
        case 413: "Content Too Large"
        case 416: "Range Not Satisfiable"
        case 429: "Too Many Requests"
        case 451: "Unavailable For Legal Reasons"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
