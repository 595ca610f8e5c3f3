import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import TestSupport
import Testing

@testable import Foyer

/// The loop with real pipes.
@Suite(.timeLimit(.minutes(1))) struct ConversationLoopTests {
    /// Shows a screen to somebody who has typed all answers, and returns what was said.
    private func talk(_ answers: String, _ makeFirst: @escaping @Sendable () -> any Screen) async throws -> [String] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PrintedLines.NoPipe() }
        let bytes = Array(answers.utf8)
        _ = write(ends[1], bytes, bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        let printed = try PrintedLines()
        var loop = ConversationLoop(theme: DisplayTheme(reducesMotion: true), language: .english)
        loop.input = ends[0]
        loop.output = LineOutput(printed.writeEnd)
        _ = try await loop.run(makeFirst)
        return printed.lines
    }

    @Test func everyAnswerIsGivenAndTheEndOfInputCloses() async throws {
        #expect(
            try await talk("m\nm", { Counter() }) == [
                "0.", "1 More, 2 Close?", "1.", "1 More, 2 Close?", "2.", "1 More, 2 Close?",
            ])
    }

    /// What is posted may end it while nothing is asked.
    @Test func aScreenThatLeavesByItselfEndsTheConversation() async throws {
        let lines = try await talk("anything\n", { Leaver() })
        #expect(lines.isEmpty || lines == ["One moment."])
    }
}

private final class Counter: Screen {
    private var count = 0

    func draw(in canvas: inout Canvas, context: ScreenContext) { canvas.fill(.ground) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .chosen = event { count += 1 }
        return event.key == .character("q") ? .leave : .stay
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        var spoken = Spoken(SafeText("\(count)"))
        spoken.answers = [SpokenAnswer("More", choose: 1), .close(context.language)]
        return spoken
    }
}

private final class Leaver: Screen {
    private let inbox = Inbox<Bool>()

    func appear(_ context: ScreenContext) {
        let post = inbox.poster(context)
        Task { post(true) }
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) { canvas.fill(.ground) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .woken = event { return .leave }
        return .stay
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        var spoken = Spoken("One moment")
        spoken.isAsking = false
        return spoken
    }
}
