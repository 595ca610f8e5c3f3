import FoyerCore

/// What each key does, for the page of all keys.
extension Phrase {
    package static let keyClose = Phrase(
        "close: a launch, an error, a page",
        "关闭：中止启动、离开错误页、返回上一页", "關閉：中止啟動、離開錯誤頁、返回上一頁")
    package static let keyReload = Phrase("reload, where the page offers it", "重新加载（页面支持时）", "重新載入（頁面支援時）")
    package static let keyDetails = Phrase(
        "details: steps with their times, cause, log", "详情：步骤与用时、原因、日志", "詳細資料：步驟與用時、原因、記錄")
    package static let keyDiagnosis = Phrase(
        "on an error page: copy and keep a diagnosis", "在错误页：复制并保存诊断信息", "在錯誤頁：複製並儲存診斷資訊")
    package static let keyArrows = Phrase(
        "move within what has the focus, scroll", "在当前焦点内移动、滚动", "在目前焦點內移動、捲動")
    package static let keyBannerPages = Phrase("previous, next page", "上一页、下一页", "上一頁、下一頁")
    package static let keyFaults = Phrase("faults panel (demo)", "故障面板（演示）", "故障面板（示範）")
    package static let keyShortcut = Phrase("add to desktop", "添加到桌面", "加入桌面")
    package static let keySettings = Phrase("settings (demo)", "设置（演示）", "設定（示範）")
    package static let keyTabs = Phrase("next, previous tab (demo)", "下一个、上一个标签页（演示）", "下一個、上一個分頁（示範）")
    package static let keyMovement = Phrase(
        "stop or resume the movement", "暂停或继续轮播", "暫停或繼續輪播")
    package static let keyPageNumber = Phrase("to that page", "跳到该页", "跳到該頁")
    package static let keyFocus = Phrase(
        "next, previous thing that takes focus", "下一个、上一个可聚焦项", "下一個、上一個可聚焦項目")
    package static let keyActivate = Phrase(
        "do what has the focus", "执行当前焦点项", "執行目前焦點項目")
    package static let keyHelp = Phrase("all keys", "全部按键", "所有按鍵")
    package static let keySuspend = Phrase("suspend, repaint", "挂起、重绘", "暫停、重繪")
    package static let keyInterrupt = Phrase("leave at once", "立即退出", "立即結束")
    package static let mouseWheel = Phrase("wheel", "滚轮", "滾輪")
    package static let arrowKeys = Phrase("arrows", "方向键", "方向鍵")
    package static let spaceKey = Phrase("space", "空格", "空白鍵")
    package static let click = Phrase("click", "点击", "點選")
}

/// The titles of groups of keys.
extension Phrase {
    package static let keysOfPage = Phrase("This page", "当前页面", "目前頁面")
    package static let keysOfBanner = Phrase("Banner", "横幅", "橫幅")
    package static let keysOfAll = Phrase("Everywhere", "任何地方", "任何地方")
}

extension Language {
    /// The table of all keys, in its order: those of the demo, which has everything.
    package var keyHelp: [KeyHelp.Group] {
        [
            group(
                .keysOfPage,
                Self.ofLaunch + [
                    ("f", .keyFaults), ("s", .keyShortcut), ("o", .keySettings), ("t  T", .keyTabs),
                ]),
            group(
                .keysOfBanner,
                [
                    ("h  l  " + self[.mouseWheel], .keyBannerPages), (self[.spaceKey], .keyMovement),
                    ("1…9 Home End", .keyPageNumber),
                ]),
            everywhere,
        ]
    }

    /// The keys of a launch's own pages, whichever program is launched.
    package var launchKeyHelp: [KeyHelp.Group] { [group(.keysOfPage, Self.ofLaunch), everywhere] }

    private static let ofLaunch: [(SafeText, Phrase)] = [
        ("q  Esc", .keyClose), ("r", .keyReload), ("d", .keyDetails), ("y", .keyDiagnosis),
    ]

    private var everywhere: KeyHelp.Group {
        group(
            .keysOfAll,
            [
                (self[.arrowKeys] + " PgUp PgDn", .keyArrows), ("Tab  Shift-Tab", .keyFocus),
                ("Enter, " + self[.click], .keyActivate), ("?", .keyHelp), ("Ctrl-Z  Ctrl-L", .keySuspend),
                ("Ctrl-C", .keyInterrupt),
            ])
    }

    private func group(_ title: Phrase, _ rows: [(SafeText, Phrase)]) -> KeyHelp.Group {
        KeyHelp.Group(self[title], rows.map { KeyHint(named: $0.0, self[$0.1]) })
    }
}
