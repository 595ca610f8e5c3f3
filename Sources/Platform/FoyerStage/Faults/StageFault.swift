import FoyerCore
import FoyerPlatformCore

/// One way to spoil an answer.
///
/// Positions (`at`) count bytes of the whole file, not of one answer: a peer that resumes with a range meets the same
/// broken place again instead of creeping past it. A position beyond the end of the file has no effect.
package enum StageFault: Equatable, Sendable {
    /// Nothing is sent for this many seconds, 0…3600.
    case delay(seconds: Double)
    /// The body arrives at this many bytes a second, at least 1.
    case rate(bytesPerSecond: Int)
    /// One byte of the body a second.
    case trickle
    /// The body stops at this byte and the connection stays open.
    case stall(at: Int)
    /// The connection is closed properly at this byte.
    case cut(at: Int)
    /// The connection is reset (RST) at this byte.
    case reset(at: Int)
    /// Sixteen bytes are inverted from this byte on; `nil` is the middle of the file.
    case corrupt(at: Int?)
    /// The answer names another content type.
    case type(String)
    /// Another status, 200…599, with a short text; `retryAfter` in seconds.
    case status(Int, retryAfter: Int?)
    /// 302 to this address, sent as written. `{self}` stands for the requested address, which makes a loop.
    case redirect(to: String)
    /// The listener is closed (only for route `*` without an app); for anything narrower, an immediate reset.
    case refuse
    /// The request is read but never answered.
    case hang
    /// Bytes that are not HTTP, then a close.
    case garbage
    /// Content-Length is this many bytes more (or, if negative, fewer) than the body.
    case length(by: Int)
    /// A chunked body that ends at this byte without its last chunk; `nil` is the middle of the file.
    case chunked(at: Int?)
    /// This many bytes of extra header lines, 1…16 MiB.
    case headers(bytes: Int)
    /// A body that repeats for ever, without a length.
    case endless
    /// A document is not the one that its owner signed for this place.
    case attack(StageAttack)
    /// Sixteen bytes of a package are inverted from this byte on, but its size, digest and signature are those of the
    /// damaged bytes, so that only unpacking can notice; `nil` is byte 80.
    case damage(at: Int?)
    /// The package asks for a platform version that no host has.
    case future
    /// A member of a document (`status`, `package.sha256`) has another value, or (`nil`) is missing. It is signed like
    /// that.
    case set(member: String, to: JSON?)
}

/// What an attacker can do who controls the server but not the key.
package enum StageAttack: String, CaseIterable, Sendable {
    /// A former document with its valid signature.
    case older
    /// An expired document with its valid signature.
    case expired
    /// Signed by another key.
    case foreign
    /// Another document of the kind, with its valid signature.
    case swapped
    /// The signature is cut in half.
    case truncated
    /// There is no signature.
    case unsigned
    /// The document with the signature of another one.
    case other
}

extension StageFault {
    package enum Kind: String, CaseIterable, Sendable {
        case delay, rate, trickle, stall, cut, reset, corrupt, type, status, redirect, refuse, hang, garbage, length
        case chunked, headers, endless, attack, damage, future, set
    }

    init(_ node: JSONNode) throws(JSONShapeError) {
        func number(_ name: String, in range: ClosedRange<Int>) throws(JSONShapeError) -> Int {
            try node.field(name).integer(in: range)
        }
        func optional(_ name: String, in range: ClosedRange<Int>) throws(JSONShapeError) -> Int? {
            try node.optionalField(name)?.integer(in: range)
        }
        /// Goes into a header line, so it must not contain a line end.
        func line(_ name: String) throws(JSONShapeError) -> String {
            let text = try node.field(name).text()
            guard text.utf8.count <= StageLimits.faultText, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw try node.field(name).shapeError(expected: "one line of text")
            }
            return text
        }
        let kind: Kind = try node.field("kind").word()
        switch kind {
        case .delay: self = .delay(seconds: try node.field("seconds").number(in: 0...3600))
        case .rate: self = .rate(bytesPerSecond: try number("bytesPerSecond", in: 1...1_000_000_000))
        case .trickle: self = .trickle
        case .stall: self = .stall(at: try number("at", in: StageLimits.positions))
        case .cut: self = .cut(at: try number("at", in: StageLimits.positions))
        case .reset: self = .reset(at: try number("at", in: StageLimits.positions))
        case .corrupt: self = .corrupt(at: try optional("at", in: StageLimits.positions))
        case .type: self = .type(try line("contentType"))
        case .status:
            self = .status(try number("code", in: 200...599), retryAfter: try optional("retryAfter", in: 0...86_400))
        case .redirect: self = .redirect(to: try line("to"))
        case .refuse: self = .refuse
        case .hang: self = .hang
        case .garbage: self = .garbage
        case .length: self = .length(by: try number("by", in: -1_000_000_000...1_000_000_000))
        case .chunked: self = .chunked(at: try optional("at", in: StageLimits.positions))
        case .headers: self = .headers(bytes: try number("bytes", in: 1...StageLimits.headerPadding))
        case .endless: self = .endless
        case .attack: self = .attack(try node.field("attack").word())
        case .damage: self = .damage(at: try optional("at", in: StageLimits.positions))
        case .future: self = .future
        case .set: self = .set(member: try line("member"), to: try node.optionalField("value")?.value)
        }
    }

    var json: JSON {
        func object(_ kind: Kind, _ members: KeyValuePairs<String, JSON?> = [:]) -> JSON {
            .object([JSON.Member("kind", .string(kind.rawValue))] + JSON.members(members))
        }
        return switch self {
        case .delay(let seconds): object(kind, ["seconds": .number(seconds)])
        case .rate(let bytesPerSecond): object(kind, ["bytesPerSecond": JSON(bytesPerSecond)])
        case .stall(let at), .cut(let at), .reset(let at): object(kind, ["at": JSON(at)])
        case .corrupt(let at), .chunked(let at), .damage(let at): object(kind, ["at": at.map { JSON($0) }])
        case .type(let text): object(kind, ["contentType": .string(text)])
        case .status(let code, let retryAfter):
            object(kind, ["code": JSON(code), "retryAfter": retryAfter.map { JSON($0) }])
        case .redirect(let address): object(kind, ["to": .string(address)])
        case .length(let difference): object(kind, ["by": JSON(difference)])
        case .headers(let bytes): object(kind, ["bytes": JSON(bytes)])
        case .attack(let attack): object(kind, ["attack": .string(attack.rawValue)])
        case .set(let member, let value): object(kind, ["member": .string(member), "value": value])
        case .trickle, .refuse, .hang, .garbage, .endless, .future: object(kind)
        }
    }

    /// Of two with the same one, the later replaces the earlier.
    var place: String {
        if case .set(let member, _) = self { "\(kind.rawValue) \(member)" } else { kind.rawValue }
    }

    var kind: Kind {
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
        case .damage: .damage
        case .future: .future
        case .set: .set
        }
    }
}
