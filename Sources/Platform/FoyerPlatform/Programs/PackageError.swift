import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Why a package could not be installed.
package enum PackageError: Error, Equatable, Sendable {
    /// The size differs from the metadata.
    case wrongSize(expected: Int, found: Int)
    /// The digest differs from the metadata.
    case wrongDigest(expected: String, found: String)
    /// A key is pinned, and the package has no valid signature by it.
    case wrongSignature(SignatureFlaw)
    /// The archive failed validation.
    case refused(ZipRefusal)
    /// An entry's content differs from what the archive says.
    case damaged(entry: String, FileFlaw)
    /// A resource's path is not allowed, or its bytes differ from the metadata.
    case resource(path: String, FileFlaw)
    /// The platform offers an older version than the one installed before.
    case rollback(offered: Int, highest: Int)
    /// Another process held the program's lock until the time was over.
    case locked(appID: String)
    /// A running program cannot be changed.
    case inUse(appID: String)
    case invalidAppID
    case cancelled
    case disk(DiskError)

    /// The launch's code, and the cause for the details page. May contain text from outside.
    ///
    /// `nil` for a cancellation, which is not a failure.
    package var failure: LaunchFailure? {
        guard let code else { return nil }
        if case .wrongSignature = self { return LaunchFailure(code, cause, advice: .tellPlatform) }
        return LaunchFailure(code, cause)
    }

    private var code: LaunchCode? {
        switch self {
        case .wrongSize: .downloadFailed
        case .wrongDigest, .wrongSignature, .refused, .damaged: .unzipFailed
        case .resource: .resourcesFailed
        case .rollback: .fetchFailed
        case .locked: .timedOut
        case .inUse, .disk: .unknown
        case .invalidAppID: .notFound
        case .cancelled: nil
        }
    }
}

/// Runs `body` and converts its disk errors to package errors.
func onDisk<Result: ~Copyable>(_ body: @autoclosure () throws(DiskError) -> Result) throws(PackageError) -> Result {
    do { return try body() } catch { throw .disk(error) }
}

/// What is wrong with the content or the place of a file.
package enum FileFlaw: Equatable, Sendable {
    case wrongChecksum, wrongSize, trailingBytes, cutShort, changed, missing, unannounced
    /// With it, the program's files would contain something that a package may not hold.
    case place(ZipRefusal.Reason)

    /// Completes a sentence that begins with the file's name.
    var phrase: Phrase {
        switch self {
        case .wrongChecksum: Phrase("has a wrong checksum", "校验和不符", "總和檢查碼不符")
        case .wrongSize: Phrase("unpacks to the wrong size", "解压后的大小不符", "解壓縮後的大小不符")
        case .trailingBytes: Phrase("has extra bytes after its content", "内容之后有多余的字节", "內容之後有多餘的位元組")
        case .cutShort: Phrase("is cut short", "内容不完整", "內容不完整")
        case .changed: Phrase("is not what was installed", "与安装时不同", "與安裝時不同")
        case .missing: Phrase("is missing", "缺失", "缺失")
        case .unannounced: Phrase("is not what was announced", "与声明的不符", "與宣告的不符")
        case .place(let reason): reason.phrase
        }
    }
}

/// What is wrong with a package's signature.
package enum SignatureFlaw: Equatable, Sendable {
    case missing, malformed, malformedKey, packageTooLarge, foreign

    var phrase: Phrase {
        switch self {
        case .missing: Phrase("it is missing, and a key is pinned", "没有签名，而已固定公钥", "沒有簽章，而已固定公開金鑰")
        case .malformed: Phrase("it is not 64 bytes in base 64", "不是 base64 形式的 64 字节", "不是 base64 形式的 64 位元組")
        case .malformedKey:
            Phrase(
                "the pinned key is not an Ed25519 key", "固定的公钥不是 Ed25519 公钥", "固定的公開金鑰不是 Ed25519 公開金鑰")
        case .packageTooLarge:
            Phrase("the package is too large for one", "安装包过大，无法签名", "安裝套件過大，無法簽章")
        case .foreign:
            Phrase(
                "it does not match the pinned key and these bytes", "不是由固定的公钥对应的私钥为此内容签的",
                "不是由固定的公開金鑰對應的私密金鑰為此內容簽的")
        }
    }
}

extension PackageError {
    /// What happened, in every language.
    package var cause: Phrase {
        switch self {
        case .wrongSize(let expected, let found):
            Phrase(
                "The package has \(found) bytes; \(expected) were announced.",
                "安装包有 \(found) 字节，应为 \(expected) 字节。", "安裝套件有 \(found) 位元組，應為 \(expected) 位元組。")
        case .wrongDigest(let expected, let found):
            Phrase(
                "The package's SHA-256 is \(found); \(expected) was announced.",
                "安装包的 SHA-256 是 \(found)，应为 \(expected)。", "安裝套件的 SHA-256 是 \(found)，應為 \(expected)。")
        case .wrongSignature(let flaw): flaw.cause
        case .refused(let refusal): refusal.cause
        case .damaged(let entry, let flaw): flaw.cause(ofEntry: entry)
        case .resource(let path, let flaw): flaw.cause(ofResource: path)
        case .rollback(let offered, let highest): .olderVersion(offered: offered, highest: highest)
        case .locked(let appID):
            Phrase(
                "Another process is still installing \(appID).", "另一个进程一直在安装 \(appID)。",
                "另一個處理程序一直在安裝 \(appID)。")
        case .inUse(let appID):
            Phrase(
                "\(appID) is open in another window; close it first.", "\(appID) 正在另一个窗口中打开，请先关闭。",
                "\(appID) 正在另一個視窗中開啟，請先關閉。")
        case .invalidAppID: Phrase("The app id is malformed.", "应用 ID 格式不正确。", "應用程式 ID 格式不正確。")
        case .cancelled: Phrase("Closed.", "已关闭。", "已關閉。")
        case .disk(let error): error.cause
        }
    }
}

extension FileFlaw {
    fileprivate func cause(ofEntry name: String) -> Phrase {
        Phrase(
            "The package is damaged: \"\(name)\" \(phrase).", "安装包已损坏：“\(name)”\(phrase.simplified)。",
            "安裝套件已損壞：「\(name)」\(phrase.traditional)。")
    }

    fileprivate func cause(ofResource path: String) -> Phrase {
        Phrase(
            "The resource \"\(path)\" \(phrase).", "资源“\(path)”\(phrase.simplified)。",
            "資源「\(path)」\(phrase.traditional)。")
    }
}

extension SignatureFlaw {
    fileprivate var cause: Phrase {
        Phrase(
            "The package's signature is refused: \(phrase).", "安装包的签名未通过校验：\(phrase.simplified)。",
            "安裝套件的簽章未通過驗證：\(phrase.traditional)。")
    }
}

extension ZipRefusal {
    var cause: Phrase {
        Phrase(
            description, "安装包未被接受：\(entry.map { "“\($0)”" } ?? "")\(reason.phrase.simplified)。",
            "安裝套件未被接受：\(entry.map { "「\($0)」" } ?? "")\(reason.phrase.traditional)。")
    }
}

/// What is wrong with a package, or with a folder that should become one.
extension Phrase {
    package static func notReplaceable(_ path: String) -> Phrase {
        Phrase(
            "\(path) is not a file that a package may replace; choose another name.",
            "\(path) 不是可替换的文件；请换一个。", "\(path) 不是可取代的檔案；請換一個。")
    }

    package static func notForPackages(_ path: String) -> Phrase {
        Phrase(
            "\(path) is neither a file nor a folder. Packages hold no links; copy the file instead.",
            "\(path) 既不是文件也不是文件夹。安装包中不能有链接，请改为复制文件。",
            "\(path) 既不是檔案也不是資料夾。安裝套件中不能有連結，請改為複製檔案。")
    }

    package static let folderWithoutManifest = Phrase(
        "The folder has no manifest.json. Pack the folder that holds it.", "文件夹中没有 manifest.json。请打包含有它的文件夹。",
        "資料夾中沒有 manifest.json。請打包含有它的資料夾。")

    package static func tooLargeToVerify(limit: Int) -> Phrase {
        Phrase(
            "The package is larger than \(limit) bytes, the limit for signed packages.",
            "安装包超过 \(limit) 字节，这是可校验签名的上限。", "安裝套件超過 \(limit) 位元組，這是可驗證簽章的上限。")
    }

    package static func addressUnusable(_ address: String, _ error: some Error) -> Phrase {
        Phrase(
            "The address \"\(address)\" cannot be used: \(error).", "地址“\(address)”无法使用：\(error)。",
            "位址「\(address)」無法使用：\(error)。")
    }
    package static let noManifest = Phrase(
        "The package has no \(Manifest.path).", "安装包中没有 \(Manifest.path)。", "安裝套件中沒有 \(Manifest.path)。")

    package static func needsPlatform(_ needed: Int64, has: Int64) -> Phrase {
        Phrase(
            "The program needs platform \(needed); this host is platform \(has).",
            "该小程序需要平台版本 \(needed)，当前宿主为 \(has)。", "此小程式需要平台版本 \(needed)，目前宿主為 \(has)。")
    }
}
