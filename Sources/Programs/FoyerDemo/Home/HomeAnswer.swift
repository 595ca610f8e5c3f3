/// What an answer of the home screen in lines chooses, and its number. Programs and messages have those of the list.
enum HomeAnswer {
    case banner, back, quit
    case tab(at: Int)
    case item(at: Int)

    private static let (firstTab, lastTab) = (900_100, 900_199)

    init(number: Int) {
        switch number {
        case Self.banner.number: self = .banner
        case Self.back.number: self = .back
        case Self.quit.number: self = .quit
        case Self.firstTab...Self.lastTab: self = .tab(at: number - Self.firstTab)
        default: self = .item(at: number)
        }
    }

    var number: Int {
        switch self {
        case .banner: 900_000
        case .back: 900_001
        case .quit: 900_002
        case .tab(let index): Self.firstTab + index
        case .item(let index): index
        }
    }
}
