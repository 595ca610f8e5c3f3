import FoyerCore

/// Why a document of a platform is not trusted.
extension Phrase {
    static let documentUnsigned = Phrase("a key is pinned, and the document is not signed")

    static func answerUnsigned(status: Int) -> Phrase {
        Phrase("a key is pinned, and the answer (HTTP \(status)) is not signed")
    }

    static let documentSignatureUnreadable = Phrase("the document's signature is not 64 bytes in base64")

    static let documentForeign = Phrase(
        "the document's signature was not made by a pinned key for this document at this place")

    static let documentIncomplete = Phrase("the signed document lacks a serial number or an expiry")

    static func documentOlder(offered: Int64, seen: Int64) -> Phrase {
        Phrase("the document is older (serial \(offered)) than one already seen (\(seen))")
    }

    static func documentDiffers(serial: Int64) -> Phrase {
        Phrase("the document differs from the one seen before under the same serial number (\(serial))")
    }

    static func documentAhead(_ time: String) -> Phrase {
        Phrase("the document's serial number stands for \(time), more than a year ahead of this machine's clock")
    }

    static func documentExpired(_ time: String) -> Phrase {
        Phrase("the document expired at \(time)")
    }
}
