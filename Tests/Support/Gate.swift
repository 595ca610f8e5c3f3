/// Opens once; waiting tasks continue then, or when they are cancelled.
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
