import FoyerCore
import Testing

@Suite struct CommandRouteTests {
    /// Where a command is started, as the rules of the output mode see it.
    enum Surroundings: CaseIterable {
        case prompt, promptWithLine, screenReader, screenReaderWithoutErrors, pipe, background, unknownTerminal,
            otherOutput
        case log

        var facts: CommandRoute.Facts {
            var facts: CommandRoute.Facts
            switch self {
            case .prompt, .otherOutput: facts = CommandRoute.Facts(form: .screen, drawnForm: .screen)
            case .promptWithLine: facts = CommandRoute.Facts(form: .line, drawnForm: .line)
            case .screenReader, .screenReaderWithoutErrors:
                facts = CommandRoute.Facts(form: .accessible, drawnForm: .accessible)
            case .pipe, .background: facts = CommandRoute.Facts(form: .lines, drawnForm: .lines)
            case .unknownTerminal: facts = CommandRoute.Facts(form: .screen, drawnForm: .lines)
            case .log: facts = CommandRoute.Facts(form: .log, drawnForm: .log)
            }
            facts.isInForeground = self != .background
            facts.showsErrors = self != .screenReaderWithoutErrors
            facts.isReplaceable = self != .pipe && self != .otherOutput
            return facts
        }

        /// Without flags and settings.
        var route: CommandRoute {
            switch self {
            case .prompt: .screen
            case .promptWithLine: .statusLine
            case .screenReader: .beside(announces: true)
            case .screenReaderWithoutErrors, .pipe, .background, .unknownTerminal, .otherOutput, .log: .becomes
            }
        }
    }

    private func decide(
        _ request: CommandRoute.Request, _ facts: CommandRoute.Facts, isQuick: Bool = false, claims: Bool = true
    ) -> CommandRoute {
        CommandRoute.decide(request, facts, isQuick: { isQuick }, claim: { claims })
    }

    @Test(arguments: Surroundings.allCases)
    func `the surroundings decide about a command without flags`(surroundings: Surroundings) {
        #expect(decide(.init(), surroundings.facts) == surroundings.route)
    }

    @Test(arguments: Surroundings.allCases)
    func `a command that is measured or recorded runs beside this process`(surroundings: Surroundings) {
        let route = decide(.init(staysBeside: true), surroundings.facts)
        #expect(route == (surroundings.route == .becomes ? .beside(announces: false) : surroundings.route))
    }

    @Test(arguments: Surroundings.allCases)
    func `without a splash the command takes the place of this process`(surroundings: Surroundings) {
        #expect(decide(.init(splash: .never), surroundings.facts) == .becomes)
        #expect(decide(.init(splash: .never, staysBeside: true), surroundings.facts) == .beside(announces: false))
    }

    @Test(arguments: [true, false], [SplashWish.auto, .always, .never])
    func `plain and json report in lines wherever they are asked for`(staysBeside: Bool, splash: SplashWish) {
        let (plain, json) = (
            CommandRoute.Facts(form: .lines, drawnForm: .lines), CommandRoute.Facts(form: .json, drawnForm: .json)
        )
        #expect(decide(.init(flag: .plain, splash: splash, staysBeside: staysBeside), plain) == .lines)
        #expect(decide(.init(flag: .json, splash: splash, staysBeside: staysBeside), json) == .json)
    }

    @Test func `a command that is known to be quick has no splash unless this process stays`() {
        let facts = Surroundings.prompt.facts
        #expect(decide(.init(), facts, isQuick: true) == .becomes)
        #expect(decide(.init(staysBeside: true), facts, isQuick: true) == .screen)
        #expect(decide(.init(), Surroundings.screenReader.facts, isQuick: true) == .beside(announces: true))
    }

    @Test(arguments: [Surroundings.prompt, .promptWithLine])
    func `the second launch on a terminal runs its command directly`(surroundings: Surroundings) {
        #expect(decide(.init(), surroundings.facts, claims: false) == .becomes)
        #expect(decide(.init(staysBeside: true), surroundings.facts, claims: false) == .beside(announces: false))
    }

    @Test func `only a route with a terminal of its own claims the terminal`() {
        for surroundings in Surroundings.allCases {
            var claims = 0
            let route = CommandRoute.decide(
                .init(), surroundings.facts, isQuick: { false },
                claim: {
                    claims += 1
                    return true
                })
            #expect(claims == (route.hasOwnTerminal ? 1 : 0), "\(surroundings)")
        }
    }
}
