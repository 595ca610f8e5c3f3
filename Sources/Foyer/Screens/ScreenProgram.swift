import FoyerClient
import FoyerCore
import FoyerTUI

/// A stack of screens as the loop's program.
public struct ScreenProgram: LoopProgram {
    private var stack: ScreenStack
    /// What everything is drawn with now.
    public private(set) var theme: Theme
    private var lastNow = Instant.zero

    /// - Parameter mailbox: what the screens' tasks post goes there, for the loop to hand it back.
    public init(first: any Screen, theme: Theme, language: Language, mailbox: Mailbox<ScreenMessage>, at now: Instant) {
        self.theme = theme
        stack = ScreenStack(theme: theme, language: language) { mailbox.post($0) }
        lastNow = now
        stack.push(first, at: now)
    }

    /// Puts a screen on top; also brings a program back whose last screen has left.
    public mutating func push(_ screen: any Screen, at now: Instant) {
        lastNow = now
        stack.push(screen, at: now)
    }

    /// Shows all screens in another look and language from the next frame on.
    private mutating func restyle(_ presentation: Presentation) {
        theme = presentation.theme
        stack.restyle(presentation.theme, presentation.language)
    }

    public mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        lastNow = now
        switch event {
        case .started: stack.framePresented(at: now)
        case .input(.endOfInput): stack.removeAll()
        case .input(let input): stack.handle(input, at: now)
        case .posted(let message):
            if let look = message.look { restyle(look) } else { stack.handle(message, at: now) }
        case .deadline: stack.deadlineReached(at: now)
        }
    }

    public mutating func render(size: CellSize, at now: Instant) -> Frame {
        lastNow = now
        let canvas = stack.draw(size: size, at: now)
        var cells = canvas.buffer.cells
        if theme.depth == .mono {
            // Without colours a meaning is carried by attributes.
            for index in cells.indices { cells[index].attributes = theme.resolve(cells[index]).attributes }
        }
        return Frame(size: size, cells: cells, links: stack.links, taskbar: stack.taskbar, pictures: canvas.pictures)
    }

    public var nextDeadline: Instant? { stack.nextDeadline(after: lastNow) }
    public var outcome: Bool? { stack.isEmpty ? true : nil }
    /// What screens that have left still do.
    public var remainingWork: [Task<Void, Never>] { stack.remainingWork }
}

/// A program of the loop whose screens may have work left when it ends.
public protocol ScreenLoopProgram: LoopProgram where Posted == ScreenMessage {
    /// What must have ended before the program does.
    var remainingWork: [Task<Void, Never>] { get }
    /// Told before the loop begins.
    mutating func opened(_ terminal: Terminal)
}

extension ScreenLoopProgram {
    public mutating func opened(_ terminal: Terminal) {}
}

extension ScreenProgram: ScreenLoopProgram {}

/// A stack of screens whose look can change while it is shown: the terminal is told, too.
private struct RestyledProgram: ScreenLoopProgram {
    var screens: ScreenProgram
    private var terminal: Terminal?

    init(screens: ScreenProgram) {
        self.screens = screens
    }

    mutating func opened(_ terminal: Terminal) {
        self.terminal = terminal
    }

    mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        if case .posted(let message) = event, let look = message.look {
            guard case .screen(let plan) = look.output else { return }
            let theme = look.theme
            // Where curses cannot begin anew, the terminal says that input has ended.
            guard let terminal, (try? terminal.restyle(plan, resolve: { theme.resolve($0) })) != nil else { return }
        }
        screens.handle(event, at: now)
    }

    mutating func render(size: CellSize, at now: Instant) -> Frame { screens.render(size: size, at: now) }
    var nextDeadline: Instant? { screens.nextDeadline }
    var outcome: Bool? { screens.outcome }
    var remainingWork: [Task<Void, Never>] { screens.remainingWork }
}

/// Runs screens on the process's terminal, on a thread of their own.
enum ScreenHost {
    /// Returns when the last screen has left and its work is done, with the terminal as it was found.
    ///
    /// - Parameters:
    ///   - recording: gets a copy of every byte that the terminal gets.
    ///   - control: changes how they are shown.
    ///   - makeFirst: makes the first screen, on the thread that owns the terminal.
    static func run(
        plan: TerminalPlan, theme: Theme, language: Language, recording: (@Sendable ([UInt8]) -> Void)? = nil,
        control: DisplayControl? = nil, makeFirst: sending @escaping () -> any Screen
    ) async throws(TerminalError) {
        try await run(plan: plan, theme: theme, recording: recording) { mailbox, now in
            control?.connect(to: mailbox)
            return RestyledProgram(
                screens: ScreenProgram(
                    first: makeFirst(), theme: theme, language: language, mailbox: mailbox, at: now))
        }
        control?.connect(to: nil)
    }

    /// The same for a program that shows screens among other things.
    static func run<Program: ScreenLoopProgram>(
        plan: TerminalPlan, theme: Theme, recording: (@Sendable ([UInt8]) -> Void)? = nil,
        makeProgram: sending @escaping (Mailbox<ScreenMessage>, Instant) -> Program
    ) async throws(TerminalError) {
        let result: Result<[Task<Void, Never>], TerminalError> = try await LoopThread.run {
            Result { () throws(TerminalError) in
                let mailbox = try Mailbox<ScreenMessage>(isGradual: \.isGradual)
                let terminal = try Terminal(
                    plan: plan, resolve: { theme.resolve($0) }, compress: Deflate.zlib, recording: recording)
                defer { terminal.close() }
                var program = makeProgram(mailbox, terminal.now)
                program.opened(terminal)
                _ = EventLoop.run(&program, on: terminal, mailbox: mailbox)
                return program.remainingWork
            }
        }
        for work in try result.get() { await work.value }
    }
}

extension InputEvent {
    /// Whether the user asked for something: a key, or a whole click.
    public var isKeyOrClick: Bool {
        switch self {
        case .key, .paste: true
        case .mouse(let mouse): mouse.kind == .click
        case .resized, .resumed, .endOfInput: false
        }
    }

    /// Whether it comes from the keyboard or the mouse.
    var isOfUser: Bool {
        switch self {
        case .key, .mouse, .paste: true
        case .resized, .resumed, .endOfInput: false
        }
    }

    /// Whether the user pressed something, as opposed to moving the mouse or letting a button go.
    public var isPress: Bool {
        switch self {
        case .key, .paste: true
        case .mouse(let mouse): mouse.kind == .press || mouse.kind == .click
        case .resized, .resumed, .endOfInput: false
        }
    }
}
