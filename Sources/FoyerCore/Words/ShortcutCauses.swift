/// Why a shortcut, a window or the one instance cannot be had.
extension Cause {
    // MARK: Shortcuts

    public static let shortcutWithoutTitle = Cause("The title is empty.", "标题为空。", "標題為空。")

    public static func linkRefused(_ refusal: DeepLinkRefusal) -> Cause {
        func reason(_ language: Language) -> String { language.reason(refusal).string }
        return Cause(refusal.description, reason(.simplifiedChinese), reason(.traditionalChinese))
    }

    /// A cause that concerns one file.
    public static func of(file: String, _ cause: Cause) -> Cause {
        Cause("\(file): \(cause)", "\(file)：\(cause.simplified)", "\(file)：\(cause.traditional)")
    }

    public static let iconNotDrawn = Cause("The icon cannot be drawn.", "无法绘制图标。", "無法繪製圖示。")

    public static func entryNotWritten(_ error: DesktopEntryError) -> Cause {
        let words: (String, String) =
            switch error {
            case .program:
                ("程序路径为空或含有等号，桌面项无法启动它。", "程式路徑為空或含有等號，桌面項目無法啟動它。")
            case .control, .token, .text, .line, .missing, .value:
                ("无法写成桌面项（\(error.description)）。", "無法寫成桌面項目（\(error.description)）。")
            }
        return Cause(error.description, words.0, words.1)
    }

    public static func shortcutsBusy(folder: String) -> Cause {
        Cause(
            "Another process is changing what is in \(folder); try again.", "另一个进程正在更改 \(folder)，请重试。",
            "另一個處理程序正在變更 \(folder)，請再試一次。")
    }

    public static func shortcutUnknown(_ name: String) -> Cause {
        Cause(
            "There is no shortcut \"\(name)\"; `foyer shortcut list` names them.",
            "没有快捷方式“\(name)”；可用 `foyer shortcut list` 查看。", "沒有捷徑「\(name)」；可用 `foyer shortcut list` 檢視。")
    }

    public static func shortcutAmbiguous(_ title: String, names: [String]) -> Cause {
        let all = names.joined(separator: ", ")
        return Cause(
            "Several shortcuts are called \"\(title)\": \(all).", "有多个快捷方式名为“\(title)”：\(all)。",
            "有多個捷徑名為「\(title)」：\(all)。")
    }

    public static func guidePortTaken(_ port: Int) -> Cause {
        Cause(
            "Port \(port) is taken; choose another, or none for any free one.", "端口 \(port) 已被占用；请换一个，或不指定以使用任意空闲端口。",
            "連接埠 \(port) 已被佔用；請改用其他，或不指定以使用任意可用連接埠。")
    }

    public static func cannotListen(port: Int, _ why: String) -> Cause {
        Cause("Cannot listen on port \(port): \(why).", "无法监听端口 \(port)：\(why)。", "無法監聽連接埠 \(port)：\(why)。")
    }

    // MARK: A window

    public static let noDisplay = Cause(
        "There is neither a terminal nor a display to open one on.", "既没有终端，也没有可打开终端窗口的显示器。",
        "既沒有終端機，也沒有可開啟終端機視窗的顯示器。")

    public static func noTerminalOpened(tried: [String]) -> Cause {
        let all = tried.joined(separator: ", ")
        return Cause(
            "No terminal could be opened (tried \(all)); set TERMINAL to the name of one, or install one, such as xterm.",
            "无法打开终端（已尝试 \(all)）；请将 TERMINAL 设为终端的名称，或安装一个，例如 xterm。",
            "無法開啟終端機（已嘗試 \(all)）；請將 TERMINAL 設為終端機的名稱，或安裝一個，例如 xterm。")
    }

    // MARK: The one instance

    public static func instanceUnreachable(doing: String, folder: String, _ why: String) -> Cause {
        Cause(
            "Could not \(doing) in \(folder): \(why).", "无法使用 \(folder)（\(doing)：\(why)）。",
            "無法使用 \(folder)（\(doing)：\(why)）。")
    }

    public static func instanceSilent(folder: String) -> Cause {
        Cause(
            "The instance that runs does not answer (its socket is in \(folder)); is it suspended?",
            "运行中的 Foyer 没有回应（其套接字位于 \(folder)）；它是否已被挂起？",
            "執行中的 Foyer 沒有回應（其通訊端位於 \(folder)）；它是否已被暫停？")
    }

    public static let linkTooLong = Cause("The link is too long.", "链接过长。", "連結過長。")

    // MARK: The config

    public static let noPlatformNamed = Cause(
        "no platform was named (--server)", "未指定平台（--server）", "未指定平台（--server）")

    public static func configAnswered(host: String, status: Int, path: String) -> Cause {
        Cause(
            "\(host) answered \(status) for \(path)", "\(host) 对 \(path) 返回 \(status)", "\(host) 對 \(path) 傳回 \(status)"
        )
    }

    static func configRefused(_ why: String) -> Cause {
        Cause(why, "配置内容有误（\(why)）", "設定內容有誤（\(why)）")
    }
}

/// Why a file did not become a picture.
extension Cause {
    public static func pictureTooManyBytes(_ count: Int, limit: Int) -> Cause {
        Cause(
            "The picture's file has \(count) bytes; \(limit) are allowed. Save it smaller.",
            "图片文件有 \(count) 字节，上限为 \(limit) 字节。请另存为更小的图片。",
            "圖片檔案有 \(count) 位元組，上限為 \(limit) 位元組。請另存為更小的圖片。")
    }

    public static func pictureTooManyPixels(width: Int, height: Int, limit: Int) -> Cause {
        Cause(
            "The picture has \(width) × \(height) pixels; \(limit) in all are allowed. Save it smaller.",
            "图片有 \(width) × \(height) 像素，总数上限为 \(limit)。请另存为更小的图片。",
            "圖片有 \(width) × \(height) 像素，總數上限為 \(limit)。請另存為更小的圖片。")
    }

    public static let pictureFormatUnknown = Cause(
        "The file is no picture of a known format. Save it as PNG, JPEG, WebP or GIF.",
        "文件不是已知格式的图片。请另存为 PNG、JPEG、WebP 或 GIF。", "檔案不是已知格式的圖片。請另存為 PNG、JPEG、WebP 或 GIF。")

    /// - Parameter detail: the decoder's word for it, in brackets; may be empty.
    public static func pictureDamaged(_ format: String, detail: String) -> Cause {
        Cause(
            "The \(format) picture is damaged\(detail). Fetch or save it again.",
            "\(format) 图片已损坏\(detail)。请重新获取或保存。", "\(format) 圖片已損壞\(detail)。請重新取得或儲存。")
    }

    public static func pictureUnsupported(_ format: String, detail: String) -> Cause {
        Cause(
            "The \(format) picture uses what cannot be decoded\(detail). Save it as PNG.",
            "\(format) 图片使用了无法解码的特性\(detail)。请另存为 PNG。", "\(format) 圖片使用了無法解碼的特性\(detail)。請另存為 PNG。")
    }

    public static func pictureLibraryMissing(_ format: String, library: String) -> Cause {
        Cause(
            "\(format) pictures need \(library), which could not be loaded. Install it.",
            "\(format) 图片需要 \(library)，但无法加载。请安装它。", "\(format) 圖片需要 \(library)，但無法載入。請安裝它。")
    }

    public static let pictureOutOfMemory = Cause(
        "There is not enough memory to decode the picture.", "内存不足，无法解码图片。", "記憶體不足，無法解碼圖片。")
}
