import Foyer
import FoyerPlatform

/// The home screen in lines: a numbered list of what its page has.
struct HomeSpeech {
    /// What the page shows.
    enum Page {
        /// The banner alone, of which one has asked to hear more.
        case banner
        case messages
        /// The programs, with the banner above them where there is room for it.
        case programs(below: TouchBanner?)
        /// What has not come yet: later answers would move the numbers of others.
        case loading
    }

    let page: Page
    let banner: TouchBanner
    let programs: HomePrograms
    let tabs: HomeTabs
    let hasFaults: Bool
    let hasSettings: Bool
    let language: Language

    var spoken: Spoken {
        switch page {
        case .loading: .waiting(language[.homeLoads], in: language)
        case .banner: bannerPage
        case .messages: messages
        case .programs(let banner): list(below: banner)
        }
    }

    private var bannerPage: Spoken {
        var spoken = banner.spoken(language)
        spoken.answers.append(
            SpokenAnswer(language[.back], choose: HomeAnswer.back.number, letter: "q").unnumbered)
        return spoken
    }

    private var messages: Spoken {
        var spoken = Spoken(language[.inbox])
        spoken.returnsBriefly = true
        spoken.answers = Notification.all.enumerated().map { index, message in
            SpokenAnswer(
                language[message.title], detail: language[message.detail], choose: HomeAnswer.item(at: index).number)
        }
        spoken.answers += commands
        return spoken
    }

    private func list(below banner: TouchBanner?) -> Spoken {
        var spoken = Spoken(language[tabs.current.word])
        spoken.returnsBriefly = true
        if let absence = programs.absence { spoken.text = [language[absence]] }
        spoken.answers = programs.all.enumerated().map { index, program in
            SpokenAnswer(program.name, detail: program.slogan, choose: HomeAnswer.item(at: index).number)
        }
        if let banner {
            let title = banner.spoken(language).title
            spoken.answers.append(
                SpokenAnswer(title, detail: banner.sentence(language), choose: HomeAnswer.banner.number))
            spoken.summary = [title]
        }
        let count = programs.all.count
        spoken.summary.append(
            language[Phrase("\(count) programs", "\(count) 个小程序", "\(count) 個小程式")])
        spoken.answers += commands
        return spoken
    }

    /// What every tab has.
    private var commands: [SpokenAnswer] {
        var answers = tabs.all.enumerated().filter { $0.element != tabs.current }.map {
            SpokenAnswer(language[$0.element.word], choose: HomeAnswer.tab(at: $0.offset).number)
        }
        if hasFaults { answers.append(SpokenAnswer(language[.faults], press: .character("f"))) }
        if hasSettings { answers.append(SpokenAnswer(language[.settingsTitle], press: .character("o"))) }
        answers.append(SpokenAnswer(language[.reload], press: .character("r")))
        answers.append(SpokenAnswer(language[.quit], choose: HomeAnswer.quit.number, letter: "q"))
        return answers
    }
}
