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

    package static func siteBusy(_ path: String) -> Phrase {
        Phrase(
            "Another publication is under way in \(path).", "\(path) 中正在进行另一次发布。", "\(path) 中正在進行另一次發佈。")
    }
}
