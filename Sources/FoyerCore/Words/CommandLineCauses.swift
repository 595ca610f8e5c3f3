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

    public static func noScreenThread(errno: Int32) -> Cause {
        Cause(
            "The screen's thread cannot be started (errno \(errno)). Close some programs and try again.",
            "无法启动屏幕线程（errno \(errno)）。请关闭一些程序后重试。",
            "無法啟動畫面執行緒（errno \(errno)）。請關閉一些程式後再試一次。")
    }

    public static let inputIsNoTerminal = Cause("input is no terminal", "输入不是终端", "輸入不是終端機")
    public static let outputIsNoTerminal = Cause("output is no terminal", "输出不是终端", "輸出不是終端機")
    public static let terminalTypeMissing = Cause("TERM is not set", "未设置 TERM", "未設定 TERM")
    public static let terminalTypeDumb = Cause("TERM is dumb", "TERM 为 dumb", "TERM 為 dumb")

    public static func terminalTypeUnknown(_ type: String) -> Cause {
        Cause("this machine does not know TERM \(type)", "本机不认识 TERM \(type)", "本機不認識 TERM \(type)")
    }

    // MARK: Files and folders

    public static func folderUnusable(_ folder: String, _ why: String) -> Cause {
        Cause(
            "the folder \(folder) cannot be used: \(why)", "无法使用文件夹 \(folder)：\(why)", "無法使用資料夾 \(folder)：\(why)")
    }

    public static func fileNotWritten(_ path: String, _ why: String) -> Cause {
        Cause("\(path) cannot be written: \(why).", "无法写入 \(path)：\(why)。", "無法寫入 \(path)：\(why)。")
    }

    public static func fileNotRead(_ path: String, _ why: String) -> Cause {
        Cause("\(path) cannot be read: \(why).", "无法读取 \(path)：\(why)。", "無法讀取 \(path)：\(why)。")
    }

    public static func settingsUnreadable(_ path: String) -> Cause {
        Cause(
            "The settings \(path) are no file that can be read, or larger than 64 KiB; they do not count.",
            "设置文件 \(path) 无法读取，或超过 64 KiB；已忽略。", "設定檔 \(path) 無法讀取，或超過 64 KiB；已略過。")
    }

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

    public static func recordingNotWritten(_ path: String, _ why: String) -> Cause {
        Cause(
            "The recording cannot be written to \(path): \(why).", "无法将录制内容写入 \(path)：\(why)。",
            "無法將錄製內容寫入 \(path)：\(why)。")
    }

    public static func pictureUnreadable(_ path: String, _ why: String) -> Cause {
        Cause("The picture \(path) cannot be read: \(why).", "图片 \(path) 无法读取：\(why)。", "圖片 \(path) 無法讀取：\(why)。")
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

    public static func notStarted(_ path: String, _ why: String) -> Cause {
        Cause("\(path) cannot be started: \(why).", "无法启动 \(path)：\(why)。", "無法啟動 \(path)：\(why)。")
    }

    public static func stageNotStarted(_ why: String) -> Cause {
        Cause("The stage could not be started: \(why).", "无法启动演示平台（\(why)）。", "無法啟動示範平台（\(why)）。")
    }

    /// A word of the catalogue as a cause.
    public init(_ word: Word) {
        self.init(
            word.text(in: .english).string, word.text(in: .simplifiedChinese).string,
            word.text(in: .traditionalChinese).string)
    }
}
