import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// The time between a command's start and its splash, if it has one. The terminal is as it was found: nothing is written, and
/// what is typed stays for whoever reads it next.
struct CommandPrelude {
    enum Verdict {
        /// The launch shows the splash, and starts the command unless it has begun already.
        case splash(began: Instant?)
        /// The command wants the terminal, or has ended: what it wrote is all there is.
        case over(CommandProcess)
        case failed(LaunchFailure)
    }

    private let session: CommandSession
    private let request: CommandLaunch.Request
    private var memory: ProgressMemory { session.memory.progress }

    init(_ session: CommandSession, _ request: CommandLaunch.Request) {
        self.session = session
        self.request = request
    }

    func run() async throws(LaunchEngineError) -> Verdict {
        UsersTerminal.noteEcho()
        let learned = memory.recall()
        let began = MonotonicClock.now
        let show = CommandShow(request.splash, learned: learned, at: began)
        if let appears = show.nextDeadline, appears <= began { return .splash(began: nil) }
        let process: CommandProcess
        do { process = try session.begin() } catch { return .failed(error) }
        let phase: CommandShow.Phase
        do {
            phase = try await LoopThread.run { Self.wait(for: process, show) }
        } catch {
            throw .terminal(error.cause)
        }
        if phase == .splash { return .splash(began: began) }
        if process.milestone == .late {
            await session.stop()
            return .failed(.commandNotReady(request.name, within: request.timeout ?? .zero))
        }
        if process.readied?.sign.isLesson == false { return .over(process) }
        if let readied = process.readied { session.memory.settle(readied) }
        let kind = process.readied.map(\.sign) ?? .exit
        let lesson = LearnedProgress(duration: (MonotonicClock.now - began).inSeconds, ends: [:], kind: kind.name)
        if learned?.needsNoSplash != true || learned?.kind != kind.name {
            await memory.keep(learned?.averaged(with: lesson) ?? lesson).value
        }
        return .over(process)
    }

    /// How often to look whether another process, such as pinentry, has given the terminal back.
    private static let lentInterval = Duration.milliseconds(100)

    private static func wait(for process: CommandProcess, _ show: CommandShow) -> CommandShow.Phase {
        var show = show
        while show.phase == .unseen {
            // After `bg` nobody looks at a splash: the command is about to get what there is.
            let isSeen = UsersTerminal.inForeground != nil
            var due = isSeen ? show.nextDeadline : nil
            if UsersTerminal.isLentBeforeSplash { due = due.map { max($0, MonotonicClock.now + lentInterval) } }
            let stopped = ProcessSignals.wait(
                for: process.settledDescriptor, stops: process.stopsDescriptor, until: due)
            let now = MonotonicClock.now
            if stopped > .zero { show.handle(.wasStopped(stopped), at: now) }
            switch process.milestone {
            case .ready, .late: show.handle(.ready, at: now)
            case .ended: show.handle(.ended, at: now)
            case .cancelled, nil: if !UsersTerminal.isLentBeforeSplash { show.handle(.timePassed, at: now) }
            }
        }
        return show.phase
    }
}
