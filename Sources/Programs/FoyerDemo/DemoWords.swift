import Foyer

/// The words of the demo's own pages and of its inbox.
extension Phrase {
    static let homeLoads = Phrase("Loading the programs.", "正在加载小程序。", "正在載入小程式。")
    static func inSight(_ first: Int, _ last: Int, of count: Int) -> Phrase {
        Phrase(
            "\(first)–\(last) of \(count)", "第 \(first)–\(last) 个，共 \(count) 个",
            "第 \(first)–\(last) 個，共 \(count) 個")
    }
    static let inboxEmpty = Phrase("No messages.", "没有消息。", "沒有訊息。")
    static let tabs = Phrase("Tabs", "标签", "分頁")
    static let onlyQLeaves = Phrase("To leave, press q twice.", "要退出，请按两次 q。", "要離開，請按兩次 q。")
    static let pressQAgain = Phrase("Press q again to leave.", "再按一次 q 退出。", "再按一次 q 離開。")

    static let demoTagline = Phrase("Come in", "请进", "請進")

    static let dawn = Phrase("Dawn", "黎明", "黎明")
    static let dawnDetail = Phrase("The first of four views", "四景之一", "四景之一")
    static let dawnText = Phrase(
        "Before anybody is up, mist fills the valley and the light comes in over the lowest ridge. Enter leads on.",
        "人们尚未醒来，山谷里雾气未散，晨光从最低的山脊漫入。按 Enter 继续。",
        "人們尚未醒來，山谷裡霧氣未散，晨光從最低的山脊漫入。按 Enter 繼續。")
    static let noon = Phrase("Noon", "正午", "正午")
    static let noonDetail = Phrase("The second of four views", "四景之二", "四景之二")
    static let noonText = Phrase(
        "Everything has its own colour, and the shortest shadow of the day. The tea house keeps its blinds down.",
        "万物各显本色，影子短到极致。茶馆放下了帘子。", "萬物各顯本色，影子短到極致。茶館放下了簾子。")
    static let dusk = Phrase("Dusk", "黄昏", "黃昏")
    static let duskDetail = Phrase("The third of four views", "四景之三", "四景之三")
    static let duskText = Phrase(
        "The lamps of the market go on one by one, from the river upwards. The bikes come home by themselves.",
        "夜市的灯从河边起一盏盏亮起，单车自己回家。", "夜市的燈從河邊起一盞盞亮起，單車自己回家。")
    static let night = Phrase("Night", "夜晚", "夜晚")
    static let nightDetail = Phrase("The last of four views", "四景之末", "四景之末")
    static let nightText = Phrase(
        "One flash every twelve seconds: the lighthouse counts for those who cannot sleep.",
        "每十二秒一闪：灯塔为无眠的人计数。", "每十二秒一閃：燈塔為無眠的人計數。")

    static let messageTea = Phrase("The kettle is on", "水已烧开", "水已燒開")
    static let messageTeaDetail = Phrase("Tea House, the menu", "茶馆，菜单", "茶館，菜單")
    static let messageDawn = Phrase("Dawn at ten past six", "六点十分日出", "六點十分日出")
    static let messageDawnDetail = Phrase("The first view", "第一景", "第一景")
    static let messageBikes = Phrase("A bike is waiting for you", "有一辆单车在等你", "有一輛單車在等你")
    static let messageBikesDetail = Phrase("City Bikes", "城市单车", "城市單車")
    static let messageDusk = Phrase("The lamps go on at eight", "八点亮灯", "八點亮燈")
    static let messageDuskDetail = Phrase("The third view", "第三景", "第三景")
    static let messageOld = Phrase("A link from last year", "去年的链接", "去年的連結")
    static let messageOldDetail = Phrase("It leads nowhere any more", "已无处可去", "已無處可去")
    static let moveFocus = Phrase("Move", "切换", "切換")
    static let banner = Phrase("Banner", "横幅", "橫幅")
    static let faults = Phrase("Faults", "故障", "故障")
    static let home = Phrase("Home", "首页", "首頁")
    static let apps = Phrase("Apps", "小程序", "小程式")
    static let inbox = Phrase("Inbox", "消息", "訊息")

    static let pageMissing = Phrase("This page cannot be displayed.", "无法显示此页面。", "無法顯示此頁面。")
    static let bannerMissing = Phrase("The banner could not be loaded.", "横幅加载失败。", "橫幅載入失敗。")
    static let catalogueAbsent = Phrase(
        "This platform lists no programs. A link or `foyer launch` opens one by its name.",
        "此平台没有小程序列表。可以用链接或 foyer launch 按名称打开。", "此平台沒有小程式列表。可以用連結或 foyer launch 依名稱開啟。")
    static let catalogueMissing = Phrase(
        "The list of programs could not be loaded.", "无法获取小程序列表。", "無法取得小程式列表。")
}

extension Language {
    /// Why a pop-up that the user has asked for did not come.
    func popupMissing(_ why: SafeText) -> SafeText {
        self[Phrase("The pop-up did not come: \(why).", "弹窗未能显示：\(why)。", "彈窗未能顯示：\(why)。")]
    }
}
