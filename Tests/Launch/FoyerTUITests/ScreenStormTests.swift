import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// What one screen or element of the storm has been told, checked as it comes.
private final class Ledger {
    private(set) var faults: [String] = []
    private(set) var (appeared, drawn, presented, left) = (0, 0, 0, 0)
    private(set) var isCovered = false
    private let name: String

    init(_ name: String) { self.name = name }

    private func check(_ isRight: Bool, _ fault: String) {
        if !isRight { faults.append("\(name): \(fault)") }
    }

    func appear() {
        appeared += 1
        check(appeared == 1, "appeared twice")
    }

    func draw() {
        drawn += 1
        check(appeared == 1 && left == 0, "drawn before it appeared or after it left")
    }

    func leave() {
        left += 1
        check(left == 1, "left twice")
    }

    func take(_ event: ScreenEvent) {
        check(appeared == 1, "\(event) before it appeared")
        check(left == 0, "\(event) after it left")
        switch event {
        case .presented:
            presented += 1
            check(presented == 1 && drawn > 0, "presented twice, or before it was drawn")
        case .covered:
            check(!isCovered, "covered twice")
            isCovered = true
        case .uncovered:
            check(isCovered, "uncovered, and was not covered")
            isCovered = false
        case .input(let input): check(!isCovered || !input.isOfUser, "\(input) while covered")
        case .woken, .deadline, .chosen: break
        }
    }
}

private final class StormElement: ScreenElement {
    let ledger: Ledger
    var coversScreen = false

    init(_ name: String) { ledger = Ledger(name) }

    func appear(on screen: any Screen, context: ScreenContext) { ledger.appear() }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        // What only the screen is told, or everybody.
        if case .presented = event {} else { ledger.take(event) }
        guard event.key == .character("c") else { return coversScreen }
        coversScreen.toggle()
        return true
    }

    func close() -> Task<Void, Never> {
        ledger.leave()
        return Task {}
    }
}

/// Does at random what a screen may do.
private final class StormScreen: Screen {
    let ledger: Ledger
    private(set) var all: [StormElement] = []
    private var listed: [StormElement] = []
    private let storm: Storm
    var elements: [any ScreenElement] { listed }

    init(_ storm: Storm) {
        self.storm = storm
        ledger = Ledger("screen \(storm.screens.count)")
        storm.screens.append(self)
        add()
    }

    private func add() {
        let element = StormElement("element \(all.count) of screen \(storm.screens.count - 1)")
        all.append(element)
        listed.append(element)
    }

    func appear(_ context: ScreenContext) { ledger.appear() }
    func disappear() { ledger.leave() }
    func draw(in canvas: inout Canvas, context: ScreenContext) { ledger.draw() }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        ledger.take(event)
        switch event {
        case .input, .woken, .deadline: break
        default: return .stay
        }
        switch Int.random(in: 0..<12, using: &storm.random) {
        case 0, 1: return .push(storm.makeScreen())
        case 2: return .leave
        case 3: context.request(.push(storm.makeScreen()))
        case 4: add()
        case 5: if !listed.isEmpty { listed.removeFirst() }
        default: break
        }
        return .stay
    }
}

private final class StormWrapper: ScreenWrapper {
    let child: ScreenChild

    init(_ screen: any Screen) { child = ScreenChild(screen) }
}

private final class Storm {
    var random: SplitMix64
    var screens: [StormScreen] = []

    init(_ seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

    func makeScreen() -> any Screen {
        let screen = StormScreen(self)
        return Bool.random(using: &random) ? StormWrapper(screen) : screen
    }
}

/// Random events in any order: each screen is told each thing once, and nothing after it has left.
@Suite struct ScreenStormTests {
    @Test(arguments: 0..<40) func whateverComes(seed: Int) {
        let storm = Storm(seed)
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        var size = CellSize(columns: 40, rows: 10)
        stack.push(storm.makeScreen(), at: .zero)
        for step in 0..<300 where !stack.isEmpty {
            let now = Instant.zero + .milliseconds(step)
            switch Int.random(in: 0..<12, using: &storm.random) {
            case 0...2: _ = stack.draw(size: size, at: now)
            case 3: stack.framePresented(at: now)
            case 4: stack.deadlineReached(at: now)
            case 5:
                if let number = stack.numbers.randomElement(using: &storm.random) {
                    stack.wake(screen: number, at: now)
                }
            case 6: stack.push(storm.makeScreen(), at: now)
            case 7: stack.replaceTop(with: storm.makeScreen(), at: now)
            case 8: if stack.numbers.count > 1 { stack.pop(at: now) }
            case 9: size = CellSize(columns: .random(in: 1...90, using: &storm.random), rows: 10)
            case 10: stack.handle(.key(.character("c")), at: now)
            default: stack.handle(.key(.enter), at: now)
            }
        }
        let count = storm.screens.count
        settle(&stack, size)
        if !stack.isEmpty, storm.screens.count == count {
            let top = storm.screens.first { $0 === stack.top?.unwrapped(StormScreen.self) }
            #expect(top?.ledger.presented == 1 && top?.ledger.isCovered == false)
        }
        stack.removeAll()
        for screen in storm.screens {
            #expect(screen.ledger.faults == [] && screen.ledger.left == screen.ledger.appeared)
            for element in screen.all {
                #expect(element.ledger.faults == [] && element.ledger.left == element.ledger.appeared)
            }
        }
    }

    /// A frame, and all that is owed.
    private func settle(_ stack: inout ScreenStack, _ size: CellSize) {
        let now = Instant.zero + .seconds(60)
        _ = stack.draw(size: size, at: now)
        stack.framePresented(at: now)
        while stack.nextDeadline(after: now) != nil { stack.deadlineReached(at: now) }
    }
}
