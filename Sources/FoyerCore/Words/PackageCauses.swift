/// What is wrong with a package, with its files and with the disk.
extension Cause {
    public static func wrongSize(expected: Int, found: Int) -> Cause {
        Cause(
            "The package has \(found) bytes; \(expected) were announced.", "安装包有 \(found) 字节，应为 \(expected) 字节。",
            "安裝套件有 \(found) 位元組，應為 \(expected) 位元組。")
    }

    /// The same of any file.
    package static func wrongFileDigest(expected: String, found: String) -> Cause {
        Cause(
            "The file's SHA-256 is \(found), not \(expected).", "文件的 SHA-256 是 \(found)，应为 \(expected)。",
            "檔案的 SHA-256 是 \(found)，應為 \(expected)。")
    }

    public static func wrongDigest(expected: String, found: String) -> Cause {
        Cause(
            "The package's SHA-256 is \(found); \(expected) was announced.",
            "安装包的 SHA-256 是 \(found)，应为 \(expected)。", "安裝套件的 SHA-256 是 \(found)，應為 \(expected)。")
    }

    public static func wrongSignature(_ why: String) -> Cause {
        let words = PackageFlaws.words(why)
        return Cause(
            "The package's signature is refused: \(why).", "安装包的签名未通过校验：\(words.simplified)。",
            "安裝套件的簽章未通過驗證：\(words.traditional)。")
    }

    public static func damaged(entry: String, _ why: String) -> Cause {
        let words = PackageFlaws.words(why)
        return Cause(
            "The package is damaged: \"\(entry)\" \(why).", "安装包已损坏：“\(entry)”\(words.simplified)。",
            "安裝套件已損壞：「\(entry)」\(words.traditional)。")
    }

    public static func resource(_ path: String, _ why: String) -> Cause {
        let words = PackageFlaws.words(why)
        return Cause(
            "The resource \"\(path)\" \(why).", "资源“\(path)”\(words.simplified)。", "資源「\(path)」\(words.traditional)。")
    }

    public static func olderVersion(offered: Int, highest: Int) -> Cause {
        Cause(
            "The platform offers version code \(offered), but \(highest) was installed before.",
            "平台提供的版本号是 \(offered)，但之前安装过 \(highest)。", "平台提供的版本號是 \(offered)，但先前安裝過 \(highest)。")
    }

    public static func locked(_ appID: String) -> Cause {
        Cause(
            "Another process has been installing \(appID) all the time.", "另一个进程一直在安装 \(appID)。",
            "另一個處理程序一直在安裝 \(appID)。")
    }

    public static func inUse(_ appID: String) -> Cause {
        Cause(
            "\(appID) is open in another window; close it first.", "\(appID) 正在另一个窗口中打开，请先关闭。",
            "\(appID) 正在另一個視窗中開啟，請先關閉。")
    }

    public static let invalidAppID = Cause("The app id is malformed.", "应用 ID 格式不正确。", "應用程式 ID 格式不正確。")
    public static let cancelled = Cause("Closed.", "已关闭。", "已關閉。")
    public static let noManifest = Cause(
        "The package has no \(Manifest.path).", "安装包中没有 \(Manifest.path)。", "安裝套件中沒有 \(Manifest.path)。")

    public static func needsPlatform(_ needed: Int64, has: Int64) -> Cause {
        Cause(
            "The program needs platform \(needed); this host is platform \(has).",
            "该小程序需要平台版本 \(needed)，当前宿主为 \(has)。", "此小程式需要平台版本 \(needed)，目前宿主為 \(has)。")
    }

    static func manifest(_ what: String) -> Cause {
        Cause(
            "the package's manifest.json " + what, "安装包的 manifest.json 有误（\(what)）",
            "安裝套件的 manifest.json 有誤（\(what)）")
    }

    /// - Parameters:
    ///   - sentence: the whole in English.
    ///   - what: the system's error number; it decides the words.
    ///   - detail: what was tried, and where; stays as it is.
    public static func disk(_ sentence: String, _ what: DiskTrouble?, detail: String) -> Cause {
        guard let what else { return Cause(sentence, "磁盘操作失败（\(sentence)）", "磁碟操作失敗（\(sentence)）") }
        let (simplified, traditional) = what.words
        return Cause(sentence, "\(simplified)（\(detail)）。", "\(traditional)（\(detail)）。")
    }

    /// The usual reasons why a disk refuses something.
    public enum DiskTrouble: CaseIterable, Sendable {
        case full, quota, damaged, forbidden, readOnly, tooManyFiles, link, fileForFolder, folderForFile, missing
        case anotherUsers, writableByOthers, tooLarge, wrongKind, nobodyReads, closed, timedOut

        var words: (simplified: String, traditional: String) {
            switch self {
            case .full: ("磁盘已满", "磁碟已滿")
            case .quota: ("磁盘配额已用完", "磁碟配額已用完")
            case .damaged: ("磁盘读写出错", "磁碟讀寫發生錯誤")
            case .forbidden: ("没有权限", "沒有權限")
            case .readOnly: ("文件系统为只读", "檔案系統為唯讀")
            case .tooManyFiles: ("打开的文件过多", "開啟的檔案過多")
            case .link: ("应为文件或文件夹之处是符号链接", "應為檔案或資料夾之處是符號連結")
            case .fileForFolder: ("应为文件夹之处是文件", "應為資料夾之處是檔案")
            case .folderForFile: ("应为文件之处是文件夹", "應為檔案之處是資料夾")
            case .missing: ("不存在", "不存在")
            case .tooLarge: ("文件过大", "檔案過大")
            case .wrongKind: ("不是普通文件", "不是一般檔案")
            case .nobodyReads: ("没有程序在读取", "沒有程式在讀取")
            case .closed: ("已关闭", "已關閉")
            case .timedOut: ("等待超时", "等待逾時")
            case .anotherUsers: ("文件夹属于其他用户", "資料夾屬於其他使用者")
            case .writableByOthers: ("文件夹可被他人写入，可用 chmod go-w 更正", "資料夾可被他人寫入，可用 chmod go-w 更正")
            }
        }
    }

    /// Why a transfer brought nothing: the kind in words, and the sentence that names host and reason.
    public static func transfer(_ failure: TransferFailure) -> Cause {
        let words: (String, String) =
            switch failure.kind {
            case .refused: ("无法连接到服务器", "無法連線至伺服器")
            case .dns: ("找不到服务器的地址", "找不到伺服器的位址")
            case .tls: ("无法建立安全连接", "無法建立安全連線")
            case .reset: ("连接被中断", "連線被中斷")
            case .cut: ("数据未传完连接就断开了", "資料未傳完連線就中斷了")
            case .tooLarge, .headerTooLarge: ("服务器返回的数据过大", "伺服器傳回的資料過大")
            case .badRedirect: ("无法跟随重定向", "無法跟隨重新導向")
            case .garbage: ("服务器的应答无法理解", "無法理解伺服器的回應")
            case .status(let status): ("服务器返回 HTTP \(status)", "伺服器傳回 HTTP \(status)")
            case .wrongSize: ("数据大小与声明不符", "資料大小與宣告不符")
            case .timedOut: ("服务器应答超时", "伺服器回應逾時")
            case .cancelled: ("请求已取消", "請求已取消")
            case .sinkFailed: ("无法写入文件", "無法寫入檔案")
            case .unavailable: ("本机无法进行网络传输", "本機無法進行網路傳輸")
            }
        return Cause(failure.sentence, "\(words.0)（\(failure.sentence)）", "\(words.1)（\(failure.sentence)）")
    }

    public static func refused(_ refusal: ZipRefusal) -> Cause {
        let words = refusal.reason.words
        let name = refusal.entry
        return Cause(
            refusal.description,
            "安装包未被接受：" + (name.map { "“\($0)”" } ?? "") + words.simplified + "。",
            "安裝套件未被接受：" + (name.map { "「\($0)」" } ?? "") + words.traditional + "。")
    }
}
