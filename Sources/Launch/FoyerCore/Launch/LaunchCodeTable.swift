/// The table of errors, a row for each code.
///
/// A new code needs its case in ``LaunchCode`` and its row here. Whatever else needs a decision does not compile
/// without it, and the rest follows.
extension LaunchCode {
    struct Row {
        /// The exit status of a process that ended with this failure.
        let exitStatus: Int32
        /// The key that shows the failure in a rehearsal and among the faults of a demo.
        let key: Unicode.Scalar
        let message: Phrase
        /// What the user can do.
        let advice: Phrase
        /// The advice where there is no page: lines have neither a reload nor details.
        let lineAdvice: Phrase
        let reloadCanHelp: Bool

        /// - Parameter inLines: `nil` where the advice does not speak of the page.
        init(
            _ message: Phrase, exitStatus: Int32, key: Unicode.Scalar, advice: Phrase, inLines: Phrase? = nil,
            reloadCanHelp: Bool
        ) {
            self.exitStatus = exitStatus
            self.key = key
            self.message = message
            self.advice = advice
            lineAdvice = inLines ?? advice
            self.reloadCanHelp = reloadCanHelp
        }
    }

    /// The advice of a failure that has a host's title, on a page.
    var plainAdvice: Phrase {
        reloadCanHelp
            ? Phrase(
                "Reload to try again; the details say more.", "请重新加载以重试；详情中有更多信息。",
                "請重新載入以再試一次；詳細資料中有更多資訊。")
            : .tryingIsNoHelp
    }

    /// The same in lines.
    var plainLineAdvice: Phrase {
        reloadCanHelp
            ? Phrase(
                "Try again; if it happens again, report the code and the cause.", "请重试；若仍不行，请报告错误编号和原因。",
                "請再試一次；若仍不行，請回報錯誤編號和原因。")
            : .tryingIsNoHelp
    }

    var row: Row {
        switch self {
        case .removed:
            Row(
                Phrase("Mini Program has been removed", "小程序已下线", "小程式已移除"),
                exitStatus: 11, key: "1",
                advice: Phrase(
                    "Its makers have withdrawn it, so it can no longer be opened.",
                    "开发者已删除该小程序，无法再打开。", "開發者已刪除此小程式，無法再開啟。"),
                reloadCanHelp: false)
        case .suspended:
            Row(
                Phrase("Mini Program has been suspended", "小程序已被暂停服务", "小程式已暫停服務"),
                exitStatus: 12, key: "2",
                advice: Phrase(
                    "It is not available at the moment. Try again later.",
                    "该小程序暂不提供服务，请改天再试。", "此小程式暫不提供服務，請改天再試。"),
                reloadCanHelp: false)
        case .unknown:
            Row(
                Phrase("Unknown error", "未知错误", "未知錯誤"),
                exitStatus: 20, key: "3",
                advice: Phrase(
                    "Something unexpected happened. Reload; if it persists, look at the details.",
                    "发生了意外情况。请重新加载；若仍不行，请查看详情。", "發生了意外狀況。請重新載入；若仍不行，請查看詳細資料。"),
                inLines: Phrase(
                    "Something unexpected happened. Try again; if it happens again, report the code and the cause.",
                    "发生了意外情况。请重试；若仍不行，请报告错误编号和原因。", "發生了意外狀況。請再試一次；若仍不行，請回報錯誤編號和原因。"),
                reloadCanHelp: true)
        case .notFound:
            Row(
                Phrase("Mini program does not exist.", "小程序不存在", "小程式不存在"),
                exitStatus: 21, key: "4",
                advice: Phrase(
                    "There is no program with this name. Check the app id.",
                    "没有这个名称的小程序，请检查应用 ID。", "沒有這個名稱的小程式，請檢查應用程式 ID。"),
                reloadCanHelp: false)
        case .unzipFailed:
            Row(
                Phrase("Mini program unzip failed", "小程序解压失败", "小程式解壓縮失敗"),
                exitStatus: 22, key: "5",
                advice: Phrase(
                    "The package is damaged. Reload to download it again.",
                    "安装包已损坏，请重新加载以再次下载。", "安裝套件已損壞，請重新載入以再次下載。"),
                inLines: Phrase(
                    "The package is damaged. Try again to download a fresh copy.",
                    "安装包已损坏。请重试，届时会重新下载。", "安裝套件已損壞。請再試一次，屆時會重新下載。"),
                reloadCanHelp: true)
        case .fetchFailed:
            Row(
                Phrase("Mini program fetch failed", "小程序信息获取失败", "無法取得小程式資訊"),
                exitStatus: 23, key: "6",
                advice: Phrase(
                    "The program could not be looked up. Check the network, then reload.",
                    "无法获取小程序信息。请检查网络，然后重新加载。", "無法取得小程式資訊。請檢查網路，然後重新載入。"),
                inLines: Phrase(
                    "The program could not be looked up. Check the network, then try again.",
                    "无法获取小程序信息。请检查网络，然后重试。", "無法取得小程式資訊。請檢查網路，然後再試一次。"),
                reloadCanHelp: true)
        case .downloadFailed:
            Row(
                Phrase("Mini program download failed", "小程序下载失败", "小程式下載失敗"),
                exitStatus: 29, key: "7",
                advice: Phrase(
                    "The package could not be downloaded. Check the network, then reload.",
                    "安装包下载失败。请检查网络，然后重新加载。", "安裝套件下載失敗。請檢查網路，然後重新載入。"),
                inLines: Phrase(
                    "The package could not be downloaded. Check the network, then try again.",
                    "安装包下载失败。请检查网络，然后重试。", "安裝套件下載失敗。請檢查網路，然後再試一次。"),
                reloadCanHelp: true)
        case .timedOut:
            Row(
                Phrase("Mini program preparation timed out", "小程序准备超时", "小程式準備逾時"),
                exitStatus: 30, key: "8",
                advice: Phrase(
                    "It took too long to get ready. Reload, or try again later.",
                    "准备时间过长。请重新加载，或稍后再试。", "準備時間過長。請重新載入，或稍後再試。"),
                inLines: Phrase(
                    "It took too long to get ready. Try again now or later.",
                    "准备时间过长。请重试，或稍后再试。", "準備時間過長。請再試一次，或稍後再試。"),
                reloadCanHelp: true)
        case .resourcesFailed:
            Row(
                Phrase("Failed to load remote resources", "远程资源加载失败", "遠端資源載入失敗"),
                exitStatus: 50, key: "9",
                advice: Phrase(
                    "Files that the program needs could not be downloaded. Check the network, then reload.",
                    "小程序所需的资源下载失败。请检查网络，然后重新加载。", "小程式所需的資源下載失敗。請檢查網路，然後重新載入。"),
                inLines: Phrase(
                    "Files that the program needs could not be downloaded. Check the network, then try again.",
                    "小程序所需的资源下载失败。请检查网络，然后重试。", "小程式所需的資源下載失敗。請檢查網路，然後再試一次。"),
                reloadCanHelp: true)
        }
    }
}

extension Phrase {
    fileprivate static let tryingIsNoHelp = Phrase("Trying again will not help.", "重试不会有帮助。", "再試一次也沒有幫助。")
}
