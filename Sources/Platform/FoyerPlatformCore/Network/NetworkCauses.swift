import FoyerCore

/// Why a request failed.
extension Phrase {
    static func answered(status: Int) -> Phrase {
        Phrase("The platform answered HTTP \(status).")
    }

    /// Why a transfer failed: the kind in words, and a sentence that names host and reason.
    package static func transfer(_ failure: TransferFailure) -> Phrase {
        let kind: Phrase =
            switch failure.kind {
            case .refused: Phrase("the server cannot be reached")
            case .dns: Phrase("the server's address is not found")
            case .tls: Phrase("no secure connection")
            case .reset: Phrase("the connection was reset")
            case .cut: Phrase("the connection ended before all data came")
            case .tooLarge, .headerTooLarge: Phrase("the server sends too much")
            case .badRedirect: Phrase("the redirect cannot be followed")
            case .garbage: Phrase("the server's answer makes no sense")
            case .status(let status): Phrase("the server returned HTTP \(status)")
            case .wrongSize: Phrase("the size is not the announced one")
            case .timedOut: Phrase("the server did not answer in time")
            case .cancelled: Phrase("the request was cancelled")
            case .sinkFailed: Phrase("the file cannot be written")
            case .unavailable: Phrase("this machine has no network transfers")
            }
        return Phrase(english: failure.sentence, elsewhere: Phrase("\(kind) (\(failure.sentence))"))
    }
}
