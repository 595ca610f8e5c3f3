/// Opened once; whoever waits goes on then, or when its task is cancelled.
public final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    public init() {
        (stream, end) = AsyncStream.makeStream()
    }

    public func open() { end.finish() }

    public func wait() async {
        for await _ in stream {}
    }
}
