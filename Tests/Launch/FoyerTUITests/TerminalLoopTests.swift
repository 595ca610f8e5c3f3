import FoyerCore
import FoyerSystem
import Glibc
import Testing

@testable import FoyerTUI

@Suite struct FrameWriterTests {
    /// A terminal that answers as scripted and records its input.
    private final class Sink {
        var answers: [FrameWriter.WriteResult]
        var taken: [UInt8] = []
        init(_ answers: [FrameWriter.WriteResult]) { self.answers = answers }

        func write(_ bytes: UnsafeRawBufferPointer) -> FrameWriter.WriteResult {
            let answer = answers.isEmpty ? .wrote(bytes.count) : answers.removeFirst()
            if case .wrote(let count) = answer { taken += bytes.prefix(count) }
            return answer
        }
    }

    @Test func aFrameIsOneWrite() {
        let sink = Sink([])
        var writer = FrameWriter(recording: nil, write: sink.write)
        writer.send([1, 2, 3])
        #expect(writer.isIdle && sink.taken == [1, 2, 3])
    }

    @Test func whatDoesNotFitWaits() {
        let sink = Sink([.wrote(1), .full, .full, .wrote(1), .full])
        var writer = FrameWriter(recording: nil, write: sink.write)
        writer.send([1, 2, 3])
        #expect(!writer.isIdle && sink.taken == [1])
        writer.flush()
        #expect(!writer.isIdle && sink.taken == [1])
        writer.flush()
        #expect(!writer.isIdle && sink.taken == [1, 2])
        writer.flush()
        #expect(writer.isIdle && sink.taken == [1, 2, 3])
        writer.flush()
        #expect(sink.taken == [1, 2, 3])
    }

    @Test func aTerminalThatHasGoneIsNotAskedAgain() {
        let sink = Sink([.gone])
        var writer = FrameWriter(recording: nil, write: sink.write)
        writer.send([1])
        #expect(writer.isGone && writer.isIdle)
        writer.send([2])
        #expect(sink.taken.isEmpty && writer.isIdle)
    }
}

@Suite struct MailboxTests {
    private func isReadable(_ descriptor: Int32) -> Bool {
        var probe = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&probe, 1, 0) == 1
    }

    @Test func eventsComeInOrderAndWakeTheLoop() throws {
        let mailbox = try Mailbox<Int>()
        #expect(!isReadable(mailbox.descriptor))
        for number in 0..<100 { mailbox.post(number) }
        #expect(isReadable(mailbox.descriptor))
        #expect(mailbox.drain() == Array(0..<100))
        #expect(!isReadable(mailbox.descriptor))
        #expect(mailbox.drain() == [])
        mailbox.post(1)
        #expect(isReadable(mailbox.descriptor))
    }

    @Test func whatIsGradualWakesNobodyWhoComesAnyway() throws {
        let mailbox = try Mailbox<Int>(isGradual: { $0.isMultiple(of: 2) })
        mailbox.post(2)
        #expect(isReadable(mailbox.descriptor))
        #expect(mailbox.drain() == [2])
        mailbox.expect(true)
        mailbox.post(4)
        #expect(!isReadable(mailbox.descriptor))
        mailbox.post(5)
        #expect(isReadable(mailbox.descriptor))
        #expect(mailbox.drain() == [4, 5])
        mailbox.post(6)
        #expect(!isReadable(mailbox.descriptor))
        // No further event arrives: waiting messages must still be delivered.
        mailbox.expect(false)
        #expect(isReadable(mailbox.descriptor))
        #expect(mailbox.drain() == [6])
        mailbox.expect(false)
        #expect(!isReadable(mailbox.descriptor))
    }

    @Test func nothingIsLostBetweenThreads() async throws {
        let mailbox = try Mailbox<Int>()
        let all = await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 { group.addTask { for number in 0..<500 { mailbox.post(task * 500 + number) } } }
            var all: [Int] = []
            while all.count < 2000 {
                let descriptor = mailbox.descriptor
                await BlockingThread.run {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&waiting, 1, -1)
                }
                all += mailbox.drain()
            }
            return all
        }
        #expect(all.sorted() == Array(0..<2000))
    }
}

/// A display in virtual time: waiting is a jump to the deadline.
private final class FakeDisplay: Display {
    var size = CellSize(columns: 2, rows: 1)
    var now = Instant.zero
    var isReady = true
    var frames = 0
    /// What each wait answers; an empty one lets the deadline come.
    var script: [[InputEvent]]
    var waits: [Instant?] = []
    var onWait: (FakeDisplay) -> Void = { _ in }
    /// Whether it is busy after a frame.
    var takesTime = false

    init(_ script: [[InputEvent]]) { self.script = script }

    func present(_ frame: Frame) {
        frames += 1
        isReady = !takesTime
    }

    func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent] {
        waits.append(deadline)
        onWait(self)
        let inputs = script.isEmpty ? [.endOfInput] : script.removeFirst()
        if inputs.isEmpty, let deadline { now = max(now, deadline) }
        return inputs
    }
}

private struct Transcript: LoopProgram {
    var events: [LoopEvent<Int>] = []
    var ticks: [Instant] = []
    var outcome: String?
    var nextDeadline: Instant?

    mutating func handle(_ event: LoopEvent<Int>, at now: Instant) {
        events.append(event)
        switch event {
        case .input(.endOfInput): outcome = "end"
        case .deadline:
            ticks.append(now)
            nextDeadline = ticks.count < 3 ? now + .seconds(4) : nil
        default: break
        }
    }

    func render(size: CellSize, at now: Instant) -> Frame { Frame(size: size, cells: []) }
}

@Suite struct EventLoopTests {
    @Test func theFirstFrameComesBeforeTheWork() throws {
        let display = FakeDisplay([])
        var program = Transcript()
        let outcome = EventLoop.run(&program, on: display, mailbox: try Mailbox<Int>())
        #expect(outcome == "end")
        #expect(program.events == [.started, .input(.endOfInput)])
        #expect(display.frames == 2)
    }

    @Test func timeJumpsFromDeadlineToDeadline() throws {
        let display = FakeDisplay([[], [], []])
        var program = Transcript(nextDeadline: .zero + .seconds(4))
        _ = EventLoop.run(&program, on: display, mailbox: try Mailbox<Int>())
        let expected: [Instant] = [4, 8, 12].map { .zero + .seconds($0) }
        #expect(program.ticks == expected)
        #expect(display.waits.last == .some(nil))
    }

    @Test func anEarlyWakeUpIsNoDeadline() throws {
        let display = FakeDisplay([[.key(.up)], []])
        var program = Transcript(nextDeadline: .zero + .seconds(4))
        _ = EventLoop.run(&program, on: display, mailbox: try Mailbox<Int>())
        #expect(program.events.prefix(3) == [.started, .input(.key(.up)), .deadline])
    }

    @Test func postedEventsAreDrainedAllAtOnceAndDrawnOnce() throws {
        let mailbox = try Mailbox<Int>()
        let display = FakeDisplay([[]])
        display.onWait = { display in
            if display.waits.count == 1 { for number in 1...50 { mailbox.post(number) } }
        }
        var program = Transcript()
        _ = EventLoop.run(&program, on: display, mailbox: mailbox)
        #expect(program.events == [.started] + (1...50).map { .posted($0) } + [.input(.endOfInput)])
        #expect(display.frames == 3)
    }

    @Test func whatMovesAnywayIsDrawnAsOftenAsAFilm() throws {
        let mailbox = try Mailbox<Int>(isGradual: { $0.isMultiple(of: 2) })
        let display = FakeDisplay(Array(repeating: [], count: 20))
        display.onWait = { display in
            guard display.waits.count <= 10 else { return }
            for number in 1...5 { mailbox.post(number * 2) }
        }
        var program = Transcript()
        _ = EventLoop.run(&program, on: display, mailbox: mailbox)
        #expect(program.events == [.started] + (0..<50).map { .posted($0 % 5 * 2 + 2) } + [.input(.endOfInput)])
        let frame = Instant.zero + Motion.frame
        #expect(display.waits.prefix(4) == [nil, frame, nil, frame + Motion.frame])
        // The first, what the start brought, and one for each two of the ten times that something came.
        #expect(display.frames == 7)
    }

    @Test func whatElseIsPostedIsDrawnAtOnce() throws {
        let mailbox = try Mailbox<Int>(isGradual: { $0.isMultiple(of: 2) })
        let display = FakeDisplay([[], []])
        display.onWait = { display in
            if display.waits.count == 1 { for number in 1...2 { mailbox.post(number) } }
        }
        var program = Transcript()
        _ = EventLoop.run(&program, on: display, mailbox: mailbox)
        #expect(display.waits == [nil, nil, nil])
        #expect(display.frames == 3)
    }

    @Test func aBusyTerminalSkipsFramesAndTheWorkWaitsForTheFirst() throws {
        let display = FakeDisplay([[.key(.up)], [.key(.down)]])
        display.isReady = false
        display.onWait = { if $0.waits.count == 2 { $0.isReady = true } }
        var program = Transcript()
        _ = EventLoop.run(&program, on: display, mailbox: try Mailbox<Int>())
        #expect(display.frames == 2)
        #expect(program.events == [.input(.key(.up)), .input(.key(.down)), .started, .input(.endOfInput)])
    }

    @Test func aProgramIsToldHowLongTheTerminalTookForAFrame() throws {
        let display = FakeDisplay([[.key(.up)], [.key(.down)], []])
        display.takesTime = true
        display.onWait = { display in
            display.now += .milliseconds(100)
            display.isReady = display.waits.count == 2
        }
        var program = Transcript()
        _ = EventLoop.run(&program, on: display, mailbox: try Mailbox<Int>())
        #expect(
            program.events.prefix(3) == [.input(.key(.up)), .input(.key(.down)), .frameTaken(.milliseconds(200))])
    }

    @Test func thatAFrameHasBeenTakenInIsNoReasonForAnother() throws {
        let display = FakeDisplay([[], [], [.key(.up)], []])
        var program = Transcript()
        _ = EventLoop.run(&program, on: display, mailbox: try Mailbox<Int>())
        // The first, what the start brought, what the key did.
        #expect(display.frames == 3)
    }

    @Test func theLoopHasAThreadOfItsOwn() async throws {
        let here = pthread_self()
        let isElsewhere = try await LoopThread.run { pthread_equal(pthread_self(), here) == 0 }
        #expect(isElsewhere)
    }
}

@Suite struct TaskbarSignTests {
    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test func aProgressIsSentOnceAndThenToKeepItAlive() {
        var sign = TaskbarSign()
        let now = Instant.zero + .seconds(100)
        #expect(sign.bytes(for: .none, at: now) == nil)
        #expect(text(sign.bytes(for: .percent(140), at: now)) == "\u{1B}]9;4;1;100\u{1B}\\")
        #expect(sign.bytes(for: .percent(140), at: now + .seconds(4)) == nil)
        #expect(sign.bytes(for: .percent(140), at: now + .seconds(5)) != nil)
        sign.invalidate()
        #expect(sign.bytes(for: .percent(140), at: now + .seconds(6)) != nil)
        #expect(text(sign.bytes(for: .none, at: now + .seconds(7))) == "\u{1B}]9;4;0\u{1B}\\")
        #expect(sign.bytes(for: .none, at: now + .seconds(70)) == nil)
    }
}

@Suite struct TitleSignTests {
    @Test func theFormerTitleIsKeptAndPutBack() {
        var sign = TitleSign()
        var now = Instant.zero + .seconds(100)
        func text(_ title: SafeText?) -> String? {
            sign.bytes(for: title, at: now).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text(nil) == nil && !sign.isSet)
        #expect(text("") == nil && !sign.isSet)
        #expect(text("1 % vite") == "\u{1B}[22;2t\u{1B}]2;1 % vite\u{1B}\\")
        now += .milliseconds(999)
        #expect(text("9 % vite") == nil && sign.isSet)
        now += .milliseconds(1)
        #expect(text("10 % vite") == "\u{1B}]2;10 % vite\u{1B}\\")
        // At once: nothing is under way any more.
        #expect(text(nil) == "\u{1B}[23;2t" && !sign.isSet && text(nil) == nil)
        #expect(text("2 % again") == "\u{1B}[22;2t\u{1B}]2;2 % again\u{1B}\\")
    }
}

@Suite struct TerminalSizeTests {
    @Test(arguments: [
        (80, 24, 80, 24), (1, 1, 1, 1), (0, 0, 80, 24), (65_535, 65_535, 1000, 1000), (0, 5, 80, 5),
        (1000, 1001, 1000, 1000),
    ])
    func sizesAreClamped(columns: Int, rows: Int, wantedColumns: Int, wantedRows: Int) {
        #expect(
            TerminalSize.clamped(columns: columns, rows: rows) == CellSize(columns: wantedColumns, rows: wantedRows))
    }

    @Test func paddingIsNotSent() {
        func strip(_ text: String) -> String {
            String(decoding: ScreenModes.withoutPadding(Array(text.utf8)), as: UTF8.self)
        }
        #expect(strip("\u{1B}[H\u{1B}[J$<50>x$<2*/>") == "\u{1B}[H\u{1B}[Jx")
        #expect(strip("$1<2>$") == "$1<2>$")
        #expect(strip("a$<5") == "a$<5")
    }
}
