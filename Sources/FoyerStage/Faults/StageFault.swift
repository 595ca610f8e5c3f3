/// One way in which an answer can go wrong.
///
/// Positions (`at`) count bytes of the whole file, not of one answer: a peer that resumes with a range meets the same
/// broken place again instead of creeping past it. A position beyond the end of the file does nothing.
public enum StageFault: Equatable, Sendable {
    /// Nothing is sent for so many seconds, 0…3600.
    case delay(seconds: Double)
    /// The body comes at this many bytes a second, at least 1.
    case rate(bytesPerSecond: Int)
    /// One byte of the body a second.
    case trickle
    /// The body stops at this byte and the connection stays open.
    case stall(at: Int)
    /// The connection is closed in good order at this byte.
    case cut(at: Int)
    /// The connection is reset (RST) at this byte.
    case reset(at: Int)
    /// Sixteen bytes are turned over from this byte on; `nil` is the middle of the file.
    case corrupt(at: Int?)
    /// The answer names another content type.
    case type(String)
    /// Another status, 200…599, with a short text; `retryAfter` in seconds.
    case status(Int, retryAfter: Int?)
    /// 302 to this address, sent as written. `{self}` stands for the asked address, which makes a loop.
    case redirect(to: String)
    /// The listener is closed (only for route `*` without an app); for anything narrower, a reset at once.
    case refuse
    /// The request is taken and never answered.
    case hang
    /// Bytes that are not HTTP, then a close.
    case garbage
    /// Content-Length is so many bytes more (or, negative, fewer) than the body.
    case length(by: Int)
    /// A chunked body that ends at this byte without its last chunk; `nil` is the middle of the file.
    case chunked(at: Int?)
    /// So many bytes of extra header lines, 1…16 MiB.
    case headers(bytes: Int)
    /// A body that repeats for ever, without a length.
    case endless
    /// A document is not the one that its owner signed for this place.
    case attack(StageAttack)
}

/// What somebody who holds the server, but not the key, can try.
public enum StageAttack: String, Codable, CaseIterable, Sendable {
    /// A former document with its good signature.
    case older
    /// A document whose time is over, with its good signature.
    case expired
    /// Signed by another key.
    case foreign
    /// Another document of the kind, with its good signature.
    case swapped
    /// The signature is cut in half.
    case truncated
    /// There is no signature.
    case unsigned
    /// The document with the signature of another.
    case other
}

extension StageFault: Codable {
    private enum Key: String, CodingKey {
        case kind, seconds, bytesPerSecond, at, to, code, retryAfter, contentType, by, bytes, attack
    }

    package enum Kind: String, Codable, CaseIterable, Sendable {
        case delay, rate, trickle, stall, cut, reset, corrupt, type, status, redirect, refuse, hang, garbage, length
        case chunked, headers, endless, attack
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key, in range: ClosedRange<Int>) throws -> Int {
            let value = try fields.decode(Int.self, forKey: key)
            guard range.contains(value) else { throw Self.outOfRange(key, fields, "\(range)") }
            return value
        }
        func optional(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
            fields.contains(key) ? try number(key, in: range) : nil
        }
        /// Goes into a header line, so it may not hold a line's end.
        func line(_ key: Key) throws -> String {
            let text = try fields.decode(String.self, forKey: key)
            guard text.utf8.count <= StageLimits.faultText, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw Self.outOfRange(key, fields, "one line of text")
            }
            return text
        }
        switch try fields.decode(Kind.self, forKey: .kind) {
        case .delay:
            let seconds = try fields.decode(Double.self, forKey: .seconds)
            guard (0...3600).contains(seconds) else { throw Self.outOfRange(.seconds, fields, "0...3600") }
            self = .delay(seconds: seconds)
        case .rate: self = .rate(bytesPerSecond: try number(.bytesPerSecond, in: 1...1_000_000_000))
        case .trickle: self = .trickle
        case .stall: self = .stall(at: try number(.at, in: StageLimits.positions))
        case .cut: self = .cut(at: try number(.at, in: StageLimits.positions))
        case .reset: self = .reset(at: try number(.at, in: StageLimits.positions))
        case .corrupt: self = .corrupt(at: try optional(.at, in: StageLimits.positions))
        case .type: self = .type(try line(.contentType))
        case .status:
            self = .status(try number(.code, in: 200...599), retryAfter: try optional(.retryAfter, in: 0...86_400))
        case .redirect: self = .redirect(to: try line(.to))
        case .refuse: self = .refuse
        case .hang: self = .hang
        case .garbage: self = .garbage
        case .length: self = .length(by: try number(.by, in: -1_000_000_000...1_000_000_000))
        case .chunked: self = .chunked(at: try optional(.at, in: StageLimits.positions))
        case .headers: self = .headers(bytes: try number(.bytes, in: 1...StageLimits.headerPadding))
        case .endless: self = .endless
        case .attack: self = .attack(try fields.decode(StageAttack.self, forKey: .attack))
        }
    }

    private static func outOfRange(
        _ key: Key, _ fields: KeyedDecodingContainer<Key>, _ expected: String
    ) -> DecodingError {
        .dataCorruptedError(forKey: key, in: fields, debugDescription: "expected \(expected)")
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(kind, forKey: .kind)
        switch self {
        case .delay(let seconds): try fields.encode(seconds, forKey: .seconds)
        case .rate(let bytesPerSecond): try fields.encode(bytesPerSecond, forKey: .bytesPerSecond)
        case .stall(let at), .cut(let at), .reset(let at): try fields.encode(at, forKey: .at)
        case .corrupt(let at), .chunked(let at): try fields.encodeIfPresent(at, forKey: .at)
        case .type(let text): try fields.encode(text, forKey: .contentType)
        case .status(let code, let retryAfter):
            try fields.encode(code, forKey: .code)
            try fields.encodeIfPresent(retryAfter, forKey: .retryAfter)
        case .redirect(let address): try fields.encode(address, forKey: .to)
        case .length(let difference): try fields.encode(difference, forKey: .by)
        case .headers(let bytes): try fields.encode(bytes, forKey: .bytes)
        case .attack(let attack): try fields.encode(attack, forKey: .attack)
        case .trickle, .refuse, .hang, .garbage, .endless: break
        }
    }

    private var kind: Kind {
        switch self {
        case .delay: .delay
        case .rate: .rate
        case .trickle: .trickle
        case .stall: .stall
        case .cut: .cut
        case .reset: .reset
        case .corrupt: .corrupt
        case .type: .type
        case .status: .status
        case .redirect: .redirect
        case .refuse: .refuse
        case .hang: .hang
        case .garbage: .garbage
        case .length: .length
        case .chunked: .chunked
        case .headers: .headers
        case .endless: .endless
        case .attack: .attack
        }
    }
}
