/// Opened once; whoever waits goes on then, or when its task is cancelled.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() {
        (stream, end) = AsyncStream.makeStream()
    }

    func open() { end.finish() }

    func wait() async {
        for await _ in stream {}
    }
}
