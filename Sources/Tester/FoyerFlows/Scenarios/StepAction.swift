import Foyer
import FoyerDemo
import FoyerStage
import Glibc

/// The action of a step, and all that follows from it. `StepShapes.swift` says how a file writes it.
extension ScenarioStep {
    enum Action: Sendable {
        case input([InputEvent])
        case mouse([MouseEvent.Kind], ClickTarget)
        /// Press, wait, and release elsewhere.
        case drag(from: ClickTarget, to: ClickTarget, over: Duration)
        case resize(CellSize)
        case wait(Condition, within: Duration)
        case expect(Condition)
        /// Lets time pass, on the virtual clock or the real one.
        case advance(Duration)
        case snapshot(String)
        case golden(GoldenStep)
        case stage(StageOrder)
        case start(Scenario.Start)
        /// A link from another process.
        case open(String)
        /// A tap on a notification, from 0.
        case tap(Int)
        case bind(ViewBinding)
        case program(ProgramAct)
        /// Steps in another terminal, at a shell.
        case there([ScenarioStep])
    }

    /// An event for another's program, beyond keys and pointer.
    enum ProgramAct: Sendable {
        case focus(isIn: Bool)
        case signal(SignalName)
        /// From now on its terminal answers questions, or does not.
        case answer(Bool)
        case kill, hangUp
    }

    enum ClickTarget: Sendable {
        case text(String)
        /// Counted from 0.
        case cell(column: Int, row: Int)
    }
}

extension ScenarioStep.Action {
    /// The part of a step in traces, recordings and reports of a wait.
    enum Kind {
        /// It compares what is on the screen.
        case look
        /// It keeps the screen.
        case keep
        /// It does something to the program, or to our own screens.
        case act
        /// The program receives nothing.
        case quiet
    }

    var kind: Kind {
        switch self {
        case .wait, .expect, .golden: .look
        case .snapshot: .keep
        case .advance, .program(.answer): .quiet
        case .input, .mouse, .drag, .resize, .stage, .start, .open, .tap, .bind, .program, .there: .act
        }
    }

    /// The condition of a step that fails unless it holds; `nil` for other steps.
    var condition: Condition? {
        switch self {
        case .wait(let condition, _), .expect(let condition): condition
        case .golden, .snapshot, .advance, .input, .mouse, .drag, .resize, .stage, .start, .open, .tap, .bind, .program,
            .there:
            nil
        }
    }

    var golden: GoldenStep? { if case .golden(let step) = self { step } else { nil } }

    /// The cells that it names, from 0.
    var cells: [(column: Int, row: Int)] {
        switch self {
        // A turn of the wheel has a place by default.
        case .mouse(let kinds, let target): kinds.contains(.click) || kinds == [.move] ? target.cells : []
        case .drag(let from, let to, _): from.cells + to.cells
        case .wait(let condition, _), .expect(let condition): condition.cells.map { ($0.column, $0.row) }
        case .input, .resize, .advance, .snapshot, .golden, .stage, .start, .open, .tap, .bind, .program, .there: []
        }
    }

    /// It reaches the program before keys that the program has not read yet.
    var overtakesKeys: Bool {
        switch self {
        case .input(let inputs): inputs.first?.isSignal == true
        case .program(.signal), .program(.kill), .program(.hangUp): true
        case .program(.focus), .program(.answer), .mouse, .drag, .resize, .wait, .expect, .advance, .snapshot, .golden,
            .stage, .start, .open, .tap, .bind, .there:
            false
        }
    }

    /// Its keys, parted before each that sends a signal; itself if it has none.
    var parts: [ScenarioStep.Action] {
        guard case .input(let inputs) = self, inputs.dropFirst().contains(where: \.isSignal) else { return [self] }
        var parts: [[InputEvent]] = [[]]
        for input in inputs {
            if input.isSignal, parts[parts.count - 1] != [] { parts.append([]) }
            parts[parts.count - 1].append(input)
        }
        return parts.map { .input($0) }
    }

    /// Keys and pointer as a trace names them; `nil` for what is no deed of the user's.
    var inputText: String? {
        switch self {
        case .input(let inputs):
            let keys = inputs.compactMap { if case .key(let key) = $0 { KeyName.name(key) } else { nil } }
            return keys.joined(separator: keys.allSatisfy { $0.count == 1 } ? "" : " ")
        case .mouse(let kinds, let target):
            let name = kinds.contains(.click) ? "click" : kinds.first.map { "\($0)" } ?? ""
            return "\(name) \(target.name)"
        case .drag(let from, let to, _): return "drag \(from.name) to \(to.name)"
        case .resize(let size): return "resize \(size.columns)×\(size.rows)"
        case .wait, .expect, .advance, .snapshot, .golden, .stage, .start, .open, .tap, .bind, .program, .there:
            return nil
        }
    }
}

extension InputEvent {
    /// It is a key by which terminals send a signal: they drop input that has not been read.
    fileprivate var isSignal: Bool {
        [.key(.control("c")), .key(.control("z")), .key(.control("\\"))].contains(self)
    }
}

extension ScenarioStep.ClickTarget {
    fileprivate var cells: [(column: Int, row: Int)] {
        if case .cell(let column, let row) = self { [(column, row)] } else { [] }
    }

    fileprivate var name: String {
        switch self {
        case .text(let text): "“\(text)”"
        case .cell(let column, let row): "row \(row + 1), column \(column + 1)"
        }
    }

    /// The cell, from 0; `nil` if the text is not in one line.
    fileprivate func place(on screen: Buffer) -> (column: Int, row: Int)? {
        switch self {
        case .cell(let column, let row): (column, row)
        case .text(let text): ScreenText.place(of: text, on: screen)
        }
    }

    fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}

// MARK: - On a program that is not ours

extension ProgramSession {
    /// Does what a player of steps decided.
    ///
    /// - Returns: why it cannot be done.
    func carryOut(_ action: ScenarioStep.Action) -> StepFailure? {
        beginStep()
        if let end { return .programEnded(end.exitStatus) }
        switch action {
        case .input(let inputs):
            for input in inputs {
                if case .key(let key) = input { press(key) }
                if case .paste(let text) = input { paste(text) }
            }
        case .mouse(let kinds, let target):
            guard hearsMouse else { return .mouseUnheard }
            guard let place = target.place(on: screen) else { return .notInOneLine(target.text) }
            for kind in kinds { move(MouseEvent(kind, column: place.column, row: place.row)) }
        case .resize(let size): resize(to: size)
        case .program(.focus(let isIn)): return focus(isIn: isIn) ? nil : .focusUnheard
        case .program(.signal(let name)): signal(name.number)
        case .program(.answer(let answers)): self.answers = answers
        case .program(.kill): signal(SIGKILL)
        case .program(.hangUp): hangUp()
        // The player does these itself, and a program's file has no others.
        case .wait, .expect, .advance, .snapshot, .golden, .drag, .stage, .start, .open, .tap, .bind, .there: break
        }
        return nil
    }
}

// MARK: - On Foyer's own screens

extension ScenarioProgram {
    /// Does what a player of steps decided.
    mutating func carryOut(_ action: ScenarioStep.Action, at now: Instant) {
        switch action {
        case .input(let inputs): input(inputs, at: now)
        case .mouse(let kinds, let target):
            guard let place = target.place(on: screen) else { return fail(.notInOneLine(target.text)) }
            input(kinds.map { .mouse(MouseEvent($0, column: place.column, row: place.row)) }, at: now)
        case .resize(let size):
            self.size = size
            input([.resized(size)], at: now)
        case .stage(let order): host.stage.tell(order)
        case .start(.host) where !isOver && host.deliver(nil): break
        case .start(let start): push(start, at: now)
        case .open(let link):
            if !isOver, host.deliver(link) { break }
            if host.accepts(link) { push(.link(link), at: now) }
        case .tap(let index):
            guard let actions = host.actions, !isOver else { return fail(.noNotifications) }
            actions.open(Demo.messageLinks[index])
        case .bind(let binding):
            if !host.bind(binding) { fail(.nothingToBindTo) }
        case .there(let steps):
            guard let other else { return fail(.noOtherTerminal) }
            if isOver { other.hostHasLeft() }
            if let failure = other.play(steps) { fail(failure) }
        case .wait, .expect, .advance, .snapshot, .golden, .drag, .program: break
        }
    }

    private mutating func push(_ start: Scenario.Start, at now: Instant) {
        do {
            screens.push(try host.makeScreen(start), at: now)
        } catch {
            fail(.other(error.cause))
        }
    }

    private mutating func input(_ inputs: [InputEvent], at now: Instant) {
        for input in inputs { screens.handle(.input(input), at: now) }
    }
}
