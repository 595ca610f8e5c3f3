import Foyer
import FoyerPlatform

// The home page in lines: a numbered list of what its screen has.
extension HomeScreen {
    /// The numbers of answers that are no program.
    private enum Answer {
        static let banner = 900_000
        static let back = 900_001
        static let tabs = 900_100
    }

    public func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = tabs.current == .home && focus == .banner ? bannerPage(language) : list(language)
        if let notice { spoken.news = [notice.text] }
        return spoken
    }

    private func bannerPage(_ language: Language) -> Spoken {
        var spoken = banner.spoken(language)
        spoken.answers.append(SpokenAnswer(language[.back], choose: Answer.back, letter: "q").unnumbered)
        return spoken
    }

    private func list(_ language: Language) -> Spoken {
        guard isLoaded, hasBannerSettled else { return .waiting(language[.homeLoads], in: language) }
        var spoken = Spoken(language[tabs.current.word])
        spoken.returnsBriefly = true
        if programs.isEmpty { spoken.text = [language[hasNoCatalogue ? .catalogueAbsent : .catalogueMissing]] }
        spoken.answers = programs.enumerated().map { index, program in
            SpokenAnswer(program.name, detail: program.slogan, choose: index)
        }
        if tabs.current == .home, focusable.contains(.banner) {
            let shown = banner.spoken(language)
            spoken.answers.append(
                SpokenAnswer(shown.title, detail: banner.sentence(language), choose: Answer.banner))
            spoken.summary = [shown.title]
        }
        let count = programs.count
        spoken.summary.append(
            language[Phrase("\(count) programs", "\(count) 个小程序", "\(count) 個小程式")])
        spoken.answers += commands(language)
        return spoken
    }

    /// What every tab has.
    func commands(_ language: Language) -> [SpokenAnswer] {
        var answers = tabs.all.enumerated().filter { $0.element != tabs.current }.map {
            SpokenAnswer(language[$0.element.word], choose: Answer.tabs + $0.offset)
        }
        if display.additions.makeFaultsPage != nil {
            answers.append(SpokenAnswer(language[.faults], press: .character("f")))
        }
        if display.control != nil { answers.append(SpokenAnswer(language[.settingsTitle], press: .character("o"))) }
        answers.append(SpokenAnswer(language[.reload], press: .character("r")))
        answers.append(SpokenAnswer(language[.quit], press: .character("q")))
        return answers
    }

    /// Its answers have come, whatever they are: later ones would move the numbers of others.
    private var hasBannerSettled: Bool { banner.data != nil || banner.failure != nil || banner.isHidden }

    func choose(_ number: Int, _ event: ScreenEvent, _ context: ScreenContext) {
        notice = nil
        switch number {
        case Answer.banner: moveFocus(to: .banner)
        case Answer.back: moveFocus(to: .grid)
        case let tab where tabs.all.indices.contains(tab - Answer.tabs): show(tabs.all[tab - Answer.tabs])
        default: if !banner.handle(event, context: context) { open(programAt: number) }
        }
    }
}
