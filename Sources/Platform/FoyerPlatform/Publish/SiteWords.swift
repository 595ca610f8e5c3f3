import FoyerCore
import FoyerPlatformCore

/// What can be wrong in a site's sources.
extension Phrase {
    static let theSite = Phrase("The site", "站点", "網站")
    static let theProgram = Phrase("The program", "小程序", "小程式")
    static let theCampaign = Phrase("The campaign", "活动", "活動")
    static let thePopup = Phrase("The pop-up", "弹窗", "彈出視窗")
    static let theConfig = Phrase("The config", "配置", "組態")

    // MARK: - What was expected

    static let sitePath = Phrase(
        "a path such as tea.png, without .. and links", "tea.png 之类的路径，不含 .. 和链接",
        "tea.png 之類的路徑，不含 .. 和連結")
    static let keyPath = Phrase(
        "a path such as site.key, without .. and links, or none", "site.key 之类的路径，不含 .. 和链接，或 none",
        "site.key 之類的路徑，不含 .. 和連結，或 none")
    static let openedLink = Phrase(
        "a link that hosts open: https://…, a link of a host's own such as foyer://app/APPID, or \"\" for none",
        "宿主可以打开的链接：https://…，宿主自己的链接（例如 foyer://app/APPID），或以 \"\" 表示没有",
        "宿主可以開啟的連結：https://…，宿主自己的連結（例如 foyer://app/APPID），或以 \"\" 表示沒有")
    static let aTime = Phrase(
        "a time such as 2026-11-22T00:00:00Z", "2026-11-22T00:00:00Z 形式的时间", "2026-11-22T00:00:00Z 形式的時間")

    // MARK: - What is wrong

    static func tooMany(_ key: String, _ count: Int, limit: Int) -> Phrase {
        Phrase(
            "\(key) has \(count) elements; expected at most \(limit).", "\(key)：共有 \(count) 项；最多 \(limit) 项。",
            "\(key)：共有 \(count) 項；最多 \(limit) 項。")
    }

    static func tooLong(_ what: Phrase, _ count: Int, limit: Int) -> Phrase {
        Phrase(
            "\(what) has \(count) bytes; expected at most \(limit).",
            "\(what.simplified)：共有 \(count) 字节；最多 \(limit) 字节。", "\(what.traditional)：共有 \(count) 位元組；最多 \(limit) 位元組。")
    }

    static func endsBeforeItBegins(_ from: WallTime) -> Phrase {
        let time = from.rfc3339
        return Phrase(
            "until is not after from (\(time)), so nobody would ever see it.", "until 不晚于 from（\(time)），因此永远不会显示。",
            "until 不晚於 from（\(time)），因此永遠不會顯示。")
    }

    static func nameIsTaken(_ name: String) -> Phrase {
        Phrase(
            "The name \(name) belongs to the signature of a document; give the value another.",
            "名称 \(name) 为签名文档所用；请改用其他名称。", "名稱 \(name) 為簽章文件所用；請改用其他名稱。")
    }

    static func noConfig(_ refusal: ConfigRefusal) -> Phrase {
        let (simplified, traditional) =
            switch refusal {
            case .tooLarge: ("过大", "過大")
            case .json, .notAnObject: ("不是有效的配置", "不是有效的組態")
            case .tooManyValues: ("值过多", "值過多")
            case .nameLength: ("有名称为空或过长", "有名稱為空或過長")
            case .nameTwice(let name): ("名称“\(name)”出现了两次", "名稱「\(name)」出現了兩次")
            }
        return Phrase("This is not a valid config: \(refusal).", "配置无效：\(simplified)。", "組態無效：\(traditional)。")
    }

    static let noProgramFolder = Phrase(
        "This is not a program's folder, which is named after its app id.", "这不是以应用 ID 命名的小程序文件夹。",
        "這不是以應用程式 ID 命名的小程式資料夾。")
    static let noKeyFile = Phrase(
        "Expected KEY.yaml, with a key of letters, digits, \".\", \"_\" and \"-\".",
        "应为 KEY.yaml，键只能含有字母、数字、“.”、“_”和“-”。", "應為 KEY.yaml，鍵只能含有字母、數字、「.」、「_」和「-」。")
    static let tooManyPrograms = Phrase(
        "There are too many programs for one catalogue.", "小程序过多，一份目录放不下。", "小程式過多，一份目錄放不下。")

    static func versionFalls(to code: Int64, from before: Int64) -> Phrase {
        Phrase(
            "version.code is \(code), but \(before) is published; hosts refuse lower ones. "
                + "To take something back, publish the old content under a higher code.",
            "version.code 为 \(code)，但已发布 \(before)；宿主会拒绝更低的版本。要撤回，请用更高的版本号发布旧内容。",
            "version.code 為 \(code)，但已發佈 \(before)；宿主會拒絕更低的版本。要撤回，請用更高的版本號發佈舊內容。")
    }

    static func versionStays(_ code: Int64) -> Phrase {
        Phrase(
            "The content has changed, but version.code is still \(code); increase it.",
            "内容已更改，但 version.code 仍为 \(code)；必须增大。", "內容已變更，但 version.code 仍為 \(code)；必須增大。")
    }

    static let packageIsTooLarge = Phrase("The package is too large.", "安装包过大。", "安裝套件過大。")
    static let packageTooLargeToSign = Phrase(
        "The package is too large to be signed.", "安装包过大，无法签名。", "安裝套件過大，無法簽章。")

    static func resourceIsTooLarge(_ path: String) -> Phrase {
        Phrase("The resource \(path) is too large.", "资源 \(path) 过大。", "資源 \(path) 過大。")
    }

    static func appIDDiffers(_ id: AppID, folder: String) -> Phrase {
        Phrase(
            "app_id is \"\(id)\"; expected the folder's name, \"\(folder)\".", "app_id：“\(id)”无效；应为文件夹名“\(folder)”。",
            "app_id：「\(id)」無效；應為資料夾名稱「\(folder)」。")
    }

    static let noIcon = Phrase(
        "The icon is missing; name one in the manifest or in program.yaml.",
        "没有图标；请在 manifest.json 或 program.yaml 中指定。",
        "沒有圖示；請在 manifest.json 或 program.yaml 中指定。")
    static func namesMissing(_ file: String) -> Phrase {
        Phrase("It names \(file), which does not exist.", "此处引用的 \(file) 不存在。", "此處引用的 \(file) 不存在。")
    }

    static func leadsToNoProgram(_ appID: String) -> Phrase {
        Phrase(
            "The link leads to the program \(appID), which this site does not have.", "此链接指向的小程序 \(appID) 不在本站点中。",
            "此連結指向的小程式 \(appID) 不在本網站中。")
    }

    /// - Parameter page: `nil` for the program's own.
    static func leadsToNoPage(_ page: String, of appID: String? = nil) -> Phrase {
        let program = appID ?? "manifest.json"
        return Phrase(
            "The link leads to \(page), which is not among the pages of \(program).",
            "此链接指向 \(page)，但它不在 \(program) 的页面之中。", "此連結指向 \(page)，但它不在 \(program) 的頁面之中。")
    }

    static func leadsToWithdrawn(_ appID: String, _ status: String) -> Phrase {
        Phrase(
            "The link leads to the program \(appID), whose status is \(status): hosts open it no more.",
            "此链接指向的小程序 \(appID) 状态为 \(status)，宿主不会再打开。",
            "此連結指向的小程式 \(appID) 狀態為 \(status)，宿主不會再開啟。")
    }

    static func linkAlmostToProgram(_ appID: String) -> Phrase {
        Phrase(
            "It names the program \(appID), but links to programs begin with foyer://app/. Only a host with this scheme "
                + "and route of its own opens it.",
            "它提到小程序 \(appID)，但指向小程序的链接以 foyer://app/ 开头。只有自有此协议和路由的宿主才能打开。",
            "它提到小程式 \(appID)，但指向小程式的連結以 foyer://app/ 開頭。只有自有此協定和路由的宿主才能開啟。")
    }

    static let linkBelowPlatform = Phrase(
        "Hosts look for this below the platform's own address. A web address begins with https://, a page of a program "
            + "with foyer://app/APPID/.",
        "宿主会在平台自身的地址之下寻找它。网页地址以 https:// 开头，小程序的页面以 foyer://app/APPID/ 开头。",
        "宿主會在平台自身的位址之下尋找它。網頁位址以 https:// 開頭，小程式的頁面以 foyer://app/APPID/ 開頭。")

    static let pictureOutside = Phrase(
        "Pages show only pictures of their own program. Put the picture beside the pages and name it by its path.",
        "页面只能显示本小程序中的图片。请把图片放入小程序，并用路径引用。",
        "頁面只能顯示本小程式中的圖片。請把圖片放入小程式，並以路徑引用。")

    static func fileNotRead(_ name: String, meant: String) -> Phrase {
        Phrase(
            "\(name) is not read; perhaps \(meant) was meant.", "不会读取 \(name)；或许应为 \(meant)。",
            "不會讀取 \(name)；或許應為 \(meant)。")
    }

    static func sharesID(_ other: String, _ id: String) -> Phrase {
        Phrase(
            "\(other) has the id \(id) as well; showings are counted by id, so one counts for both.",
            "\(other) 的 id 也是 \(id)；展示次数按 id 统计，因此两者合并计算。",
            "\(other) 的 id 也是 \(id)；顯示次數按 id 統計，因此兩者合併計算。")
    }

    static func expected(_ name: String, _ value: Phrase) -> Phrase {
        Phrase(
            "\(name) counts only as \(value).", "\(name)：只识别\(value.simplified)。", "\(name)：只識別\(value.traditional)。")
    }

    static let isOver = Phrase("This time is over.", "此时间已过。", "此時間已過。")
    static let hidesCharacters = Phrase(
        "It has characters that control the terminal or cannot be seen; hosts leave them out.",
        "其中有控制终端或不可见的字符；宿主会略去。", "其中有控制終端機或不可見的字元；宿主會略去。")
    static let pageNotListed = Phrase(
        "The page is not in the manifest, so nothing opens it.", "清单中没有此页面，因此无法打开。", "清單中沒有此頁面，因此無法開啟。")
    static let copyIsPacked = Phrase(
        "This looks like an editor's copy, and goes into the package.", "这似乎是编辑器的备份，会进入安装包。",
        "這似乎是編輯器的備份，會進入安裝套件。")

    static let pageNotUTF8 = Phrase(
        "This line is not UTF-8, so some of its letters are not shown. Save the file as UTF-8.",
        "此行不是 UTF-8，部分文字无法显示。请将文件另存为 UTF-8。", "此行不是 UTF-8，部分文字無法顯示。請將檔案另存為 UTF-8。")
    static let pageIsEmpty = Phrase("The page is empty.", "此页面为空。", "此頁面為空。")

    package static func moreNotes(_ count: Int) -> Phrase {
        Phrase("… and \(count) more notes.", "……另有 \(count) 条提示。", "……另有 \(count) 則提示。")
    }

    static func note(_ message: Phrase) -> Phrase {
        Phrase("Note: \(message)", "提示：\(message.simplified)", "提示：\(message.traditional)")
    }

    /// - Parameter limit: in bytes.
    static func isTooLarge(limit: Int) -> Phrase {
        let size = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
        return Phrase(
            "The file is larger than \(size), which is all that is allowed here. Make it smaller.",
            "文件超过 \(size) 的上限。请缩小。", "檔案超過 \(size) 的上限。請縮小。")
    }

    static func keyIsPublished(_ file: String) -> Phrase {
        Phrase(
            "The key \(file) is inside the published folder; move it elsewhere.", "密钥 \(file) 位于要发布的内容中；请移到别处。",
            "金鑰 \(file) 位於要發佈的內容中；請移到別處。")
    }
}
