/// Why a command of the command line cannot go on.
extension Cause {
    // MARK: The terminal

    public static func terminalUnusable(doing: String, errno: Int32) -> Cause {
        Cause(
            "The terminal cannot be used: \(doing) failed (errno \(errno)). Use --plain for plain lines.",
            "无法使用终端：\(doing) 失败（errno \(errno)）。可用 --plain 改为纯文本输出。",
            "無法使用終端機：\(doing) 失敗（errno \(errno)）。可用 --plain 改為純文字輸出。")
    }

    public static func terminalUnknown(_ type: String) -> Cause {
        Cause(
            "This machine does not know terminals of the type “\(type)”. "
                + "Try TERM=xterm-256color, or use --plain for plain lines.",
            "本机不认识“\(type)”类型的终端。可尝试 TERM=xterm-256color，或用 --plain 改为纯文本输出。",
            "本機不認識「\(type)」類型的終端機。可嘗試 TERM=xterm-256color，或用 --plain 改為純文字輸出。")
    }

    /// - Parameter reason: a clause about TERM.
    public static func needsTerminal(since reason: Cause) -> Cause {
        Cause(
            "This needs a terminal with a screen, but \(reason). "
                + "Try TERM=xterm-256color, or use a command that works with --plain.",
            "此功能需要带屏幕的终端，但\(reason.simplified)。可尝试 TERM=xterm-256color，或使用支持 --plain 的命令。",
            "此功能需要具有畫面的終端機，但\(reason.traditional)。可嘗試 TERM=xterm-256color，或使用支援 --plain 的命令。")
    }

    /// `errno` is of `pthread_create`.
    public static func noThreads(errno: Int32) -> Cause {
        Cause(
            "No more threads can be started (errno \(errno)). Close some programs, or raise the limit (ulimit -u).",
            "无法启动更多线程（errno \(errno)）。请关闭一些程序，或提高限制（ulimit -u）。",
            "無法啟動更多執行緒（errno \(errno)）。請關閉一些程式，或提高限制（ulimit -u）。")
    }

    /// `errno` is `EMFILE` or `ENFILE`.
    public static func noDescriptors(errno: Int32) -> Cause {
        Cause(
            "Too many files are open (errno \(errno)). Close some programs, or raise the limit (ulimit -n).",
            "打开的文件太多（errno \(errno)）。请关闭一些程序，或提高限制（ulimit -n）。",
            "開啟的檔案太多（errno \(errno)）。請關閉一些程式，或提高限制（ulimit -n）。")
    }

    public static let inputIsNoTerminal = Cause("input is no terminal", "输入不是终端", "輸入不是終端機")
    public static let outputIsNoTerminal = Cause("output is no terminal", "输出不是终端", "輸出不是終端機")
    public static let terminalTypeMissing = Cause("TERM is not set", "未设置 TERM", "未設定 TERM")
    public static let terminalTypeDumb = Cause("TERM is dumb", "TERM 为 dumb", "TERM 為 dumb")

    public static func terminalTypeUnknown(_ type: String) -> Cause {
        Cause("this machine does not know TERM \(type)", "本机不认识 TERM \(type)", "本機不認識 TERM \(type)")
    }

    // MARK: Files and folders

    public static func folderUnusable(_ folder: String, _ why: Cause) -> Cause {
        Cause(
            "the folder \(folder) cannot be used: \(why)", "无法使用文件夹 \(folder)：\(why.simplified)",
            "無法使用資料夾 \(folder)：\(why.traditional)")
    }

    public static let isLink = Cause("it is a symbolic link", "它是符号链接", "它是符號連結")
    public static let ofAnotherUser = Cause("it belongs to another user", "它属于其他用户", "它屬於其他使用者")
    public static let writableByOthers = Cause(
        "others than its owner can write to it; chmod go-w mends that", "他人可以写入；可用 chmod go-w 更正",
        "他人可以寫入；可用 chmod go-w 更正")
    public static let isNotPrivate = Cause("it is not private to this user", "它不是此用户私有的", "它不是此使用者私有的")
    public static let socketOfAnotherUser = Cause(
        "its socket is another user's", "其套接字属于其他用户", "其通訊端屬於其他使用者")

    /// What the system says of an error; in English its own words.
    ///
    /// - Parameter kind: decides the words of the other languages; `nil` where there are none.
    public static func system(_ english: String, _ kind: DiskTrouble?) -> Cause {
        guard let (simplified, traditional) = kind?.words else { return Cause(asIs: english) }
        return Cause(english, simplified, traditional)
    }

    public static func fileNotWritten(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "\(path) cannot be written: \(why).", "无法写入 \(path)：\(why.simplified)。",
            "無法寫入 \(path)：\(why.traditional)。")
    }

    public static func fileNotRead(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "\(path) cannot be read: \(why).", "无法读取 \(path)：\(why.simplified)。",
            "無法讀取 \(path)：\(why.traditional)。")
    }

    public static func outputLost(_ why: Cause) -> Cause {
        Cause(
            "standard output cannot be written: \(why).", "无法写入标准输出：\(why.simplified)。",
            "無法寫入標準輸出：\(why.traditional)。")
    }

    public static func settingsUnreadable(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "The settings \(path) cannot be read: \(why). They do not count.",
            "无法读取设置文件 \(path)：\(why.simplified)。已忽略。", "無法讀取設定檔 \(path)：\(why.traditional)。已略過。")
    }

    public static let trustedKeyUnknown = Cause(
        "The settings may pin a public key, but cannot be read as a whole, so nothing is launched. Mend them, or name the "
            + "key: foyer launch --public-key.",
        "设置中可能固定了公钥，但设置无法完整读取，因此不启动任何小程序。请修正设置，或用 foyer launch --public-key 指定公钥。",
        "設定中可能固定了公開金鑰，但設定無法完整讀取，因此不啟動任何小程式。請修正設定，或以 foyer launch --public-key 指定公開金鑰。")

    public static func noScenarios(_ paths: String) -> Cause {
        Cause(
            "There is no scenario in \(paths): a file whose name ends in .yaml or .yml.",
            "\(paths) 中没有场景文件（.yaml 或 .yml）。", "\(paths) 中沒有情境檔（.yaml 或 .yml）。")
    }

    public static func notReplaceable(_ path: String) -> Cause {
        Cause(
            "\(path) is no file that a package could take the place of; name another.",
            "\(path) 不是可替换的文件；请换一个。", "\(path) 不是可取代的檔案；請換一個。")
    }

    public static func recordingNotWritten(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "The recording cannot be written to \(path): \(why).", "无法将录制内容写入 \(path)：\(why.simplified)。",
            "無法將錄製內容寫入 \(path)：\(why.traditional)。")
    }

    public static func pictureUnreadable(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "The picture \(path) cannot be read: \(why).", "图片 \(path) 无法读取：\(why.simplified)。",
            "圖片 \(path) 無法讀取：\(why.traditional)。")
    }

    // MARK: The platform

    public static let platformMissing = Cause(
        "No platform is named. Give --server URL or set FOYER_SERVER; `foyer serve` starts one to try.",
        "未指定平台。请使用 --server URL 或设置 FOYER_SERVER；`foyer serve` 可启动一个供试用。",
        "未指定平台。請使用 --server URL 或設定 FOYER_SERVER；`foyer serve` 可啟動一個供試用。")

    /// - Parameter why: a clause.
    public static func platformWrong(_ text: String, _ why: String) -> Cause {
        Cause(
            "\"\(text)\" is no platform's base URL: \(why).", "“\(text)”不是平台的基础网址：\(why)。",
            "「\(text)」不是平台的基礎網址：\(why)。")
    }

    public static let trustedKeyWrong = Cause(
        "The settings' public-key is not 32 bytes in base64.", "设置中的 public-key 不是 32 字节的 Base64。",
        "設定中的 public-key 不是 32 位元組的 Base64。")

    // MARK: Programs and packages

    public static func notInstalled(_ appID: String) -> Cause {
        Cause("\(appID) is not installed.", "尚未安装 \(appID)。", "尚未安裝 \(appID)。")
    }

    public static func leftOut(_ path: String) -> Cause {
        Cause("left out, since it is hidden: \(path)", "隐藏文件，未打包：\(path)", "隱藏檔案，未打包：\(path)")
    }

    public static func notForPackages(_ path: String) -> Cause {
        Cause(
            "\(path) is neither a file nor a folder. Packages hold no links; copy the file instead.",
            "\(path) 既不是文件也不是文件夹。安装包中不能有链接，请改为复制文件。",
            "\(path) 既不是檔案也不是資料夾。安裝套件中不能有連結，請改為複製檔案。")
    }

    public static let folderWithoutManifest = Cause(
        "The folder has no manifest.json. Pack the folder that holds it.", "文件夹中没有 manifest.json。请打包含有它的文件夹。",
        "資料夾中沒有 manifest.json。請打包含有它的資料夾。")

    public static func manifestWrong(_ problem: Cause) -> Cause {
        Cause(
            "manifest.json is wrong: \(problem)", "manifest.json 有误：\(problem.simplified)",
            "manifest.json 有誤：\(problem.traditional)")
    }

    public static func pageWithoutFile(_ page: PagePath) -> Cause {
        Cause(
            "the page \(page.text) has no file \(page.file.text)", "页面 \(page.text) 缺少文件 \(page.file.text)",
            "頁面 \(page.text) 缺少檔案 \(page.file.text)")
    }

    public static func notASigningKey(_ path: String, _ problem: String) -> Cause {
        let command = "foyer key new FILE"
        return Cause(
            "\(path) is not a signing key: \(problem). "
                + "An Ed25519 private key is 32 bytes, raw or in base 64; `\(command)` makes one.",
            "\(path) 不是签名密钥（\(problem)）。Ed25519 私钥为 32 字节，原始或 Base64 格式；可用 `\(command)` 生成。",
            "\(path) 不是簽章金鑰（\(problem)）。Ed25519 私密金鑰為 32 位元組，原始或 Base64 格式；可用 `\(command)` 產生。")
    }

    // MARK: The stage

    public static let stageMissing = Cause(
        "foyer-stage is not beside foyer; build or install it together with it.",
        "foyer 旁边没有 foyer-stage；请一并构建或安装。", "foyer 旁邊沒有 foyer-stage；請一併建置或安裝。")

    public static func assetsMissing(looked: [String]) -> Cause {
        let places = looked.joined(separator: ", ")
        return Cause(
            "There is no folder Assets in \(places). Name one with FOYER_ASSETS.",
            "\(places) 中没有 Assets 文件夹。可用 FOYER_ASSETS 指定。", "\(places) 中沒有 Assets 資料夾。可用 FOYER_ASSETS 指定。")
    }

    public static func assetWrong(_ path: String, _ why: String) -> Cause {
        Cause("\(path) is wrong: \(why).", "\(path) 有误：\(why)。", "\(path) 有誤：\(why)。")
    }

    /// - Parameter why: the sentence of a screen that is missing.
    public static func scenarioNeedsTerminal(_ why: Cause) -> Cause {
        Cause(
            "\(why) --headless needs none.", "\(why.simplified)使用 --headless 则不需要终端。",
            "\(why.traditional)使用 --headless 則不需要終端機。")
    }

    public static func notStarted(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "\(path) cannot be started: \(why).", "无法启动 \(path)：\(why.simplified)。",
            "無法啟動 \(path)：\(why.traditional)。")
    }

    public static func stageNotStarted(_ why: String) -> Cause {
        Cause("The stage could not be started: \(why).", "无法启动演示平台（\(why)）。", "無法啟動示範平台（\(why)）。")
    }
}
