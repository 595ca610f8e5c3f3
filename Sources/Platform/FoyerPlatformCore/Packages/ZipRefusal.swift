import FoyerCore

/// Why an archive is not a package, and which entry is at fault.
package struct ZipRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The entry's name as in the archive, with invalid UTF-8 repaired. Text from outside.
    package let entry: String?
    package let reason: Reason

    package init(_ reason: Reason, entry: String? = nil) {
        self.reason = reason
        self.entry = entry
    }

    package var description: String {
        guard let entry else { return "The package is refused: \(reason.phrase)." }
        return "The package is refused: \"\(entry)\" \(reason.phrase)."
    }

    /// What is wrong with the archive, or with an entry of it.
    package enum Reason: Error, CaseIterable, Sendable {
        // About the archive.
        case unreadable, notAnArchive, archiveTooLarge, comment, severalDisks, zip64, empty, tooManyEntries
        case directoryMisplaced, directoryDamaged, totalTooLarge, totalRatio
        // About an entry.
        case encrypted, unknownFlags, unknownMethod, unknownVersion, unknownSystem, entryComment, extraField
        case nameEmpty, nameTooLong, nameNotUTF8, nameAbsolute, nameClimbs, nameHasEmptyComponent
        case nameHasBackslash, nameHasDrive, nameHasControl, nameTooDeep, nameReserved, duplicate, collision
        case fileAndFolder, link, special, specialMode, attributes, folderHasData, entryTooLarge, ratio
        case sizesContradict, localHeader, headersDiffer, descriptor, overlap, gap
    }
}

extension ZipRefusal.Reason {
    /// Completes a sentence about the archive, or one that begins with the entry's name.
    package var phrase: Phrase {
        switch self {
        case .unreadable: Phrase("it could not be read", "无法读取", "無法讀取")
        case .notAnArchive: Phrase("it does not end like a zip archive", "不是 zip 压缩包", "不是 zip 壓縮檔")
        case .archiveTooLarge: Phrase("it is larger than a package may be", "超过安装包的大小上限", "超過安裝套件的大小上限")
        case .comment:
            Phrase(
                "it has bytes after its end, or a comment that is not plain text", "末尾有多余的字节，或注释不是纯文本",
                "結尾有多餘的位元組，或註解不是純文字")
        case .severalDisks: Phrase("it is one part of several", "只是分卷压缩包的一部分", "只是分卷壓縮檔的一部分")
        case .zip64:
            Phrase(
                "it uses zip64, which no package needs (zip -fz- leaves it out)", "使用了安装包不需要的 zip64（可用 zip -fz- 打包）",
                "使用了安裝套件不需要的 zip64（可用 zip -fz- 打包）")
        case .empty: Phrase("it holds no files", "没有任何文件", "沒有任何檔案")
        case .tooManyEntries: Phrase("it holds too many files", "文件过多", "檔案過多")
        case .directoryMisplaced: Phrase("its directory is not where it says", "目录不在其声明的位置", "目錄不在其宣告的位置")
        case .directoryDamaged: Phrase("its directory is damaged", "目录已损坏", "目錄已損壞")
        case .totalTooLarge: Phrase("it would unpack to more than is allowed", "解压后超过大小上限", "解壓縮後超過大小上限")
        case .totalRatio: Phrase("its compression ratio is implausibly high", "压缩率高得不可信", "壓縮率高得不可信")
        case .encrypted: Phrase("is encrypted", "已加密", "已加密")
        case .unknownFlags: Phrase("has unknown flags", "带有无法识别的标志", "帶有無法識別的旗標")
        case .unknownMethod: Phrase("is neither stored nor deflated", "既非存储也非 deflate 压缩", "既非儲存也非 deflate 壓縮")
        case .unknownVersion: Phrase("needs a later version of the format", "需要更新版本的格式", "需要更新版本的格式")
        case .unknownSystem: Phrase("comes from an unknown system", "来自未知的系统", "來自未知的系統")
        case .entryComment: Phrase("has a comment", "带有注释", "帶有註解")
        case .extraField: Phrase("has an unsafe extra field", "带有可能有害的附加字段", "帶有可能有害的附加欄位")
        case .nameEmpty: Phrase("has no name", "没有名称", "沒有名稱")
        case .nameTooLong: Phrase("has a name that is too long", "名称过长", "名稱過長")
        case .nameNotUTF8:
            Phrase(
                "has a name that is not UTF-8, or not marked as such", "名称不是 UTF-8 或未如此标明",
                "名稱不是 UTF-8 或未如此標明")
        case .nameAbsolute: Phrase("has an absolute path", "是绝对路径", "是絕對路徑")
        case .nameClimbs: Phrase("has a path with . or .. in it", "路径中含有 . 或 ..", "路徑中含有 . 或 ..")
        case .nameHasEmptyComponent: Phrase("has a path with an empty component", "路径中有空的部分", "路徑中有空的部分")
        case .nameHasBackslash: Phrase("has a backslash in its path", "路径中有反斜杠", "路徑中有反斜線")
        case .nameHasDrive: Phrase("has a drive letter", "带有盘符", "帶有磁碟機代號")
        case .nameHasControl:
            Phrase(
                "has a control or invisible character in its name", "名称中有控制字符或不可见字符",
                "名稱中有控制字元或不可見字元")
        case .nameTooDeep: Phrase("lies too deep", "嵌套过深", "巢狀過深")
        case .nameReserved: Phrase("has a name that is reserved", "使用了保留名称", "使用了保留名稱")
        case .duplicate: Phrase("is there twice", "重复出现", "重複出現")
        case .collision:
            Phrase(
                "differs from another name only by case or normalisation", "与另一名称仅大小写或规范化不同",
                "與另一名稱僅大小寫或正規化不同")
        case .fileAndFolder: Phrase("is both a file and a folder", "既是文件又是文件夹", "既是檔案又是資料夾")
        case .link: Phrase("is a symbolic link", "是符号链接", "是符號連結")
        case .special: Phrase("is a device, a pipe or a socket", "是设备、管道或套接字", "是裝置、管線或通訊端")
        case .specialMode: Phrase("has a set-id or sticky bit", "带有 set-id 或粘滞位", "帶有 set-id 或黏滯位元")
        case .attributes: Phrase("has attributes that contradict its name", "属性与名称矛盾", "屬性與名稱矛盾")
        case .folderHasData: Phrase("is a folder with content", "是带有内容的文件夹", "是帶有內容的資料夾")
        case .entryTooLarge: Phrase("is larger than a file may be", "超过文件的大小上限", "超過檔案的大小上限")
        case .ratio: Phrase("has an implausibly high compression ratio", "压缩率高得不可信", "壓縮率高得不可信")
        case .sizesContradict: Phrase("has sizes that contradict each other", "所述大小相互矛盾", "所述大小互相矛盾")
        case .localHeader: Phrase("has no header before its content", "应有的头部不存在", "應有的標頭不存在")
        case .headersDiffer: Phrase("is described differently in two places", "两处的描述不一致", "兩處的描述不一致")
        case .descriptor: Phrase("has a wrong descriptor after its content", "内容之后的描述有误", "內容之後的描述有誤")
        case .overlap: Phrase("overlaps another entry", "与另一文件重叠", "與另一檔案重疊")
        case .gap: Phrase("follows bytes that belong to no entry", "前面有不属于任何文件的字节", "前面有不屬於任何檔案的位元組")
        }
    }
}
