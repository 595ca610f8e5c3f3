/// The words of the demo's own pages and of its inbox.
extension Phrase {
    public static let demoTagline = Phrase("Come in", "请进", "請進")

    public static let dawn = Phrase("Dawn", "黎明", "黎明")
    public static let dawnDetail = Phrase("The first of four views", "四景之一", "四景之一")
    public static let dawnText = Phrase(
        "Before anybody is up, the valley keeps its mist and the light comes in over the lowest ridge. Enter leads on.",
        "人们尚未醒来，山谷里雾气未散，晨光从最低的山脊漫入。按 Enter 继续。",
        "人們尚未醒來，山谷裡霧氣未散，晨光從最低的山脊漫入。按 Enter 繼續。")
    public static let noon = Phrase("Noon", "正午", "正午")
    public static let noonDetail = Phrase("The second of four views", "四景之二", "四景之二")
    public static let noonText = Phrase(
        "Everything has its own colour, and the shortest shadow of the day. The tea house keeps its blinds down.",
        "万物各显本色，影子短到极致。茶馆放下了帘子。", "萬物各顯本色，影子短到極致。茶館放下了簾子。")
    public static let dusk = Phrase("Dusk", "黄昏", "黃昏")
    public static let duskDetail = Phrase("The third of four views", "四景之三", "四景之三")
    public static let duskText = Phrase(
        "The lamps of the market go on one by one, from the river upwards. The bikes come home by themselves.",
        "夜市的灯从河边起一盏盏亮起，单车自己回家。", "夜市的燈從河邊起一盞盞亮起，單車自己回家。")
    public static let night = Phrase("Night", "夜晚", "夜晚")
    public static let nightDetail = Phrase("The last of four views", "四景之末", "四景之末")
    public static let nightText = Phrase(
        "One flash every twelve seconds: the lighthouse counts for those who cannot sleep.",
        "每十二秒一闪：灯塔为无眠的人计数。", "每十二秒一閃：燈塔為無眠的人計數。")

    public static let messageTea = Phrase("The kettle is on", "水已烧开", "水已燒開")
    public static let messageTeaDetail = Phrase("Tea House, the menu", "茶馆，菜单", "茶館，菜單")
    public static let messageDawn = Phrase("Dawn at ten past six", "六点十分日出", "六點十分日出")
    public static let messageDawnDetail = Phrase("The first view", "第一景", "第一景")
    public static let messageBikes = Phrase("A bike is waiting for you", "有一辆单车在等你", "有一輛單車在等你")
    public static let messageBikesDetail = Phrase("City Bikes", "城市单车", "城市單車")
    public static let messageDusk = Phrase("The lamps go on at eight", "八点亮灯", "八點亮燈")
    public static let messageDuskDetail = Phrase("The third view", "第三景", "第三景")
    public static let messageOld = Phrase("A link from last year", "去年的链接", "去年的連結")
    public static let messageOldDetail = Phrase("It leads nowhere any more", "已无处可去", "已無處可去")

    static let demoWords = [
        demoTagline, dawn, dawnDetail, dawnText, noon, noonDetail, noonText, dusk, duskDetail, duskText, night,
        nightDetail, nightText, messageTea, messageTeaDetail, messageDawn, messageDawnDetail, messageBikes,
        messageBikesDetail, messageDusk, messageDuskDetail, messageOld, messageOldDetail,
    ]
}
