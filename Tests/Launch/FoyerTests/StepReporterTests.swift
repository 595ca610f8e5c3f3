import FoyerCore
import Synchronization
import Testing

@testable import Foyer

@Suite struct StepReporterTests {
    /// What a step reports to its launch, on a clock that stands still.
    private final class Heard: Sendable {
        let fractions = Mutex<[Double]>([])
        let bytes = Mutex<[Int]>([])

        var reporter: StepReporter {
            StepReporter(step: "unpack", attempt: 1, clock: { .zero }, post: { self.add($0) })
        }

        private func add(_ event: EngineEvent) {
            switch event {
            case .launch(.reported(.stepProgressed(_, let fraction), _)): fractions.withLock { $0.append(fraction) }
            case .launch(.reported(.transferred(_, let bytes, _), _)): self.bytes.withLock { $0.append(bytes) }
            default: break
            }
        }
    }

    /// A step of a thousand files wakes the screen a hundred times.
    @Test func tellsEachWholePerCentOnce() {
        let heard = Heard()
        let reporter = heard.reporter
        for file in 0...1000 { reporter.progress(Double(file) / 1000) }
        #expect(heard.fractions.withLock { $0.map { Int($0 * 100) } } == Array(0...100))
        reporter.progress(1)
        reporter.progress(0.5)
        reporter.progress(.nan)
        reporter.progress(.infinity)
        #expect(heard.fractions.withLock { $0.count } == 101)
    }

    /// So does a download of ten thousand pieces.
    @Test func tellsOfBytesLikewise() {
        let heard = Heard()
        let reporter = heard.reporter
        for piece in 0...10_000 { reporter.transferred(bytes: piece * 100, of: 1_000_000) }
        let told = heard.bytes.withLock { $0 }
        #expect(told.count == 101 && told.first == 0 && told.last == 1_000_000)
    }

    @Test func `bytes are reported for their step, and no total of 0`() {
        let posted = Mutex<[LaunchEvent]>([])
        let reporter = StepReporter(
            step: "fetch", attempt: 2, clock: { .zero },
            post: { event in
                if case .launch(let event) = event { posted.withLock { $0.append(event) } }
            })
        reporter.transferred(bytes: 250, of: 1_000)
        reporter.transferred(bytes: 300, of: 0)
        #expect(
            posted.withLock { $0 } == [
                .reported(.transferred("fetch", bytes: 250, total: 1_000), attempt: 2),
                .reported(.transferred("fetch", bytes: 300, total: nil), attempt: 2),
            ])
    }
}
