/// Why a document of a platform is not believed.
extension Cause {
    static let documentUnsigned = Cause(
        "a key is pinned, and the document is not signed", "已固定公钥，但该文档没有签名", "已固定公鑰，但該文件沒有簽章")

    static func answerUnsigned(status: Int) -> Cause {
        Cause(
            "a key is pinned, and the answer (HTTP \(status)) is not signed", "已固定公钥，但该应答（HTTP \(status)）没有签名",
            "已固定公鑰，但該回應（HTTP \(status)）沒有簽章")
    }

    static let documentSignatureUnreadable = Cause(
        "the document's signature is not 64 bytes in base64", "文档的签名不是 64 字节的 Base64", "文件的簽章不是 64 位元組的 Base64")

    static let documentForeign = Cause(
        "the document's signature was not made by a pinned key for this document at this place",
        "文档的签名不是由已固定的密钥为此位置的此文档签署的", "文件的簽章不是由已固定的金鑰為此位置的此文件簽署的")

    static let documentIncomplete = Cause(
        "the signed document lacks a serial number or an expiry", "已签名的文档缺少序号或有效期", "已簽章的文件缺少序號或有效期限")

    static func documentOlder(offered: Int64, seen: Int64) -> Cause {
        Cause(
            "the document is older (serial \(offered)) than one seen before (\(seen))",
            "该文档（序号 \(offered)）比之前见过的（\(seen)）旧", "該文件（序號 \(offered)）比先前見過的（\(seen)）舊")
    }

    static func documentExpired(_ time: String) -> Cause {
        Cause("the document expired at \(time)", "该文档已于 \(time) 过期", "該文件已於 \(time) 過期")
    }

    public static func keyExists(_ path: String) -> Cause {
        Cause(
            "\(path) exists; a key is never overwritten.", "\(path) 已存在；密钥不会被覆盖。", "\(path) 已存在；金鑰不會被覆寫。")
    }
}

/// Why nothing was published.
extension Cause {
    public static func notASite(_ path: String) -> Cause {
        Cause(
            "\(path) is not empty, and no site that foyer published. Name an empty or a new folder.",
            "\(path) 不是空文件夹，也不是 foyer 发布的站点。请指定空文件夹或新文件夹。",
            "\(path) 不是空資料夾，也不是 foyer 發佈的網站。請指定空資料夾或新資料夾。")
    }

    public static func siteUnsafe(_ path: String) -> Cause {
        Cause(
            "\(path) belongs to another user, or others may write to it.", "\(path) 属于其他用户，或其他用户可以写入。",
            "\(path) 屬於其他使用者，或其他使用者可以寫入。")
    }

    public static func siteServesSources(_ path: String) -> Cause {
        Cause(
            "The sources lie within \(path), and would be served with it.", "源文件位于 \(path) 之内，会一同对外提供。",
            "來源檔案位於 \(path) 之內，會一同對外提供。")
    }

    public static func siteBusy(_ path: String) -> Cause {
        Cause(
            "Another publication is under way in \(path).", "\(path) 中正在进行另一次发布。", "\(path) 中正在進行另一次發佈。")
    }

    public static func siteWaits(_ path: String) -> Cause {
        Cause(
            "Another publication is under way in \(path); waiting for its end.", "\(path) 中正在进行另一次发布，等待其结束。",
            "\(path) 中正在進行另一次發佈，等待其結束。")
    }
}
