import FoyerCore
import Synchronization
import Testing

@testable import Foyer

@Suite struct StepReporterTests {
    /// A step of a thousand files wakes the screen a hundred times.
    @Test func tellsEachWholePerCentOnce() {
        let told = Mutex<[Double]>([])
        let reporter = StepReporter(step: "unpack", attempt: 1, clock: { .zero }) { event in
            if case .launch(.stepProgressed(_, let fraction, _)) = event { told.withLock { $0.append(fraction) } }
        }
        for file in 0...1000 { reporter.progress(Double(file) / 1000) }
        #expect(told.withLock { $0.map { Int($0 * 100) } } == Array(0...100))
        reporter.progress(1)
        reporter.progress(0.5)
        reporter.progress(.nan)
        reporter.progress(.infinity)
        #expect(told.withLock { $0.count } == 101)
    }
}
