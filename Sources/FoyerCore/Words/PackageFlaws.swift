/// What is wrong with a file or a signature, as it completes an English sentence, in the other languages.
enum PackageFlaws {
    /// The reason itself where it is none of ours.
    static func words(_ english: String) -> (simplified: String, traditional: String) {
        if let reason = ZipRefusal.Reason(rawValue: english) { return reason.words }
        return table[english] ?? (english, english)
    }

    static let table: [String: (simplified: String, traditional: String)] = [
        "has a wrong checksum": ("校验和不符", "總和檢查碼不符"),
        "does not unpack to the size it should": ("解压后的大小不符", "解壓縮後的大小不符"),
        "has bytes after its content": ("内容之后有多余的字节", "內容之後有多餘的位元組"),
        "is cut short": ("内容不完整", "內容不完整"),
        "is not what was installed": ("与安装时不同", "與安裝時不同"),
        "is missing": ("缺失", "缺失"),
        "is not what was announced": ("与声明的不符", "與宣告的不符"),
        "there is none, and a key is pinned": ("没有签名，而已固定公钥", "沒有簽章，而已固定公開金鑰"),
        "it is not 64 bytes in base 64": ("不是 base64 形式的 64 字节", "不是 base64 形式的 64 位元組"),
        "the pinned key is not an Ed25519 key": ("固定的公钥不是 Ed25519 公钥", "固定的公開金鑰不是 Ed25519 公開金鑰"),
        "the package is too large for one": ("安装包过大，无法签名", "安裝套件過大，無法簽章"),
        "it was not made by the pinned key for these bytes": (
            "不是由固定的公钥对应的私钥为此内容签的", "不是由固定的公開金鑰對應的私密金鑰為此內容簽的"
        ),
    ]
}
