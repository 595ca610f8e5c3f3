import FoyerCore
import FoyerPlatformCore

/// Why a shortcut or a window is not available.
extension Phrase {
    /// A cause that concerns one file.
    package static func of(file: String, _ cause: Phrase) -> Phrase {
        Phrase("\(file): \(cause)", "\(file)：\(cause.simplified)", "\(file)：\(cause.traditional)")
    }

    package static let iconNotDrawn = Phrase("The icon cannot be displayed.", "无法绘制图标。", "無法繪製圖示。")

    package static func entryNotWritten(_ error: DesktopEntryError) -> Phrase {
        let words: (String, String) =
            switch error {
            case .program:
                ("程序路径为空或含有等号，桌面项无法启动它。", "程式路徑為空或含有等號，桌面項目無法啟動它。")
            case .control, .token:
                ("无法写成桌面项（\(error.description)）。", "無法寫成桌面項目（\(error.description)）。")
            }
        return Phrase(error.description, words.0, words.1)
    }

    package static func shortcutsBusy(folder: String) -> Phrase {
        Phrase(
            "Another process is changing \(folder); try again.", "另一个进程正在更改 \(folder)，请重试。",
            "另一個處理程序正在變更 \(folder)，請再試一次。")
    }

    package static func shortcutUnknown(_ name: String) -> Phrase {
        Phrase(
            "There is no shortcut \"\(name)\".", "没有快捷方式“\(name)”。", "沒有捷徑「\(name)」。")
    }

    package static func shortcutAmbiguous(_ title: String, names: [String]) -> Phrase {
        let all = names.joined(separator: ", ")
        return Phrase(
            "Several shortcuts are called \"\(title)\": \(all).", "有多个快捷方式名为“\(title)”：\(all)。",
            "有多個捷徑名為「\(title)」：\(all)。")
    }

    package static func guidePortTaken(_ port: Int) -> Phrase {
        Phrase(
            "Port \(port) is taken; choose another, or none for any free one.", "端口 \(port) 已被占用；请换一个，或不指定以使用任意空闲端口。",
            "連接埠 \(port) 已被佔用；請改用其他，或不指定以使用任意可用連接埠。")
    }

    package static func cannotListen(port: Int, _ why: String) -> Phrase {
        Phrase("Cannot listen on port \(port): \(why).", "无法监听端口 \(port)：\(why)。", "無法監聽連接埠 \(port)：\(why)。")
    }

    package static let noDisplay = Phrase(
        "There is no terminal, and no display to open one on.", "既没有终端，也没有可打开终端窗口的显示器。",
        "既沒有終端機，也沒有可開啟終端機視窗的顯示器。")

    package static func noTerminalOpened(tried: [String]) -> Phrase {
        let all = tried.joined(separator: ", ")
        return Phrase(
            "No terminal could be opened (tried \(all)); set TERMINAL to the name of one, or install one, such as xterm.",
            "无法打开终端（已尝试 \(all)）；请将 TERMINAL 设为终端的名称，或安装一个，例如 xterm。",
            "無法開啟終端機（已嘗試 \(all)）；請將 TERMINAL 設為終端機的名稱，或安裝一個，例如 xterm。")
    }

    package static let programInBuildFolder = Phrase(
        "This program lies in a build folder: icons lead nowhere once that is cleaned. Install it elsewhere first.",
        "本程序位于构建目录中，清理后图标将失效。请先安装到别处。",
        "本程式位於建置目錄中，清理後圖示將失效。請先安裝到別處。")
}
