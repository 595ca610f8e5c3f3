import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Root: storms")
struct RootStormTests {
    /// Checks the effects of a storm as they arrive.
    private struct Ledger {
        /// The stack, as the performer of the effects keeps it.
        var places: [Place] = []
        var carried: [Int] = []
        var refused: [Int] = []
        var roots = 0

        mutating func take(_ effect: RootEffect, isComplete: Bool) {
            switch effect {
            case .push(let place, let action):
                #expect(isComplete)
                places.append(place)
                carried.append(action)
            case .alreadyShown(let action):
                #expect(isComplete)
                carried.append(action)
            case .refuse(_, let action): refused.append(action)
            case .replaceRoot: roots += 1
            case .replaceTop(let place): places[places.count - 1] = place
            case .removeTop: places.removeLast()
            case .showSplash, .config: break
            }
        }
    }

    @Test("Nothing lost, nothing twice, order kept, one root, never later than 3 s", arguments: 0..<100)
    func storm(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var machine = RootMachineTests.machine()
        var ledger = Ledger()
        var now = Instant.zero
        var sent: [Int] = []
        var presented: Instant?
        var start: [RootEvent] = [.opened, .splashPresented(at: RootMachineTests.noon), .rootPresented]
        for step in 0..<200 {
            now += .milliseconds(Int.random(in: 0...200, using: &generator))
            // The loop keeps the deadline: it reports it before any later event.
            if let deadline = machine.nextDeadline, deadline <= now { now = deadline }
            if !ledger.places.isEmpty, Int.random(in: 0..<10, using: &generator) == 0 { ledger.places.removeLast() }
            let event = try pick(&start, step, machine, using: &generator)
            if case .actionArrived(let action) = event { sent.append(action.id) }
            for effect in machine.handle(event, on: PlaceStack(ledger.places), at: now) {
                if case .config(.fetch) = effect, presented == nil { presented = now }
                ledger.take(effect, isComplete: machine.isComplete)
            }
            if let presented, now - presented >= .seconds(3) { #expect(machine.decision != nil) }
            #expect(ledger.places.count <= PlaceStack.maxDepth)
            #expect(machine.pending.isEmpty || !machine.isComplete)
        }
        let settled = Set(ledger.carried + ledger.refused + machine.pending.map(\.id))
        #expect(
            settled == Set(sent) && ledger.carried.count + ledger.refused.count + machine.pending.count == sent.count)
        #expect(ledger.carried == ledger.carried.sorted() && ledger.roots <= 1)
    }

    /// Numbers rise with time, so the order of arrival is the order of numbers.
    private func pick(
        _ start: inout [RootEvent], _ step: Int, _ machine: RootMachine, using generator: inout SplitMix64
    ) throws -> RootEvent {
        let noon = RootMachineTests.noon
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...4:
            let path = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
            let origin: PendingAction.Origin = Bool.random(using: &generator) ? .inside : .outside(sender: nil)
            return .actionArrived(try RootMachineTests.action(step, path, origin))
        case 5: return start.isEmpty || Bool.random(using: &generator) ? .deadlineReached : start.removeFirst()
        case 6, 7: return .entranceConfirmed
        case 8:
            let body = Bool.random(using: &generator) ? #"{"version":"1"}"# : "["
            return .config(.answered(RemoteConfigTests.body(body), fetch: 1, at: noon))
        default: return machine.phase == .deciding ? .deadlineReached : .rootPresented
        }
    }
}
