/// Why a transfer did not bring what was asked for.
public struct TransferFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Kind: Hashable, Sendable {
        /// The host could not be reached: refused, no route, unreachable.
        case refused
        /// The host's name does not resolve.
        case dns
        /// The secure connection could not be made, or the certificate is not trusted.
        case tls
        /// The connection broke before the answer's body began.
        case reset
        /// The body ended early or its framing broke.
        case cut
        /// More bytes came, or were declared, than the request allows.
        case tooLarge
        /// The answer's heads are over `TransferBounds.headers`.
        case headerTooLarge
        /// A redirect that may not be followed; see `RedirectRule`.
        case badRedirect
        /// What came is not HTTP.
        case garbage
        /// A complete answer with a status that the caller cannot use.
        case status(Int)
        /// The body's size is not the one that was announced beforehand.
        case wrongSize
        /// The request's deadline passed.
        case timedOut
        /// The task was cancelled, or the transport was closed.
        case cancelled
        /// The bytes could not be put where they belong; the system's error number says why.
        case sinkFailed(errno: Int32)
        /// This machine cannot make transfers: libcurl is missing, or no thread or descriptor could be had.
        case unavailable
    }

    /// The kind of failure.
    package let kind: Kind
    /// What happened and to which host, in one sentence. May hold text from outside.
    package let sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// For people, in English.
    public var description: String { sentence }
}
