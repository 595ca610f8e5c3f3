import FoyerCore

/// Why a document of a platform is not trusted.
extension Phrase {
    static let documentUnsigned = Phrase(
        "a key is pinned, and the document is not signed", "已固定公钥，但该文档没有签名", "已固定公鑰，但該文件沒有簽章")

    static func answerUnsigned(status: Int) -> Phrase {
        Phrase(
            "a key is pinned, and the answer (HTTP \(status)) is not signed", "已固定公钥，但该应答（HTTP \(status)）没有签名",
            "已固定公鑰，但該回應（HTTP \(status)）沒有簽章")
    }

    static let documentSignatureUnreadable = Phrase(
        "the document's signature is not 64 bytes in base64", "文档的签名不是 64 字节的 Base64", "文件的簽章不是 64 位元組的 Base64")

    static let documentForeign = Phrase(
        "the document's signature was not made by a pinned key for this document at this place",
        "文档的签名不是由已固定的密钥为此位置的此文档签署的", "文件的簽章不是由已固定的金鑰為此位置的此文件簽署的")

    static let documentIncomplete = Phrase(
        "the signed document lacks a serial number or an expiry", "已签名的文档缺少序号或有效期", "已簽章的文件缺少序號或有效期限")

    static func documentOlder(offered: Int64, seen: Int64) -> Phrase {
        Phrase(
            "the document is older (serial \(offered)) than one already seen (\(seen))",
            "该文档（序号 \(offered)）比之前见过的（\(seen)）旧", "該文件（序號 \(offered)）比先前見過的（\(seen)）舊")
    }

    static func documentDiffers(serial: Int64) -> Phrase {
        Phrase(
            "the document differs from the one seen before under the same serial number (\(serial))",
            "该文档与之前见过的同一序号（\(serial)）的文档不同", "該文件與先前見過的同一序號（\(serial)）的文件不同")
    }

    static func documentAhead(_ time: String) -> Phrase {
        Phrase(
            "the document's serial number stands for \(time), more than a year ahead of this machine's clock",
            "该文档的序号对应 \(time)，比本机时钟超前一年以上", "該文件的序號對應 \(time)，比本機時鐘超前一年以上")
    }

    static func documentExpired(_ time: String) -> Phrase {
        Phrase("the document expired at \(time)", "该文档已于 \(time) 过期", "該文件已於 \(time) 過期")
    }
}
