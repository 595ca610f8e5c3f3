import Foyer
import FoyerPlatform

// The home screen in lines: a numbered list of what its page has.
extension HomeScreen {
    public func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = Spoken(language[tabs.current.word])
        if isBannerAlone {
            spoken = banner.spoken(language)
            spoken.answers += spokenAnswers(context).map(\.unnumbered)
        } else if hasMessages || hasLoaded {
            spoken.returnsBriefly = true
            if !hasMessages { describePrograms(in: &spoken, language) }
            spoken.answers = spokenAnswers(context)
        } else {
            // Programs that come later would move the numbers of other answers.
            spoken = .waiting(language[.homeLoads], in: language)
        }
        spoken.news = notice.news
        return spoken
    }

    private func describePrograms(in spoken: inout Spoken, _ language: Language) {
        if let absence = programs.absence { spoken.text = [language[absence]] }
        if hasBanner { spoken.summary = [banner.spoken(language).title] }
        let count = programs.all.count
        spoken.summary.append(language[Phrase("\(count) programs", in: .demo)])
    }

    private func spokenAnswers(_ context: ScreenContext) -> [SpokenAnswer] {
        var answers = answers(context).answers
        answers[answers.count - 1].letter = "q"
        return answers
    }

    /// The messages or the programs and the banner, the other tabs, and the commands; the last one leaves.
    func answers(_ context: ScreenContext) -> [ScreenAction] {
        let language = context.language
        func answer(_ label: SafeText, _ detail: SafeText = "", perform: @escaping () -> Void) -> ScreenAction {
            var answer = ScreenAction([], label) { _ in perform() }
            answer.detail = detail
            return answer
        }
        if isBannerAlone { return [answer(language[.back]) { self.moveFocus(to: .content) }] }
        var answers: [ScreenAction] = []
        if hasMessages {
            answers = Notification.all.enumerated().map { index, message in
                answer(language[message.title], language[message.detail]) { self.tap(messageAt: index) }
            }
        } else {
            answers = programs.all.enumerated().map { index, program in
                answer(program.name, program.slogan) { self.open(programAt: index) }
            }
            if hasBanner {
                answers.append(
                    answer(banner.spoken(language).title, banner.sentence(language)) { self.moveFocus(to: .banner) })
            }
        }
        answers += tabs.all.filter { $0 != tabs.current }.map { tab in
            answer(language[tab.word]) { self.show(tab) }
        }
        answers += actions(context)["f", "o", "r"]
        return answers + [answer(language[.quit]) { context.request(.leave) }]
    }

    /// The banner alone is read, since the user has asked for it.
    private var isBannerAlone: Bool { tabs.current == .home && focus == .banner }
    private var hasBanner: Bool { tabs.current == .home && focusable.contains(.banner) }
    private var hasMessages: Bool { tabs.current == .inbox && inbox != nil }
    private var hasLoaded: Bool {
        programs.isLoaded && (banner.data != nil || banner.failure != nil || banner.isHidden)
    }
}
