import FoyerCore

/// Status and fields of one answer, read from its raw lines.
package struct ResponseHead: Hashable, Sendable {
    /// Ambiguities in a head that no client may guess about.
    package enum Malformation: Error, Hashable, Sendable, CustomStringConvertible {
        case statusLine
        /// Negative, not a number, or several that differ.
        case contentLength
        /// A length and a transfer coding: two readers may disagree about the end of the body.
        case contentLengthAndTransferEncoding
        case contentRange

        package var description: String {
            switch self {
            case .statusLine: "the answer does not begin with an HTTP status"
            case .contentLength: "the answer's Content-Length is not one number"
            case .contentLengthAndTransferEncoding: "the answer has both Content-Length and Transfer-Encoding"
            case .contentRange: "the answer's Content-Range cannot be understood"
            }
        }
    }

    /// 100…599.
    package let status: Int
    package let fields: [HTTPField]
    /// The announced length of the body; `Int64.max` for any greater number. `nil` if the answer does not say.
    package let contentLength: Int64?

    package init(status: Int, fields: [HTTPField]) throws(Malformation) {
        self.status = status
        self.fields = fields
        contentLength = try Self.length(fields.filter { $0.isNamed("Content-Length") }.map(\.value))
        if contentLength != nil, fields.contains(where: { $0.isNamed("Transfer-Encoding") }) {
            throw .contentLengthAndTransferEncoding
        }
    }

    /// Reads the lines of one head without the blank one that ends it. Lines that are not fields are ignored, as every
    /// client does.
    package init(lines: [String]) throws(Malformation) {
        guard let first = lines.first, let status = Self.status(first) else { throw .statusLine }
        var fields: [HTTPField] = []
        for line in lines.dropFirst() {
            if line.utf8.first == 0x20 || line.utf8.first == 0x09 {
                guard let last = fields.popLast() else { continue }
                fields.append(HTTPField(last.name, last.value + " " + WebText.trimmed(line)) ?? last)
            } else if let colon = line.firstIndex(of: ":"),
                let field = HTTPField(
                    String(line[..<colon]), String(WebText.trimmed(line[line.index(after: colon)...])))
            {
                fields.append(field)
            }
        }
        try self.init(status: status, fields: fields)
    }

    /// Every value of a field, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// The first value of a field.
    package func value(_ name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }

    /// How long the answer asks us to wait.
    package var retryAfter: Duration? {
        value("Retry-After").flatMap { RetryAfter.wait($0, date: value("Date")) }
    }

    /// `HTTP/1.1 200 OK`, with any reason or none.
    private static func status(_ line: String) -> Int? {
        let parts = WebText.trimmed(line).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3,
            parts[1].utf8.allSatisfy(\.isASCIIDigit), let status = Int(parts[1]), (100...599).contains(status)
        else { return nil }
        return status
    }

    private static func length(_ values: [String]) throws(Malformation) -> Int64? {
        var result: Int64?
        for part in values.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let digits = WebText.trimmed(part)
            guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { throw .contentLength }
            let number = Int64(digits) ?? .max
            if let result, result != number { throw .contentLength }
            result = number
        }
        return result
    }
}

/// The `Content-Range` of a partial answer.
package struct ContentRange: Hashable, Sendable {
    package let first: Int64
    /// The last byte's position, inclusive; at least `first`.
    package let last: Int64
    /// The size of the whole entity, if the server knows it; greater than `last`.
    package let total: Int64?

    /// Reads `bytes 500-999/1000`, with `*` for an unknown total.
    package init?(_ text: String) {
        let parts = WebText.trimmed(text).split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
            return nil
        }
        self.first = first
        self.last = last
        if halves[1] == "*" {
            total = nil
        } else {
            guard let total = Self.number(halves[1]), last < total else { return nil }
            self.total = total
        }
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text)
    }
}

/// The `Retry-After` field (RFC 9110, section 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// The limit of a wait; a launch ends long before.
    private static let longest = Duration.seconds(86_400 * 366)

    /// The wait in `value`; never negative. `nil` if it cannot be understood.
    ///
    /// - Parameter date: the same answer's `Date` field. A date in `value` is measured from it, so that this machine's
    ///   clock need not agree with the server's.
    package static func wait(_ value: String, date: String?) -> Duration? {
        let text = WebText.trimmed(value)
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            guard let seconds = Int64(text) else { return longest }
            return min(.seconds(seconds), longest)
        }
        guard let then = secondsSinceEpoch(text), let now = date.flatMap({ secondsSinceEpoch(WebText.trimmed($0)) })
        else { return nil }
        return min(max(.zero, .seconds(then - now)), longest)
    }

    /// Reads the one date form that servers still send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func secondsSinceEpoch(_ text: Substring) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], digits: 2), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], digits: 4), (1...31).contains(day)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], digits: 2), hour < 24,
            let minute = number(clock[1], digits: 2), minute < 60,
            let second = number(clock[2], digits: 2), second <= 60
        else { return nil }
        let days = WallTime.day(year: year, month: Int64(month) + 1, day: day)
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text)
    }
}
