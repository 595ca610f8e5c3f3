import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// Plays the checks of a checklist: what its cards say must be so.
package enum ChecklistPlay {
    /// The sentences of a list's cards, by who tells whether they are true.
    package struct Count: Equatable, Sendable {
        package var played = 0
        /// Played, and only a person can tell the rest.
        package var partly = 0
        package var byPerson = 0
        package var untied = 0
    }

    package static func count(_ list: Checklist) -> Count {
        var count = Count()
        for item in list.items {
            for sentence in item.sentences {
                let own = item.checks.filter { $0.sentence == sentence }
                switch (own.contains(where: \.isPlayed), own.contains { !$0.isPlayed }) {
                case (true, false): count.played += 1
                case (true, true): count.partly += 1
                case (false, true): count.byPerson += 1
                case (false, false): count.untied += 1
                }
            }
        }
        return count
    }

    /// Which items are played: Foyer's own flows on a virtual clock, those with programs in real time, or both.
    package enum Choice: Sendable {
        case all, virtual, real
    }

    /// Plays the items that have checks.
    ///
    /// - Returns: a result for each of these items, in the order of the list.
    package static func run(
        _ list: Checklist, on assets: ScenarioAssets, language: Language, _ choice: Choice = .all
    ) async -> [ScenarioResult] {
        let all = list.items.enumerated().filter { !$0.element.checks.isEmpty }.map { index, item in
            var run = ChecklistRun(list)
            run.move(to: index)
            return item.scenario(of: run, place: language.place(index + 1, of: list.items.count), language)
        }
        var results: [Int: ScenarioResult] = [:]
        if choice != .real {
            let quick = all.indices.filter { !all[$0].isReal }
            let played = await ScenarioSuite.runHeadless(quick.map { all[$0] }, on: assets)
            for (index, result) in zip(quick, played) { results[index] = result }
        }
        if choice != .virtual {
            for index in all.indices where all[index].isReal {
                results[index] = await real(
                    all[index], on: assets, language, isOurs: assets.isShipped(list))
            }
        }
        return all.indices.compactMap { results[$0] }
    }

    private static func real(
        _ scenario: Scenario, on assets: ScenarioAssets, _ language: Language, isOurs: Bool
    ) async -> ScenarioResult {
        guard let program = scenario.program else {
            return await LiveRun.runUnseen(scenario, on: assets, server: nil, reach: FlowPlatform())
        }
        do {
            let server = try await StageServer.start(platform: assets.platform)
            let surroundings = ProgramOrder.surroundings(
                platform: try WebAddress(server.baseURL), isOurs ? language : nil)
            let result = try await LoopThread.run { ProgramRun.run(scenario, program.having(surroundings)) }
            await server.stop()
            return result
        } catch {
            return .failed(scenario, .other(LocalizedFailure(error).cause))
        }
    }
}

extension SentenceCheck {
    fileprivate var isPlayed: Bool {
        if case .steps = means { true } else { false }
    }
}

extension Scenario {
    /// Whether it starts programs, which takes real time.
    fileprivate var isReal: Bool {
        program != nil || steps.contains(where: \.isThere)
    }
}

extension ChecklistItem {
    /// What a tester does who believes each sentence of the card.
    fileprivate func scenario(of run: ChecklistRun, place: SafeText, _ language: Language) -> Scenario {
        var scenario = Scenario(title: id, file: run.checklist.file)
        (scenario.start, scenario.program, scenario.serve, scenario.stage) = (start, program, serve, stage)
        scenario.settings = settings
        scenario.settings.language = language
        scenario.onCard = { screen, host, now in
            let flow = WitnessScreen.Flow(run, place, host)
            let recorder = EvidenceRecorder(host.record, theme: host.theme, at: now) { [] }
            return WitnessScreen(screen, recorder, flow: flow)
        }
        for (index, check) in checks.enumerated() {
            guard case .steps(var steps) = check.means else { continue }
            let name = "\(id), \(check.sentence.name): "
            if !checks[(index + 1)...].contains(where: { $0.sentence == check.sentence }) { steps += quotedStep(check) }
            for index in steps.indices { steps[index].summary = name + steps[index].summary }
            scenario.steps += steps
        }
        return scenario
    }

    /// What the sentence quotes has been on the screen.
    private func quotedStep(_ check: SentenceCheck) -> [ScenarioStep] {
        let quotes = quotes(in: check.sentence)
        return quotes.isEmpty ? [] : [.seen(quotes, line: check.mark.line)]
    }
}
