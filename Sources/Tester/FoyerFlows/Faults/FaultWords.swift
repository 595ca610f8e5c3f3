import Foyer
import FoyerPlatformCore

/// The words of the demo's faults panel.
extension Phrase {
    package static let heal = Phrase("Heal", "恢复网络", "恢復網路")
    package static let healed = Phrase(
        "The network is back to normal.", "网络已恢复正常。", "網路已恢復正常。")
    static let banner = Phrase("Banner", "横幅", "橫幅")
    static let choose = Phrase("Choose", "选择", "選擇")
    package static let popup = Phrase("Pop-up", "弹窗", "彈窗")
    package static let faultsTitle = Phrase("What may go wrong", "可能出现的状况", "可能發生的狀況")
    package static let errorCodes = Phrase("Errors", "错误", "錯誤")
    package static let alertOverLoading = Phrase(
        "An alert with OK in place of the page", "以“确定”提示框代替错误页", "以「確定」提示框代替錯誤頁")
    package static let firstScreen = Phrase("First screen", "首屏", "首頁畫面")
    package static let rootV1 = Phrase("V1: two tabs", "V1：两个标签", "V1：兩個分頁")
    package static let rootV2 = Phrase("V2: an inbox, and a rail", "V2：消息与侧栏", "V2：訊息與側欄")
    package static let network = Phrase("Network", "网络", "網路")
    package static let networkSlow = Phrase("Slow", "缓慢", "緩慢")
    package static let networkStall = Phrase("Stalls after 20 kB", "20 kB 后停滞", "20 kB 後停滯")
    package static let networkCut = Phrase("Is cut after 20 kB", "20 kB 后断开", "20 kB 後斷開")
    package static let networkCorrupt = Phrase("Damages packages", "损坏安装包", "損壞安裝套件")
    package static let networkRefuse = Phrase("Refuses every request", "拒绝所有请求", "拒絕所有請求")
    package static let networkOff = Phrase("Is off", "已断网", "已斷網")
    package static let networkImitated = Phrase("Speed", "速度", "速度")
    package static let networkHome = Phrase("Home", "家庭", "家庭")
    package static let networkMobile = Phrase("Mobile", "移动", "行動")
    package static let networkWeak = Phrase("Slow", "缓慢", "緩慢")
    package static let networkNone = Phrase("No delay", "无延迟", "無延遲")
    static let networkDetail = Phrase(
        "How fast the demo's own platform answers: Home is 40 ms and 1 MB/s, Mobile 150 ms and 200 kB/s, Slow 300 ms and 88 kB/s.",
        "演示平台的应答速度：家庭 40 ms、1 MB/s；移动 150 ms、200 kB/s；缓慢 300 ms、88 kB/s。",
        "示範平台的回應速度：家庭 40 ms、1 MB/s；行動 150 ms、200 kB/s；緩慢 300 ms、88 kB/s。")
    static let networkAtOnce = Phrase("The platform answers at once.", "平台立即应答。", "平台立即回應。")
    package static let bannerHome = Phrase("Five pictures", "五张图片", "五張圖片")
    package static let bannerPair = Phrase("Two pictures", "两张图片", "兩張圖片")
    package static let bannerSingle = Phrase("One picture", "一张图片", "一張圖片")
    package static let bannerThirty = Phrase("Thirty pictures", "三十张图片", "三十張圖片")
    package static let bannerEmpty = Phrase("No campaign", "无活动", "無活動")
    package static let bannerSlow = Phrase("Slow pictures", "图片缓慢", "圖片緩慢")
    package static let bannerBroken = Phrase("A broken picture", "一张损坏的图片", "一張損壞的圖片")
    package static let bannerDown = Phrase("The server fails", "服务器故障", "伺服器故障")
    package static let networkFaulty = Phrase(
        "The network stays as it is until you heal it.", "网络将保持此状态，直到恢复。", "網路將保持此狀態，直到恢復。")
    package static let stageSilent = Phrase(
        "The platform does not take orders.", "平台没有响应指令。", "平台沒有回應指令。")
    package static let popupEvening = Phrase("A card over the home screen", "主屏上的弹窗卡片", "首頁上的彈窗卡片")
}

extension StageNetwork {
    /// Its name.
    package var word: Phrase {
        switch self {
        case .home: .networkHome
        case .mobile: .networkMobile
        case .slow: .networkWeak
        case .loopback: .networkNone
        }
    }

    /// Its figures: "40 ms a request, 1.0 MB/s."
    func sentence(_ language: Language) -> SafeText {
        guard let bytesPerSecond else { return language[.networkAtOnce] }
        let (delay, rate) = (language.took(delay), language.rate(Double(bytesPerSecond)).string.drop { $0 == " " })
        return language[
            Phrase("\(delay) a request, \(rate).", "每次请求 \(delay)，\(rate)。", "每次請求 \(delay)，\(rate)。")]
    }
}
