import FoyerCore
import FoyerPlatform
import FoyerPlatformCore

/// A request to a ``LoopbackServer``, without a socket.
package struct LoopbackRequest: Equatable, Sendable {
    package var method: String
    /// Path and query as sent.
    package var target: String
    package var headers: [HTTPField]
    package var body: [UInt8]
    /// Nanoseconds of the monotonic clock, if the carrier has one.
    package var arrived: Int64?
    /// The connection that it came by, if there is one.
    package var connection = 0

    package init(method: String = "GET", target: String, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers.compactMap { HTTPField($0, $1) }
        self.body = body
    }

    /// The first header of that name, whatever its case.
    package func header(_ name: String) -> String? { headers(name).first }

    /// The values of all headers of that name, whatever its case.
    func headers(_ name: String) -> [String] {
        headers.filter { $0.isNamed(name) }.map(\.value)
    }

    /// The decoded path of a target in origin or absolute form, with its slash; `nil` if there is none.
    package var path: String? {
        guard target.utf8.count <= Self.maxTarget else { return nil }
        var rest = Substring(target)
        if rest.hasPrefix("http://") {
            let host = rest.dropFirst(7)
            rest = host.firstIndex(of: "/").map { host[$0...] } ?? "/"
        }
        guard rest.hasPrefix("/") else { return nil }
        return PercentEncoding.decode(rest.utf8.prefix { $0 != 0x3F && $0 != 0x23 })
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// What follows the first question mark of the target, as sent.
    package var query: String? {
        target.split(separator: "?", maxSplits: 1).dropFirst().first.map { String($0.prefix { $0 != "#" }) }
    }

    /// The length of a target in bytes.
    private static let maxTarget = 8_192
}

/// An answer and how to send it: whoever carries it out makes no decisions. Faults are ways of sending it that no good
/// server has.
package struct LoopbackAnswer: Equatable, Sendable {
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
        case reset
        /// The connection stays open and nothing more comes.
        case stall
    }

    package var status: Int
    /// Without those that the framing adds.
    package var headers: [HTTPField]
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
    /// The number that the service gave its request.
    package var number = 0
    /// Which of the service's successive rules it follows.
    package var edition = 0

    package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers.compactMap { HTTPField($0, $1) }
        self.body = body
        entityLength = body.count
        framing = .length(body.count)
    }

    /// The number of body bytes to send: those before the cutoff, or the whole body. Meaningless if `isEndless`.
    package var sentLength: Int {
        guard isAnswered, sendsBody, raw == nil else { return 0 }
        return min(body.count, max(0, cutoff ?? body.count))
    }

    /// The number of writes a second of a body with a pace.
    private static let writes = 20

    /// How many bytes of a body with a pace the next write has, and how long they take. The last ones take no longer than
    /// they need: a short body is not late by a whole write.
    package func pacedWrite(after sent: Int) -> (bytes: Int, time: Duration)? {
        guard let bytesPerSecond else { return nil }
        let whole = max(1, bytesPerSecond / Self.writes)
        let bytes = isEndless ? whole : min(whole, max(0, sentLength - sent))
        return (bytes, .nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond)))
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
    func hasHead(of other: LoopbackAnswer) -> Bool {
        isAnswered && raw == nil && !isEndless
            && (status, headers, framing, sendsBody) == (other.status, other.headers, other.framing, other.sendsBody)
            && (other.isAnswered && other.raw == nil && !other.isEndless)
    }

    /// Replaces the headers of that name.
    package mutating func set(_ name: String, _ value: String) {
        headers.removeAll { $0.isNamed(name) }
        headers += [HTTPField(name, value)].compactMap { $0 }
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 410: "Gone"
        case 413: "Content Too Large"
        case 416: "Range Not Satisfiable"
        case 429: "Too Many Requests"
        case 451: "Unavailable For Legal Reasons"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}

extension LoopbackAnswer {
    package static func json(_ status: Int, _ value: JSON) -> LoopbackAnswer {
        LoopbackAnswer(
            status: status, headers: [("Content-Type", "application/json")], body: Array(value.jsonText.utf8))
    }

    /// A refusal with its reason.
    package static func sentence(_ status: Int, _ text: String) -> LoopbackAnswer {
        json(status, ["error": .string(text)])
    }

    package static func wrongMethod(allowed: String) -> LoopbackAnswer {
        var answer = sentence(405, "Only \(allowed) here.")
        answer.set("Allow", allowed)
        return answer
    }

    /// A file, the requested part of it, or 304 if the peer already has it.
    ///
    /// - Parameter tag: changes exactly when the bytes do; without quotes.
    package static func file(
        _ bytes: [UInt8], type: String, tag: String, for request: LoopbackRequest
    ) -> LoopbackAnswer {
        let tag = "\"\(tag)\""
        let headers = [("Content-Type", type), ("ETag", tag), ("Accept-Ranges", "bytes")]
        if request.header("if-none-match") == tag { return LoopbackAnswer(status: 304, headers: headers) }
        let isCurrent = request.header("if-range").map { $0 == tag } ?? true
        let asked = request.method == "GET" && isCurrent ? request.header("range") : nil
        switch ByteRange(header: asked, length: bytes.count) {
        case .whole: return LoopbackAnswer(status: 200, headers: headers, body: bytes)
        case .part(let range):
            var answer = LoopbackAnswer(status: 206, headers: headers, body: Array(bytes[range]))
            answer.set("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
            answer.entityOffset = range.lowerBound
            answer.entityLength = bytes.count
            return answer
        case .unsatisfiable:
            var answer = LoopbackAnswer(status: 416, headers: headers)
            answer.set("Content-Range", "bytes */\(bytes.count)")
            return answer
        }
    }
}

/// The meaning of a Range header for a file.
private enum ByteRange: Equatable {
    /// No range, an unknown one, or several: the whole file (as RFC 9110 allows).
    case whole
    case part(Range<Int>)
    /// None of it is in the file.
    case unsatisfiable

    /// `length`: bytes of the file.
    init(header: String?, length: Int) {
        self = Self.parse(header, length: length) ?? .whole
    }

    private static func parse(_ header: String?, length: Int) -> ByteRange? {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let suffix = digits(ends[1]) else { return nil }
            return suffix == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
        }
        guard let first = digits(ends[0]) else { return nil }
        if first >= length { return .unsatisfiable }
        if ends[1].isEmpty { return .part(first..<length) }
        guard let last = digits(ends[1]), last >= first else { return nil }
        return .part(first..<(min(last, length - 1) + 1))
    }

    /// `Int` would accept a sign.
    private static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
    }
}
