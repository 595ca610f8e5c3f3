import FoyerCore

/// Why a file or folder cannot be used.
extension Phrase {
    package static func folderUnusable(_ folder: String, _ why: Phrase) -> Phrase {
        Phrase(
            "the folder \(folder) cannot be used: \(why)", "无法使用文件夹 \(folder)：\(why.simplified)",
            "無法使用資料夾 \(folder)：\(why.traditional)")
    }

    package static let isLink = Phrase("it is a symbolic link", "它是符号链接", "它是符號連結")
    package static let ofAnotherUser = Phrase("it belongs to another user", "它属于其他用户", "它屬於其他使用者")
    package static let writableByOthers = Phrase(
        "others can write to it; chmod go-w fixes that", "他人可以写入；可用 chmod go-w 更正",
        "他人可以寫入；可用 chmod go-w 更正")
    package static let isNoHostName = Phrase(
        "a host's name has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with no dot",
        "宿主名由 1 到 64 个字母、数字、点、连字符和下划线组成，且不以点开头", "宿主名稱由 1 到 64 個字母、數字、點、連字號和底線組成，且不以點開頭")
    package static let isNotPrivate = Phrase("it is not private to this user", "它不是此用户私有的", "它不是此使用者私有的")

    /// The system's text for an error; in English its own words.
    ///
    /// - Parameter kind: decides the words of the other languages; `nil` if there are none.
    package static func system(_ english: String, _ kind: DiskTrouble?) -> Phrase {
        guard let (simplified, traditional) = kind?.words else { return Phrase(asIs: english) }
        return Phrase(english, simplified, traditional)
    }

    package static func fileNotWritten(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "\(path) cannot be written: \(why).", "无法写入 \(path)：\(why.simplified)。",
            "無法寫入 \(path)：\(why.traditional)。")
    }

    package static func fileNotRead(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "\(path) cannot be read: \(why).", "无法读取 \(path)：\(why.simplified)。",
            "無法讀取 \(path)：\(why.traditional)。")
    }

    /// - Parameters:
    ///   - sentence: the whole in English.
    ///   - what: the system's error number, which decides the words.
    ///   - detail: what was tried, and where; stays as it is.
    package static func disk(_ sentence: String, _ what: DiskTrouble?, detail: String) -> Phrase {
        guard let what else { return Phrase(sentence, "磁盘操作失败（\(sentence)）", "磁碟操作失敗（\(sentence)）") }
        let (simplified, traditional) = what.words
        return Phrase(sentence, "\(simplified)（\(detail)）。", "\(traditional)（\(detail)）。")
    }

    /// The usual reasons for a failure of the disk.
    package enum DiskTrouble: CaseIterable, Sendable {
        case full, quota, damaged, forbidden, readOnly, tooManyFiles, link, tooDeep, fileForFolder, folderForFile
        case missing
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
            case .tooDeep: ("名称过长或文件夹嵌套过深", "名稱過長，或資料夾巢狀過深")
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
}
