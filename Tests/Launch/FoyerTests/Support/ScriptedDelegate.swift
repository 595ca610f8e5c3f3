import FoyerCore
import FoyerTUI
import Synchronization

@testable import Foyer

/// Every call to a delegate and its view, in order.
@dynamicMemberLookup
final class Transcript: Sendable {
    struct Content {
        var lines: [String] = []
        var close: SplashAction?
        var reload: SplashAction?
        /// Keys that the view uses itself.
        var used: Set<KeyEvent> = []
    }

    private let content = Mutex(Content())
    /// The results of the root's tasks.
    let found = Inbox<String>()

    subscript<Value>(dynamicMember part: WritableKeyPath<Content, Value> & Sendable) -> Value {
        get { content.withLock { $0 }[keyPath: part] }
        set { content.withLock { $0[keyPath: part] = newValue } }
    }
}

final class ScriptedView: SplashView {
    private let transcript: Transcript
    var word = "made"

    init(_ transcript: Transcript) { self.transcript = transcript }

    func draw(in canvas: inout Canvas, context: SplashContext) {
        canvas.fill(.ground)
        canvas.text(SafeText("view: \(word)"), column: 0, row: 0)
        canvas.text(SafeText("size: \(context.size.columns)x\(context.size.rows)"), column: 0, row: 1)
    }

    func handle(_ input: InputEvent, context: SplashContext) -> Bool {
        guard case .key(let key) = input else { return false }
        transcript.lines.append("key \(key)")
        return transcript.used.contains(key)
    }
}

/// A host's own delegate, which records its calls.
class ScriptedDelegate: SplashViewDelegate {
    let transcript: Transcript

    init(_ transcript: Transcript) { self.transcript = transcript }

    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        transcript.lines.append(
            "create close:\(close != nil) reload:\(reload != nil) app:\(appID ?? "none")")
        transcript.close = close
        transcript.reload = reload
        return ScriptedView(transcript)
    }

    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) { note("info \(info.appName)", view) }
    func showError(_ view: any SplashView, message: String, code: String) { note("error \(code) \(message)", view) }
    func exitSplashView(_ view: any SplashView) { note("exit", view) }
    func updateLoadingProgress(_ view: any SplashView, progress: Double) { note("progress \(progress)", view) }

    private func note(_ line: String, _ view: any SplashView) {
        transcript.lines.append(line)
        (view as? ScriptedView)?.word = line
    }
}

/// A delegate with only the short creation function.
final class CloseOnlyDelegate: CloseOnlySplashViewDelegate {
    private let transcript: Transcript

    init(_ transcript: Transcript) { self.transcript = transcript }

    func makeSplashView(close: SplashAction?) -> any SplashView {
        transcript.lines.append("create close:\(close != nil)")
        transcript.close = close
        return ScriptedView(transcript)
    }

    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) {}
    func showError(_ view: any SplashView, message: String, code: String) { transcript.lines.append("error \(code)") }
    func exitSplashView(_ view: any SplashView) { transcript.lines.append("exit") }
}

/// A delegate with both creation functions.
final class BothWaysDelegate: ScriptedDelegate, CloseOnlySplashViewDelegate {
    func makeSplashView(close: SplashAction?) -> any SplashView {
        transcript.lines.append("the short one")
        return ScriptedView(transcript)
    }
}

/// A root that says what it is and what it was told.
final class ScriptedRoot: LaunchedRoot {
    private let transcript: Transcript
    let leavesDetailsKey: Bool
    var leavesOn: KeyEvent = .character("q")

    init(_ transcript: Transcript, leavesDetailsKey: Bool = false) {
        self.transcript = transcript
        self.leavesDetailsKey = leavesDetailsKey
    }

    func appear(_ context: ScreenContext) { transcript.lines.append("root appears") }
    func disappear() { transcript.lines.append("root disappears") }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.raised)
        canvas.text("root", column: 0, row: 2)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .presented: transcript.lines.append("root presented")
        case .input(.key(let key)):
            transcript.lines.append("root key \(key)")
            if key == leavesOn { return .leave }
        case .woken: transcript.lines += transcript.found.drain().map { "root found \($0)" }
        default: break
        }
        return .stay
    }
}
