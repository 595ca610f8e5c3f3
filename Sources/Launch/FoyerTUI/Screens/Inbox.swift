import Synchronization

/// A typed queue from a screen's tasks to the screen: posting wakes the screen, which drains the queue.
///
/// ```swift
/// private let inbox = Inbox<Mail>()
///
/// func appear(_ context: ScreenContext) {
///     let post = inbox.poster(context)
///     Task { post(await Mailbox.newest()) }
/// }
///
/// func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
///     if case .woken = event { mails += inbox.drain() }
///     return .stay
/// }
/// ```
public final class Inbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let isGradual: @Sendable (Message) -> Bool

    /// - Parameter isGradual: whether a message only moves something that moves in small steps, such as a bar, and may
    ///   be shown a thirtieth of a second later. By default none is.
    public init(isGradual: @escaping @Sendable (Message) -> Bool = { _ in false }) {
        self.isGradual = isGradual
    }

    /// Returns a closure that adds a message and wakes the context's screen. It may be called from any thread, at any
    /// time.
    public func poster(_ context: ScreenContext) -> @Sendable (Message) -> Void {
        let wake = context.wake
        return { message in
            self.add(message)
            wake(self.isGradual(message))
        }
    }

    /// Adds a message without waking the screen.
    package func add(_ message: Message) {
        messages.withLock { $0.append(message) }
    }

    /// Removes and returns all messages, in the order of arrival.
    public func drain() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
