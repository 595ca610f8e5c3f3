import FoyerCore

/// Why a transfer failed.
public struct TransferFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Kind: Hashable, Sendable {
        /// The host could not be reached: refused, no route, unreachable.
        case refused
        /// The host's name does not resolve.
        case dns
        /// The secure connection failed, or the certificate is not trusted.
        case tls
        /// The connection broke before the answer's body began.
        case reset
        /// The body ended early or its framing broke.
        case cut
        /// More bytes arrived, or were declared, than the request allows.
        case tooLarge
        /// The answer's heads are larger than `TransferBounds.headers`.
        case headerTooLarge
        /// A redirect that may not be followed; see `RedirectRule`.
        case badRedirect
        /// The answer is not HTTP.
        case garbage
        /// A complete answer with a status that the caller cannot use.
        case status(Int)
        /// The body's size differs from the announced one.
        case wrongSize
        /// The request's deadline passed.
        case timedOut
        /// The task was cancelled, or the transport was closed.
        case cancelled
        /// The bytes could not be stored; the system's error number has the reason.
        case sinkFailed(errno: Int32)
        /// This machine cannot make transfers: libcurl is missing, or there is no thread or descriptor left.
        case unavailable
    }

    /// The kind of failure.
    package let kind: Kind
    /// What happened and to which host, in one sentence. May contain text from outside.
    package let sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// For people, in English.
    public var description: String { sentence }
}
