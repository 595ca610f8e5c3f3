import FoyerCore
import FoyerPlatformCore

/// Why nothing was published.
extension Phrase {
    package static func pageWithoutFile(_ page: PagePath) -> Phrase {
        Phrase(
            "The page \(page.text) of manifest.json has no file \(page.file.text).",
            "manifest.json 中的页面 \(page.text) 缺少文件 \(page.file.text)。",
            "manifest.json 中的頁面 \(page.text) 缺少檔案 \(page.file.text)。")
    }

    package static func notASite(_ path: String) -> Phrase {
        Phrase(
            "\(path) is not empty and is not a site that foyer published. Name an empty or new folder.",
            "\(path) 不是空文件夹，也不是 foyer 发布的站点。请指定空文件夹或新文件夹。",
            "\(path) 不是空資料夾，也不是 foyer 發佈的網站。請指定空資料夾或新資料夾。")
    }

    static func sourcesNotEmpty(_ path: String) -> Phrase {
        Phrase(
            "\(path) is not empty, and nothing in it is overwritten. Name an empty or new folder for the sources.",
            "\(path) 不是空文件夹，其中的内容不会被覆盖。请为源文件指定空文件夹或新文件夹。",
            "\(path) 不是空資料夾，其中的內容不會被覆寫。請為來源檔案指定空資料夾或新資料夾。")
    }

    package static func siteUnsafe(_ path: String) -> Phrase {
        Phrase(
            "\(path) belongs to another user, or others may write to it.", "\(path) 属于其他用户，或其他用户可以写入。",
            "\(path) 屬於其他使用者，或其他使用者可以寫入。")
    }

    package static func siteServesSources(_ path: String) -> Phrase {
        Phrase(
            "The sources are inside \(path), and would be served with it.", "源文件位于 \(path) 之内，会一同对外提供。",
            "來源檔案位於 \(path) 之內，會一同對外提供。")
    }

    static func serialsAhead(_ serial: WallTime, now: WallTime) -> Phrase {
        let (serial, time) = ("\(serial.seconds)", now.rfc3339)
        return Phrase(
            "The site has signed documents with the serial number \(serial), which is more than a day ahead of this "
                + "machine's clock (\(time), \(now.seconds)). Hosts would refuse a lower one. Set the clock right, or sign "
                + "with a new key.",
            "站点已用序号 \(serial) 签名文档，比本机时钟（\(time)，\(now.seconds)）超前一天以上；宿主会拒绝更低的序号。请校准时钟，或改用新密钥签名。",
            "網站已用序號 \(serial) 簽署文件，比本機時鐘（\(time)，\(now.seconds)）超前一天以上；宿主會拒絕更低的序號。請校準時鐘，或改用新金鑰簽署。")
    }

    static func siteOfOthers(_ path: String) -> Phrase {
        Phrase(
            "\(path) serves other programs and none of these, and these sources have never published there. Name another "
                + "folder, or replace that site on purpose with --replace.",
            "\(path) 提供的是其他小程序，不含这里的任何一个，而且这些源文件从未发布到那里。请指定其他文件夹；若确要替换该站点，请使用 --replace。",
            "\(path) 提供的是其他小程式，不含這裡的任何一個，而且這些來源檔案從未發佈到那裡。請指定其他資料夾；若確要取代該網站，請使用 --replace。")
    }

    static func siteWasSigned(_ path: String) -> Phrase {
        Phrase(
            "\(path) was signed the last time, but site.yaml names no key; hosts that pin the key would refuse everything. "
                + "Put the line `key:` back, or write `key: none` to publish without signatures on purpose.",
            "\(path) 上次发布时已签名，但 site.yaml 没有指定密钥；固定了该密钥的宿主会拒绝全部内容。请恢复 `key:` 行；若确要发布未签名的内容，请写 `key: none`。",
            "\(path) 上次發佈時已簽章，但 site.yaml 沒有指定金鑰；固定了該金鑰的宿主會拒絕全部內容。請恢復 `key:` 行；若確要發佈未簽章的內容，請寫 `key: none`。")
    }

    /// Not a mistake: this is how a stolen key is replaced.
    static let signedByAnotherKey = Phrase(
        "The last time, another key signed this site; hosts that pin only that one refuse what this key signs. "
            + "If you did not mean that, put the former key back and publish again.",
        "上次签名本站点的是另一个密钥；只固定那个密钥的宿主会拒绝此密钥签名的内容。如果这不是您的本意，请恢复原来的密钥并重新发布。",
        "上次簽署本網站的是另一個金鑰；只固定那個金鑰的宿主會拒絕此金鑰簽署的內容。如果這不是您的本意，請恢復原來的金鑰並重新發佈。")

    static let removedUnsigned = Phrase(
        "A removed program leaves nothing that is signed, so a cache or an old copy of the site can bring it back. To "
            + "withdraw it for good, keep its folder and set status: removed.",
        "删除的小程序不会留下签名文档，缓存或站点的旧副本仍可使其恢复。若要彻底撤下，请保留其文件夹并设置 status: removed。",
        "刪除的小程式不會留下簽章文件，快取或網站的舊副本仍可使其恢復。若要徹底撤下，請保留其資料夾並設定 status: removed。")

    package static func siteBusy(_ path: String) -> Phrase {
        Phrase(
            "Another publication is under way in \(path).", "\(path) 中正在进行另一次发布。", "\(path) 中正在進行另一次發佈。")
    }
}
