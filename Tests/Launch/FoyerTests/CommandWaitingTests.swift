import FoyerCore
import Synchronization
import Testing

@testable import Foyer

@Suite struct CommandWaitingTests {
    @Test func itIsHeardAfterTwoSecondsAndThenEveryHalfMinute() async {
        let now = Mutex(Instant.zero)
        let said = Mutex<[String]>([])
        let waiting = CommandWaiting(
            "Shop", .english, clock: { now.withLock { $0 } },
            sleep: { duration in
                let end = now.withLock { now in
                    now = now + duration
                    return now
                }
                // The command is ready after 70 seconds.
                if end > .zero + .seconds(70) { throw CancellationError() }
            }, say: { line in said.withLock { $0.append(line) } })
        await waiting.wait()
        #expect(
            said.withLock { $0 } == [
                "Shop is still starting, 2 seconds.", "Shop is still starting, 32 seconds.",
                "Shop is still starting, 62 seconds.",
            ])
    }
}
