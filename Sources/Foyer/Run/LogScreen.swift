import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// A command's output, live; q and Ctrl-C stop the command and leave.
final class LogScreen: Screen {
    private enum News: Sendable {
        case output(CommandOutput)
        case ended(CommandEnd)
    }

    private let inbox = Inbox<News>()
    private let process: CommandProcess
    private var page: LogPage
    private var end: CommandEnd?
    private var isStopping = false

    init(process: CommandProcess, title: SafeText) {
        self.process = process
        page = LogPage(title: title)
    }

    func appear(_ context: ScreenContext) {
        // Whoever has asked it to end at the splash waits for that alone.
        isStopping = ProcessSignals.hasPassedEnd
        ProcessSignals.keep()
        ProcessSignals.interruptIsKey(true)
        let (process, post) = (process, inbox.poster(context))
        page.append(process.follow { post(.output($0)) })
        Task { post(.ended(await process.waitForEnd())) }
    }

    func disappear() {
        ProcessSignals.interruptIsKey(false)
        if end == nil { process.stop() }
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let words = context.language
        page.placeholder = words[.nothingWritten]
        if let end {
            page.state = words.ended(end)
        } else {
            page.state = words[isStopping ? .commandStopping : .commandRunning]
        }
        var keys = [KeyHint("q", words[end == nil ? .stop : .close]), KeyHint([.up, .down], words[.scroll])]
        if !page.isFollowing { keys.append(KeyHint(.end, words[.follow])) }
        page.footer = Footer(keys: keys)
        page.render(into: &canvas)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken:
            for news in inbox.drain() { take(news) }
            // After an end that the user asked for, leave; otherwise stay, so that the reason can be read.
            if isStopping, end != nil { return .leave }
        case .input(let input): return handle(input, context)
        case .deadline, .presented, .covered, .uncovered, .chosen: break
        }
        return .stay
    }

    private func take(_ news: News) {
        switch news {
        case .output(let output): page.append(output.lines, unfinished: output.unfinished)
        case .ended(let end): self.end = end
        }
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        let rows = LogPage.pageRows(in: context.size)
        switch input {
        case .key(.character("q")), .key(.escape): return stop(with: SIGTERM)
        case .key(.control("c")): return stop(with: SIGINT)
        case .key(.up), .key(.character("k")): page.scroll(by: 1)
        case .key(.down), .key(.character("j")): page.scroll(by: -1)
        case .key(.pageUp): page.scroll(by: rows)
        case .key(.pageDown), .key(.character(" ")): page.scroll(by: -rows)
        case .key(.home): page.scroll(by: LogPage.longest)
        case .key(.end): page.scroll(by: -LogPage.longest)
        case .mouse(let mouse) where mouse.kind == .wheelUp: page.scroll(by: 3)
        case .mouse(let mouse) where mouse.kind == .wheelDown: page.scroll(by: -3)
        default: break
        }
        return .stay
    }

    private func stop(with signal: Int32) -> ScreenCommand {
        if end != nil { return .leave }
        isStopping = true
        process.stop(with: signal)
        return .stay
    }
}
