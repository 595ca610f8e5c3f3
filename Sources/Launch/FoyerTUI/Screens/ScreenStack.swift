import FoyerCore

/// Wakes a screen, or changes the look of all of them.
package struct ScreenMessage: Sendable {
    package enum Content: Sendable {
        /// The screen's number on the stack.
        case wake(screen: Int, isGradual: Bool)
        case restyle(ScreenLook)
        /// The terminal has reported its abilities or its background.
        case answered(TerminalAnswers)
    }

    package let content: Content

    package init(_ content: Content) {
        self.content = content
    }

    /// Whether it may be shown a little later.
    package var isGradual: Bool {
        if case .wake(_, isGradual: true) = content { true } else { false }
    }
}

/// How all screens of a program are shown.
package struct ScreenLook: Sendable {
    /// The plan for the terminal; `nil` if there is none.
    package let plan: TerminalPlan?
    package let theme: DisplayTheme
    package let language: Language

    package init(plan: TerminalPlan?, theme: DisplayTheme, language: Language) {
        (self.plan, self.theme, self.language) = (plan, theme, language)
    }
}

/// The screens of a program, the topmost of which is shown.
package struct ScreenStack {
    private struct Entry {
        let id: Int
        let child: ScreenChild
    }

    private var entries: [Entry] = []
    /// Unfinished work of screens that have left; the program waits for it.
    package private(set) var remainingWork: [Task<Void, Never>] = []
    private var nextID = 1
    private var theme: DisplayTheme
    private var language: Language
    private let post: @Sendable (ScreenMessage) -> Void
    private var size = CellSize(columns: 80, rows: 24)
    /// The slowest frame of late.
    private var slowFrame: (end: Instant, time: Duration)?
    /// What is older says nothing about the terminal as it is now: at its own start it is slow.
    private static let lately = Duration.seconds(1)
    /// Whether the very first frame is complete on the terminal; later screens are told at once.
    private var hasStarted = false
    /// In lines: whether answers wait that were typed ahead.
    package var hasTypedAhead = false
    /// The slowest frame of late of the terminal around it, if it is inside another screen.
    private var outerFrameTime = Duration.zero
    /// Whether something of the screen around it lies on it.
    private var isObscured = false

    package init(theme: DisplayTheme, language: Language, post: @escaping @Sendable (ScreenMessage) -> Void) {
        self.theme = theme
        self.language = language
        self.post = post
    }

    /// Takes over what has changed around it, if it is inside another screen.
    package mutating func follow(_ context: ScreenContext) {
        restyle(context.theme, context.language)
        (hasTypedAhead, outerFrameTime) = (context.hasTypedAhead, context.frameTime)
    }

    /// Something of the screen around it, such as a sheet, lies on it, or no longer does.
    mutating func setObscured(_ isObscured: Bool, at now: Instant) {
        self.isObscured = isObscured
        for entry in entries {
            guard let context = context(of: entry.id, at: now) else { continue }
            obey(entry.child.setObscured(isObscured, context), of: entry, at: now)
        }
    }

    package var isEmpty: Bool { entries.isEmpty }
    /// The numbers of the screens, the topmost last.
    package var numbers: [Int] { entries.map(\.id) }
    package var top: (any Screen)? { entries.last?.child.screen }
    package var bottom: (any Screen)? { entries.first?.child.screen }

    /// Changes the theme and language of later contexts.
    package mutating func restyle(_ theme: DisplayTheme, _ language: Language) {
        (self.theme, self.language) = (theme, language)
    }

    /// Puts a screen on top; the one below is told that it is covered, and is not drawn until it is visible again.
    ///
    /// - Returns: the screen's unique number.
    @discardableResult
    package mutating func push(_ screen: any Screen, at now: Instant) -> Int {
        if let top = entries.last, let context = context(of: top.id, at: now) {
            _ = top.child.handle(.covered, context: context)
        }
        let number = nextID
        let child = ScreenChild(screen)
        entries.append(Entry(id: number, child: child))
        nextID += 1
        guard let context = context(at: now) else { return number }
        child.appear(context)
        if let entry = entries.last { obey(child.setObscured(isObscured, context), of: entry, at: now) }
        return number
    }

    /// Removes the topmost screen; the one below is told that it is visible again.
    package mutating func pop(at now: Instant) {
        guard let top = entries.popLast() else { return }
        dismiss(top.child)
        deliver(.uncovered, at: now)
    }

    /// Replaces the topmost screen; those below are told nothing.
    @discardableResult
    package mutating func replaceTop(with screen: any Screen, at now: Instant) -> Int {
        if let top = entries.popLast() { dismiss(top.child) }
        return push(screen, at: now)
    }

    package var taskbar: TaskbarProgress { entries.last?.child.taskbar ?? .none }
    /// The links of the last frame.
    package var links: [FrameLink] { entries.last?.child.links ?? [] }

    /// The terminal has gone: every screen leaves.
    package mutating func removeAll() {
        for entry in entries.reversed() { dismiss(entry.child) }
        entries = []
    }

    /// A frame is on the terminal.
    package mutating func framePresented(at now: Instant) {
        hasStarted = true
        guard let index = untold else { return }
        deliver(.presented, to: index, at: now)
    }

    /// The screen whose first frame has been drawn, and who has not been told that the terminal has it. It may have been
    /// covered since.
    private var untold: Int? { entries.lastIndex { $0.child.owesPresented } }

    /// Whether the terminal has had a frame of this screen, or of one that lies on it.
    package func hasPresented(_ number: Int) -> Bool {
        entries.contains { $0.id >= number && $0.child.hasPresented }
    }

    /// When `deadlineReached` is due: at once if a first frame has just been drawn.
    package func nextDeadline(after now: Instant) -> Instant? {
        untold != nil && hasStarted ? now : entries.last?.child.nextFrame(after: now)
    }

    package mutating func render(size: CellSize, at now: Instant) -> Buffer { draw(size: size, at: now).buffer }

    /// The topmost screen's next frame, with its clickable keys.
    package mutating func draw(size: CellSize, at now: Instant) -> Canvas {
        if size != self.size {
            // A screen that appeared before the terminal's size was known has been told another one.
            self.size = size
            if !entries.isEmpty { deliver(.input(.resized(size)), at: now) }
        }
        guard let top = entries.last, let context = context(at: now) else { return Canvas(size: size, theme: theme) }
        guard let below = visibleBelow(top), let context = self.context(of: below.id, at: now) else {
            return top.child.drawApart(context)
        }
        var canvas = Canvas(size: size, theme: theme)
        below.child.draw(in: &canvas, context: context)
        return canvas
    }

    /// What is in view while the topmost screen has nothing to show; `nil` if it has.
    private func visibleBelow(_ top: Entry) -> Entry? {
        entries.count > 1 && top.child.screen.isUnseen ? entries[entries.count - 2] : nil
    }

    /// What the topmost screen says; asked after it has been drawn, since what says nothing itself is read from its
    /// cells.
    package func spoken(at now: Instant) -> Spoken? {
        guard let top = entries.last else { return nil }
        let entry = visibleBelow(top) ?? top
        guard let context = context(of: entry.id, at: now) else { return nil }
        var (spoken, isCard) = entry.child.said(context)
        spoken.place = [entry.id] + (isCard ? [Self.cardPlace] : spoken.place)
        // Whoever does not see it can leave it, whatever it offers.
        return spoken.closable(language)
    }

    /// The place of a card over a screen, which is another page.
    private static let cardPlace = -1
    /// The parts of the last frame that speak for themselves.
    package var speech: CanvasSpeech { entries.last?.child.drawn?.speech ?? CanvasSpeech() }

    /// Gives the topmost screen an answer in lines.
    package mutating func choose(_ number: Int, at now: Instant) { deliver(.chosen(number), at: now) }

    package mutating func handle(_ input: InputEvent, at now: Instant) {
        // Screens lay out at once, before the next frame is drawn.
        if case .resized(let size) = input { self.size = size }
        deliver(.input(input), at: now)
    }

    /// Wakes the screen that a message is for.
    mutating func wake(_ message: ScreenMessage, at now: Instant) {
        if case .wake(let screen, _) = message.content { wake(screen: screen, at: now) }
    }

    /// Wakes a screen, even if it is covered; does nothing if it has left.
    package mutating func wake(screen: Int, at now: Instant) {
        guard let index = entries.firstIndex(where: { $0.id == screen }) else { return }
        deliver(.woken, to: index, at: now)
    }

    package mutating func deadlineReached(at now: Instant) {
        if untold != nil, hasStarted { framePresented(at: now) } else { deliver(.deadline, at: now) }
    }

    private mutating func deliver(_ event: ScreenEvent, at now: Instant) {
        guard !entries.isEmpty else { return }
        deliver(event, to: entries.count - 1, at: now)
    }

    private mutating func deliver(_ event: ScreenEvent, to index: Int, at now: Instant) {
        let entry = entries[index]
        guard let context = context(of: entry.id, at: now) else { return }
        obey(entry.child.handle(event, context: context), of: entry, at: now)
    }

    private mutating func obey(_ command: ScreenCommand, of entry: Entry, at now: Instant) {
        switch command {
        case .stay: break
        case .push(let screen): push(screen, at: now)
        case .leave:
            guard let index = entries.firstIndex(where: { $0.id == entry.id }) else { return }
            dismiss(entry.child)
            entries.remove(at: index)
            guard index == entries.count else { return }
            deliver(.uncovered, at: now)
        }
    }

    private mutating func dismiss(_ child: ScreenChild) {
        child.disappear()
        if let work = child.remainingWork { remainingWork.append(work) }
    }

    /// The terminal has taken a frame, after this time.
    package mutating func frameTaken(in time: Duration, at now: Instant) {
        if time >= frameTime(at: now) { slowFrame = (now, time) }
    }

    private func frameTime(at now: Instant) -> Duration {
        guard let slowFrame, now - slowFrame.end <= Self.lately else { return outerFrameTime }
        return max(slowFrame.time, outerFrameTime)
    }

    private func context(at now: Instant) -> ScreenContext? {
        entries.last.flatMap { context(of: $0.id, at: now) }
    }

    private func context(of id: Int, at now: Instant) -> ScreenContext? {
        let post = post
        return ScreenContext(
            now: now, size: size, theme: theme, language: language, hasTypedAhead: hasTypedAhead,
            frameTime: frameTime(at: now)
        ) { isGradual in
            post(ScreenMessage(.wake(screen: id, isGradual: isGradual)))
        }
    }
}
