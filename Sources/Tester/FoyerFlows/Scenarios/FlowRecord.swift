import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerSystem
import Synchronization

/// The events of a flow beyond its screens, in the order of time. Any thread may record.
package final class FlowRecord: Sendable {
    package struct Entry: Sendable {
        package let call: FlowCall
        package let instant: Instant
    }

    /// One attempt of a launch so far.
    package struct Attempt: Sendable {
        let app: String
        package var record: LaunchRecord
    }

    private struct State {
        var entries: [Entry] = []
        /// The number of entries before the present launch.
        var former = 0
        var progress = 0.0
        var outcome: LaunchOutcome?
        /// A call that no delegate may ever receive.
        var violation: StepFailure?
        var attempts: [Attempt] = []
        var guide: String?

        var calls: [FlowCall] { entries[former...].map(\.call).filter { $0.receiver == .delegate } }
    }

    /// Later attempts are left out.
    private static let mostAttempts = 8

    private let state = Mutex(State())
    private let clock: @Sendable () -> Instant

    init(_ system: SystemServices) { clock = system.clock }

    package var entries: [Entry] { state.withLock { $0.entries } }
    /// The end of the present launch; `nil` before it.
    package var outcome: LaunchOutcome? { state.withLock { $0.outcome } }
    var violation: StepFailure? { state.withLock { $0.violation } }
    /// The attempts of all launches.
    package var attempts: [Attempt] { state.withLock { $0.attempts } }
    /// The last guide page that was served to a browser.
    var guide: String? {
        get { state.withLock { $0.guide } }
        set { state.withLock { $0.guide = newValue } }
    }

    /// The calls of a receiver as flows write them; those of the splash view's delegate since the launch began.
    func words(of receiver: FlowCall.Receiver) -> [String] {
        state.withLock { state in
            let calls = receiver == .delegate ? state.calls : state.entries.map(\.call)
            return calls.compactMap { $0.receiver == receiver ? $0.words : nil }
        }
    }

    /// The code of the error that is shown; `nil` if the delegate's last call was another one.
    package var failure: String? {
        if case .error(let code) = state.withLock(\.calls.last) { code } else { nil }
    }

    var phase: LaunchPhase {
        let (calls, outcome) = state.withLock { ($0.calls, $0.outcome) }
        if let outcome { return outcome == .completed ? .ready : .ended }
        for call in calls.reversed() {
            switch call {
            case .began: return .loading
            case .error: return .error
            case .exited: return .fading
            default: continue
            }
        }
        return .opening
    }

    // MARK: - Recording

    func record(_ call: FlowCall) {
        guard let words = call.words else { return }
        let now = clock()
        state.withLock { state in
            if call.receiver == .delegate, state.calls.last == .exited || state.outcome != nil {
                state.violation = .calledAfterEnd(words)
            }
            state.entries.append(Entry(call: call, instant: now))
        }
    }

    /// The outcome of a link from outside.
    func record(_ answer: InstanceAnswer) {
        switch answer {
        case .delivered: record(.link(.delivered))
        case .refused: record(.link(.refused))
        }
    }

    fileprivate func record(progress: Double) {
        if progress == 0 { record(.began) }
        if progress == 1 { record(.completed) }
        state.withLock { state in
            if !(0...1).contains(progress) || (progress < state.progress && progress != 0) {
                state.violation = .progressWent(from: state.progress, to: progress)
            }
            state.progress = progress
        }
    }

    /// A new launch begins.
    private func beginLaunch() {
        state.withLock { ($0.former, $0.progress, $0.outcome) = ($0.entries.count, 0, nil) }
    }

    /// A launch's record has a new line.
    private func record(_ record: LaunchRecord, of app: String) {
        state.withLock { state in
            if let last = state.attempts.last, last.app == app, last.record.began == record.began {
                state.attempts[state.attempts.count - 1].record = record
            } else if record.began != nil, state.attempts.count < Self.mostAttempts {
                state.attempts.append(Attempt(app: app, record: record))
            }
        }
    }

    /// A launch whose delegate's calls and outcome are recorded, in place of former ones.
    func makeScreen(
        _ request: MiniProgramRequest, known: KnownProgram? = nil, places: Places, theme: DisplayTheme
    ) throws(LaunchEngineError) -> any Screen {
        beginLaunch()
        let style = Demo.errorStyle(of: request.appID)
        var launch = MiniProgramLaunch(request, places: places, splash: { RecordingDelegate(self, style) })
        launch.known = known
        return try launch.makeScreen(theme: theme) { moment in
            switch moment {
            case .recorded(_, let record): self.record(record, of: request.appID)
            case .ending(let outcome): self.state.withLock { $0.outcome = outcome }
            case .failing, .failed, .ended: break
            }
        }
    }
}

/// The state of a launch as its delegate sees it.
enum LaunchPhase: String, CaseIterable, Sendable {
    /// Nothing has begun.
    case opening
    case loading
    /// The error page is shown.
    case error
    /// The splash fades into the root.
    case fading
    /// The program has the screen.
    case ready
    /// The last screen has left.
    case ended
}

extension LaunchOutcome {
    /// As a scenario writes it.
    package var scenarioText: String {
        switch self {
        case .completed: "completed"
        case .closed: "closed"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        }
    }
}

/// The default splash, which also records every call.
private final class RecordingDelegate: SplashViewDelegate {
    private let delegate: DefaultSplashViewDelegate
    private let record: FlowRecord

    init(_ record: FlowRecord, _ errorStyle: DefaultSplashViewDelegate.ErrorStyle) {
        self.record = record
        delegate = DefaultSplashViewDelegate(errorStyle: errorStyle)
    }

    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        record.record(.created)
        return delegate.makeSplashView(close: close, reload: reload, appID: appID)
    }

    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) {
        record.record(.info(app: info.appID))
        delegate.updateLoadingInfo(view, info: info)
    }

    func showError(_ view: any SplashView, message: String, code: String) {
        record.record(.error(code: code))
        delegate.showError(view, message: message, code: code)
    }

    func exitSplashView(_ view: any SplashView) {
        record.record(.exited)
        delegate.exitSplashView(view)
    }

    func updateLoadingProgress(_ view: any SplashView, progress: Double) {
        record.record(progress: progress)
        delegate.updateLoadingProgress(view, progress: progress)
    }
}

/// Takes the events in place of the collector that delivers them, and lets them pass by the same rule.
final class RecordingCollector: EventCollector {
    private let record: FlowRecord
    private let gate: Mutex<EventGate>
    var version: CollectorVersion { .current }
    var isStarted: Bool { true }

    init(_ record: FlowRecord, consent: EventConsent) {
        self.record = record
        gate = Mutex(EventGate.make(off: nil, host: consent, kept: nil))
    }

    func record(_ kind: CampaignEvent.Kind, key: String, index: Int?) {
        let event = CampaignEvent(id: "", kind: kind, key: key, index: index, time: "")
        if let event = gate.withLock({ $0.admit(event) }) { record.record(.sent(event)) }
    }

    /// A screen with the notice at its foot, if one is needed.
    func withNotice(_ screen: any Screen, to address: String) -> any Screen {
        guard gate.withLock(\.needsNotice) else { return screen }
        return EventNoticeScreen(
            screen, notice: { .eventNotice(to: address, change: .eventsCommand) }, answered: { [self] in answer($0) })
    }

    private func answer(_ isAllowed: Bool) {
        for event in gate.withLock({ $0.answer(isAllowed) }) ?? [] { record.record(.sent(event)) }
    }
}

extension Phrase {
    /// The command by which a user of `foyer` turns the sending of events on or off.
    package static let eventsCommand = Phrase(asIs: "foyer events on|off")
}

extension RootHost.Configuration {
    /// The same host, which also records every call.
    func recorded(_ record: FlowRecord) -> RootHost.Configuration {
        var host = self
        host.makeRoot = { [makeRoot] decision in
            record.record(.host(.root, decision.root))
            return makeRoot(decision)
        }
        host.makePage = { [makePage] route, context in
            record.record(.host(.page, route.text))
            return makePage(route, context)
        }
        host.describe = { [describe] route, later in
            record.record(.host(.describe, route.text))
            return describe(route, later)
        }
        host.makeConfig = { [makeConfig] in
            var access = makeConfig()
            access.perform = { [perform = access.perform] effect, post in
                if case .fetch = effect { record.record(.host(.fetch)) }
                perform(effect, post)
            }
            return access
        }
        host.makeSplash = { [makeSplash, name, tagline] in
            RecordingSplash(makeSplash?() ?? LaunchScreen(name: name, tagline: tagline), record)
        }
        return host
    }
}

/// A splash that reports when it is on the terminal.
private final class RecordingSplash: ScreenWrapper {
    let child: ScreenChild
    private let record: FlowRecord

    init(_ screen: any Screen, _ record: FlowRecord) {
        child = ScreenChild(screen)
        self.record = record
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .presented = event { record.record(.host(.splash)) }
        return child.handle(event, context: context)
    }
}

extension ShortcutAccess {
    /// The same, which also records what is added and served.
    func recording(_ record: FlowRecord) -> ShortcutAccess {
        var access = self
        access.add = { [add] shortcut, language in
            record.record(.host(.add, shortcut.link.text))
            return await add(shortcut, language)
        }
        access.serve = { [serve] shortcut, language in
            record.record(.host(.serve, shortcut.link.text))
            return await serve(shortcut, language)
        }
        if let remove {
            access.remove = { item in
                record.record(.host(.remove, item.link))
                return await remove(item)
            }
        }
        return access
    }

    /// A desktop in the scenario's own folders. The guide page is made, but no browser opens.
    init(recording record: FlowRecord, _ desktop: DesktopShortcuts, work: BlockingWork) {
        var access = ShortcutAccess(
            add: { await desktop.addOffThread($0, language: $1, on: work) },
            serve: { shortcut, language in
                let page = ShortcutPage(shortcut, language: language, nonce: Array(0..<16))
                record.guide = String(decoding: page.bytes, as: UTF8.self)
                return .success(Guide(address: "http://127.0.0.1:9081/guide") {})
            },
            open: { _ in true })
        access.find = { await desktop.findOffThread($0, on: work) }
        access.remove = { await desktop.removeOffThread($0, on: work) }
        self = access.recording(record)
    }
}
