import FoyerCore
import FoyerTUI
import Synchronization

/// A screen without a terminal, for a host's tests: takes keys and clicks, and is read as text.
///
/// ```swift
/// let test = TestScreen(Inbox())
/// test.press(.down, .enter)
/// #expect(test.text.contains("The kettle is on"))
/// test.send(.paste("a word"))
/// ```
/// Its clock stands still except for ``advance(by:)``, so a test of a timer takes no time. For what tasks post to an
/// `Inbox` there is ``wait(upTo:until:)``, during which the clock runs. Use it from one thread.
public final class TestScreen {
    private var stack: ScreenStack
    private var size: CellSize
    private let waiting: Waiting

    /// The time on the screen's clock; it begins at zero.
    public private(set) var now = Instant.zero

    /// What screens have posted from other threads.
    private final class Waiting: Sendable {
        let messages = Mutex<[ScreenMessage]>([])
    }

    /// Shows a screen and draws its first frame.
    ///
    /// - Parameters:
    ///   - screen: the first screen; it may push others on top.
    ///   - size: the terminal's size, in cells.
    public init(
        _ screen: any Screen, size: CellSize = CellSize(columns: 80, rows: 24), theme: DisplayTheme = DisplayTheme(),
        language: Language = .english
    ) {
        let waiting = Waiting()
        self.waiting = waiting
        self.size = size
        stack = ScreenStack(theme: theme, language: language) { message in
            waiting.messages.withLock { $0.append(message) }
        }
        stack.push(screen, at: now)
        draw()
        stack.framePresented(at: now)
    }

    /// Whether the last screen has left.
    public var isOver: Bool { stack.isEmpty }

    /// What is on the screen, a line for each row, without colours.
    public var text: String { draw().text }

    /// The text, with each row's colours and attributes below it: for comparing with a file.
    public var styledText: String { draw().styledText }

    /// Presses keys, one after the other.
    public func press(_ keys: KeyEvent...) {
        for key in keys { send(.key(key)) }
    }

    /// Clicks on a cell; a click on a key of the footer presses it.
    public func click(column: Int, row: Int) {
        send(.mouse(MouseEvent(.click, column: column, row: row)))
    }

    /// Sends any input, such as a drag or pasted text.
    public func send(_ input: InputEvent) {
        deliver()
        stack.handle(input, at: now)
        draw()
    }

    /// Gives the screen another size.
    public func resize(to size: CellSize) {
        self.size = size
        send(.resized(size))
    }

    /// Moves the clock on; the screens are told of each deadline on the way, at its time.
    public func advance(by time: Duration) {
        let end = now + time
        deliver()
        while let deadline = stack.nextDeadline(after: now), deadline <= end, !stack.isEmpty {
            // A deadline that has passed must not hold the clock.
            now = max(deadline, now + .nanoseconds(1))
            stack.deadlineReached(at: now)
            draw()
        }
        now = max(now, end)
        draw()
    }

    /// Waits for what tasks post until the text is as wanted; meanwhile the clock runs like a real one.
    ///
    /// - Parameter limit: how long to wait.
    /// - Returns: whether it came to be so.
    public func wait(upTo limit: Duration = .seconds(5), until isDone: (String) -> Bool) async -> Bool {
        let clock = ContinuousClock()
        let (began, start) = (clock.now, now)
        while true {
            let passed = clock.now - began
            advance(by: start + passed - now)
            if isDone(text) { return true }
            guard passed < limit else { return false }
            try? await clock.sleep(for: .milliseconds(5))
        }
    }

    /// Lets every screen leave, and waits for the work that they have left.
    public func close() async {
        stack.removeAll()
        for work in stack.remainingWork { await work.value }
    }

    private func deliver() {
        for message in waiting.messages.withLock({ messages in
            defer { messages = [] }
            return messages
        }) {
            if case .wake(let screen, _) = message.content { stack.wake(screen: screen, at: now) }
        }
    }

    @discardableResult
    private func draw() -> Buffer { stack.render(size: size, at: now) }
}
