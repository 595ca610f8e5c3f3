import Synchronization

/// Where the tasks of a screen leave what they have found, with its type; posting wakes the screen, which drains it.
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

    /// - Parameter isGradual: whether a message only moves what moves in small steps anyway, such as a bar: it can be
    ///   shown a thirtieth of a second later. Unless set, none is.
    public init(isGradual: @escaping @Sendable (Message) -> Bool = { _ in false }) {
        self.isGradual = isGradual
    }

    /// Adds messages and wakes the screen of the context, from any thread and at any time.
    public func poster(_ context: ScreenContext) -> @Sendable (Message) -> Void {
        let wake = context.wake
        return { message in
            self.add(message)
            wake(self.isGradual(message))
        }
    }

    /// Adds a message for whoever wakes the screen next.
    package func add(_ message: Message) {
        messages.withLock { $0.append(message) }
    }

    /// All messages so far, in the order in which they came.
    public func drain() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
