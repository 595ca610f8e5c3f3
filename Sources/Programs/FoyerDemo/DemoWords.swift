import Foyer

extension Translations {
    /// The demo's own sentences, from PO files that are part of the program.
    static let demo = Translations([
        .simplifiedChinese: String(decoding: PackageResources.zh_Hans_po, as: UTF8.self),
        .traditionalChinese: String(decoding: PackageResources.zh_Hant_po, as: UTF8.self),
    ])
}

/// The words of the demo's own pages and of its inbox.
extension Phrase {
    static let homeLoads = Phrase("Loading the programs.", in: .demo)
    static func inSight(_ first: Int, _ last: Int, of count: Int) -> Phrase {
        Phrase("\(first)–\(last) of \(count)", in: .demo)
    }
    static let inboxEmpty = Phrase("No messages.", in: .demo)
    static let tabs = Phrase("Tabs", in: .demo)
    static let onlyQLeaves = Phrase("To leave, press q twice.", in: .demo)
    static let pressQAgain = Phrase("Press q again to leave.", in: .demo)

    static let demoTagline = Phrase("Come in", in: .demo)

    static let dawn = Phrase("Dawn", in: .demo)
    static let dawnDetail = Phrase("The first of four views", in: .demo)
    static let dawnText = Phrase(
        """
        Before anybody is up, mist fills the valley and the light comes in over the lowest ridge. Enter leads on.
        """, in: .demo)
    static let noon = Phrase("Noon", in: .demo)
    static let noonDetail = Phrase("The second of four views", in: .demo)
    static let noonText = Phrase(
        "Everything has its own colour, and the shortest shadow of the day. The tea house keeps its blinds down.",
        in: .demo)
    static let dusk = Phrase("Dusk", in: .demo)
    static let duskDetail = Phrase("The third of four views", in: .demo)
    static let duskText = Phrase(
        "The lamps of the market go on one by one, from the river upwards. The bikes come home by themselves.",
        in: .demo)
    static let night = Phrase("Night", in: .demo)
    static let nightDetail = Phrase("The last of four views", in: .demo)
    static let nightText = Phrase(
        "One flash every twelve seconds: the lighthouse counts for those who cannot sleep.", in: .demo)

    static let messageTea = Phrase("The kettle is on", in: .demo)
    static let messageTeaDetail = Phrase("Tea House, the menu", in: .demo)
    static let messageDawn = Phrase("Dawn at ten past six", in: .demo)
    static let messageDawnDetail = Phrase("The first view", in: .demo)
    static let messageBikes = Phrase("A bike is waiting for you", in: .demo)
    static let messageBikesDetail = Phrase("City Bikes", in: .demo)
    static let messageDusk = Phrase("The lamps go on at eight", in: .demo)
    static let messageDuskDetail = Phrase("The third view", in: .demo)
    static let messageOld = Phrase("A link from last year", in: .demo)
    static let messageOldDetail = Phrase("It leads nowhere any more", in: .demo)
    static let moveFocus = Phrase("Move", in: .demo)
    static let banner = Phrase("Banner", in: .demo)
    static let faults = Phrase("Faults", in: .demo)
    static let home = Phrase("Home", in: .demo)
    static let apps = Phrase("Apps", in: .demo)
    static let inbox = Phrase("Inbox", in: .demo)

    static let pageMissing = Phrase("This page cannot be displayed.", in: .demo)
    static let bannerMissing = Phrase("The banner could not be loaded.", in: .demo)
    static let catalogueAbsent = Phrase(
        "This platform lists no programs. A link or `foyer launch` opens one by its name.", in: .demo)
    static let catalogueMissing = Phrase("The list of programs could not be loaded.", in: .demo)
}

extension Language {
    /// Why a pop-up that the user has asked for did not come.
    func popupMissing(_ why: SafeText) -> SafeText {
        self[Phrase("The pop-up did not come: \(why).", in: .demo)]
    }
}
