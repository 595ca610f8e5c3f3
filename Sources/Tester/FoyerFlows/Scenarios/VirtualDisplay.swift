import CJobs
import Foyer
import FoyerSystem
import Glibc

/// A terminal in a ``VirtualWorld``. While the loop waits, everything due at the present instant is done on this
/// thread; once nothing is left, the clock jumps to the next deadline.
final class VirtualDisplay: Display {
    /// The number of turns at one instant after which something must be running in circles.
    private static let longestStandstill = 10_000

    let size: CellSize
    private let world: VirtualWorld
    private let network: MemoryNetwork
    /// On the real clock: pictures are decoded in real time, and somebody waits for the result.
    private let limit: Instant?
    private let isOver: @Sendable () -> Bool
    private var turns = 0
    /// Whether no task waits for a turn, no request for an answer that is due, and the mailbox is empty.
    private(set) var isSettled = true
    /// Why the input ended.
    private(set) var trouble = StepFailure.terminalGone

    /// - Parameters:
    ///   - patience: how long the scenario may take in real time; `nil` for as long as it does.
    ///   - isOver: whether the run has been ended meanwhile.
    init(
        size: CellSize, world: VirtualWorld, network: MemoryNetwork, patience: Duration?,
        _ isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.isOver = isOver
        limit = patience.map { MonotonicClock.now + $0 }
        self.size = size
        self.world = world
        self.network = network
    }

    var now: Instant { world.now }
    var isReady: Bool { true }
    func present(_ frame: Frame) {}

    /// Something has happened, which may have consequences at this instant.
    func unsettle() { isSettled = false }

    func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent] {
        turns += 1
        guard turns <= Self.longestStandstill else {
            return end(.endless)
        }
        if isOver() { return end(.interrupted) }
        if let limit, MonotonicClock.now >= limit { return end(.slow) }
        isSettled = !work() && !Poll.canRead(mailbox)
        if !isSettled { return [] }
        if let deadline, deadline <= now { return [] }
        guard let next = [deadline, network.nextInstant].compactMap({ $0 }).min() else {
            return end(.nothingComes)
        }
        turns = 0
        isSettled = false
        world.move(to: next)
        return []
    }

    /// Does everything possible at this instant.
    ///
    /// - Returns: whether there was anything to do.
    @discardableResult
    func work() -> Bool {
        var hasWorked = false
        while true {
            var isBusy = false
            while cjobs_run_next() { isBusy = true }
            if network.advance() { isBusy = true }
            if !isBusy { return hasWorked }
            hasWorked = true
        }
    }

    private func end(_ why: StepFailure) -> [InputEvent] {
        trouble = why
        return [.endOfInput]
    }
}
