import FoyerCore

/// A stack of screens as the loop's program.
package struct ScreenProgram: LoopProgram {
    private var stack: ScreenStack
    /// The present look.
    package private(set) var theme: DisplayTheme
    private var lastNow = Instant.zero

    /// - Parameter mailbox: receives wake-ups for screens, which the loop hands back.
    package init(
        first: any Screen, theme: DisplayTheme, language: Language, mailbox: Mailbox<ScreenMessage>, at now: Instant
    ) {
        self.theme = theme
        stack = ScreenStack(theme: theme, language: language) { mailbox.post($0) }
        lastNow = now
        stack.push(first, at: now)
    }

    /// Puts a screen on top; also revives a program whose last screen has left.
    package mutating func push(_ screen: any Screen, at now: Instant) {
        lastNow = now
        stack.push(screen, at: now)
    }

    /// Shows all screens in another look and language from the next frame on.
    private mutating func restyle(_ look: ScreenLook) {
        theme = look.theme
        stack.restyle(look.theme, look.language)
    }

    package mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        lastNow = now
        switch event {
        case .started: stack.framePresented(at: now)
        case .input(.endOfInput): stack.removeAll()
        case .input(let input): stack.handle(input, at: now)
        case .posted(let message):
            switch message.content {
            case .restyle(let look): restyle(look)
            case .answered: break
            case .wake(let screen, _): stack.wake(screen: screen, at: now)
            }
        case .deadline: stack.deadlineReached(at: now)
        case .frameTaken(let time): stack.frameTaken(in: time, at: now)
        }
    }

    package mutating func render(size: CellSize, at now: Instant) -> Frame {
        lastNow = now
        let canvas = stack.draw(size: size, at: now)
        var cells = canvas.buffer.cells
        if theme.changesAttributes {
            // Without colours, attributes carry the meaning.
            for index in cells.indices { cells[index].attributes = theme.resolve(cells[index]).attributes }
        }
        var frame = Frame(
            size: size, cells: cells, cursor: canvas.focus, links: stack.links, taskbar: stack.taskbar,
            pictures: canvas.pictures)
        (frame.expected, frame.copied, frame.title) = (canvas.expected, canvas.copied, canvas.title)
        return frame
    }

    /// When the topmost screen next wants to be drawn.
    package var nextDeadline: Instant? { stack.nextDeadline(after: lastNow) }
    /// How it ended; `nil` while it runs.
    package var outcome: Bool? { stack.isEmpty ? true : nil }
    /// Unfinished work of screens that have left.
    package var remainingWork: [Task<Void, Never>] { stack.remainingWork }
}

/// A program of the loop whose screens may have work left when it ends.
package protocol ScreenLoopProgram: LoopProgram, SendableMetatype where Posted == ScreenMessage {
    /// Work to finish before the program ends.
    var remainingWork: [Task<Void, Never>] { get }
    /// Called before the loop begins.
    mutating func opened(_ terminal: Terminal)
    /// Called after the loop, before the terminal is restored, which may bring its last answers.
    func closing(_ terminal: Terminal)
}

extension ScreenLoopProgram {
    package mutating func opened(_ terminal: Terminal) {}
    package func closing(_ terminal: Terminal) {}
}

extension ScreenProgram: ScreenLoopProgram {}

/// A stack of screens whose look can change while it is shown, by the user's choice or the terminal's answers; the
/// terminal follows.
private struct RestyledProgram: ScreenLoopProgram {
    var screens: ScreenProgram
    private var terminal: Terminal?
    private var look: ScreenLook
    private let learn: (@Sendable (TerminalAnswers) -> ScreenLook)?
    private let mailbox: Mailbox<ScreenMessage>

    init(
        screens: ScreenProgram, look: ScreenLook, learn: (@Sendable (TerminalAnswers) -> ScreenLook)?,
        mailbox: Mailbox<ScreenMessage>
    ) {
        self.screens = screens
        self.look = look
        self.learn = learn
        self.mailbox = mailbox
    }

    mutating func opened(_ terminal: Terminal) {
        self.terminal = terminal
        terminal.learned = { [mailbox] in mailbox.post(ScreenMessage(.answered($0))) }
    }

    func closing(_ terminal: Terminal) {
        terminal.learned = { [learn] in _ = learn?($0) }
    }

    mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        guard case .posted(let message) = event else { return screens.handle(event, at: now) }
        switch message.content {
        case .answered(let answers): if let look = learn?(answers) { show(look, at: now) }
        case .restyle(let look): show(look, at: now)
        case .wake: screens.handle(event, at: now)
        }
    }

    private mutating func show(_ look: ScreenLook, at now: Instant) {
        guard let plan = look.plan, let terminal else { return }
        let theme = look.theme
        let isSame = theme == self.look.theme && look.language == self.look.language
        self.look = look
        if isSame, terminal.adopt(plan) { return }
        // If curses cannot restart, the terminal reports the end of input.
        guard (try? terminal.restyle(plan, resolve: { theme.resolve($0) })) != nil else { return }
        screens.handle(.posted(ScreenMessage(.restyle(look))), at: now)
    }

    mutating func render(size: CellSize, at now: Instant) -> Frame { screens.render(size: size, at: now) }
    var nextDeadline: Instant? { screens.nextDeadline }
    var outcome: Bool? { screens.outcome }
    var remainingWork: [Task<Void, Never>] { screens.remainingWork }
}

/// Runs screens on the process's terminal, on a thread of their own.
package enum ScreenHost {
    /// Returns when the last screen has left and its work is done, with the terminal as it was found.
    ///
    /// - Parameters:
    ///   - compress: compresses pictures sent in pixels.
    ///   - recording: receives a copy of every byte sent to the terminal.
    ///   - keyboard: whether keys are read; without it they always are.
    ///   - connect: receives a closure that posts another look, and `nil` after the last screen has left.
    ///   - handsOver: whether the terminal's second screen is left on, for what draws next; asked once the last screen has
    ///     left.
    ///   - learn: the look for a terminal that has answered.
    ///   - makeFirst: makes the first screen, on the thread that owns the terminal.
    package static func run(
        plan: TerminalPlan, theme: DisplayTheme, language: Language, compress: PixelCompressor? = nil,
        recording: (@Sendable ([UInt8]) -> Void)? = nil, keyboard: KeyboardAccess? = nil,
        connect: (@Sendable (Mailbox<ScreenMessage>?) -> Void)? = nil, handsOver: (@Sendable () -> Bool)? = nil,
        learn: (@Sendable (TerminalAnswers) -> ScreenLook)? = nil, makeFirst: sending @escaping () -> any Screen
    ) async throws(TerminalError) {
        try await run(
            plan: plan, theme: theme, compress: compress, recording: recording, keyboard: keyboard, handsOver: handsOver
        ) { mailbox, now in
            connect?(mailbox)
            return RestyledProgram(
                screens: ScreenProgram(
                    first: makeFirst(), theme: theme, language: language, mailbox: mailbox, at: now),
                look: ScreenLook(plan: plan, theme: theme, language: language), learn: learn, mailbox: mailbox)
        }
        connect?(nil)
    }

    /// The same for a program that shows screens among other things.
    package static func run<Program: ScreenLoopProgram>(
        plan: TerminalPlan, theme: DisplayTheme, compress: PixelCompressor? = nil,
        recording: (@Sendable ([UInt8]) -> Void)? = nil, keyboard: KeyboardAccess? = nil,
        handsOver: (@Sendable () -> Bool)? = nil,
        makeProgram: sending @escaping (Mailbox<ScreenMessage>, Instant) -> Program
    ) async throws(TerminalError) {
        let remaining = try await LoopThread.run { () throws(TerminalError) in
            let mailbox = try Mailbox<ScreenMessage>(isGradual: { $0.isGradual })
            let terminal = try Terminal(
                plan: plan, resolve: { theme.resolve($0) }, compress: compress, recording: recording, keyboard: keyboard
            )
            defer { terminal.close() }
            var program = makeProgram(mailbox, terminal.now)
            program.opened(terminal)
            _ = EventLoop.run(&program, on: terminal, mailbox: mailbox)
            program.closing(terminal)
            if handsOver?() == true { terminal.handOver() }
            return RemainingWork(tasks: program.remainingWork)
        }
        for task in remaining.tasks { await task.value }
    }

    private struct RemainingWork: Sendable {
        let tasks: [Task<Void, Never>]
    }
}
