import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import Glibc

extension ChecklistSession {
    /// Lets the tester use the program on the terminal itself.
    static func sit(
        _ program: ProgramOrder, of run: ChecklistRun, _ order: Order, _ presentation: Presentation
    ) async -> Result<ItemEvidence, LocalizedFailure> {
        let found = OutcomeBox(ItemEvidence())
        let theme = DisplayTheme(palette: presentation.theme.palette)
        do {
            // In lines, the card stands above the program's.
            let isSpoken = if case .conversation = presentation.output { true } else { false }
            let plan = ChecklistCard(run: run, language: presentation.language)
            let card = SittingCard(language: presentation.language, theme: presentation.theme) {
                plan.drawPlan(over: &$0, from: $1)
            }
            let end = try await ProgramSitting.run(
                program, card: isSpoken ? nil : card, inLines: isSpoken, recording: order.recording
            ) {
                EvidenceRecorder(theme: theme, at: MonotonicClock.now) { found.value = $0 }
            }
            // Its last words stay until the tester has read them.
            ProgramSitting.write(Array((presentation.language[.programIsOver(end.exitStatus)].string + "\n").utf8))
            // A last Ctrl-C is for the program.
            let interrupt = signal(SIGINT, SIG_IGN)
            _ = readLine()
            signal(SIGINT, interrupt)
            // For a moment, what stands here is what the next program begins with.
            let cleared = isSpoken ? [] : ProgramSitting.scrollAway(TerminalSize.read(STDOUT_FILENO))
            order.recording?(cleared)
            ProgramSitting.write(cleared)
            var evidence = found.value
            let identity = ProgramIdentity(program)
            (evidence.version, evidence.interpreter) = (identity.version, identity.interpreter)
            return .success(evidence)
        } catch {
            return .failure(error)
        }
    }
}
