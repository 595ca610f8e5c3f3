import Foyer
import FoyerPlatform
import Synchronization

/// The mail program's words, in every language.
extension Phrase {
    static let fetchingMail = Phrase("Fetching mail", [.simplifiedChinese: "正在收取邮件", .traditionalChinese: "正在收取郵件"])
    static let noMail = Phrase(
        "The mail could not be fetched", [.simplifiedChinese: "无法收取邮件", .traditionalChinese: "無法收取郵件"])
    static let noMailReason = Phrase(
        "The mail server hung up.", [.simplifiedChinese: "邮件服务器断开了连接。", .traditionalChinese: "郵件伺服器中斷了連線。"])
}

/// A splash of its own, with all that the default one knows.
final class MailSplash: SplashView, SplashViewDelegate {
    private var name = SafeText("Mail")

    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView { self }
    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) { name = SafeText(info.appName) }
    func showError(_ view: any SplashView, message: String, code: String) {}
    func exitSplashView(_ view: any SplashView) {}

    func draw(in canvas: inout Canvas, context: SplashContext) {
        canvas.fill(.ground)
        let words = context.language
        var lines: [SafeText] = [name, context.stepLabel, "\(Int(context.progress * 100)) %", context.status]
        if let transfer = context.transfer {
            lines.append(transfer.total.map { words.bytes(transfer.bytes, of: $0) } ?? words.bytes(transfer.bytes))
            if let rate = transfer.rate { lines.append(words.rate(rate)) }
            if let left = transfer.timeLeft { lines.append(words.timeLeft(left)) }
        }
        if let failure = context.failure {
            lines += ["\(failure.code.rawValue)", words.message(failure), words[failure.reason], words.advice(failure)]
        }
        if let pixels = context.iconPixels { lines.append("icon of \(pixels.width) × \(pixels.height)") }
        for (row, line) in lines.enumerated() { canvas.text(line, in: canvas.bounds.line(row), alignment: .leading) }
    }
}

/// A first screen with one sentence.
final class Page: Screen {
    private let text: SafeText
    init(_ text: SafeText) { self.text = text }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (body, footer) = PageLayout.split(canvas.size)
        canvas.text(text, in: body.line(0), alignment: .leading)
        Footer(keys: [KeyHint("q", context.language[.back])]).render(into: &canvas, in: footer)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        event.key == .character("q") ? .leave : .stay
    }
}

extension MailHost {
    private func provider() -> UIProvider { UIProvider(splashViewDelegate: { MailSplash() }, root: { Page("Inbox") }) }
    private func step(_ body: @escaping @Sendable (StepReporter) async throws -> Void = { _ in }) -> StartupStep {
        Self.step(body)
    }

    fileprivate static func step(_ body: @escaping @Sendable (StepReporter) async throws -> Void) -> StartupStep {
        StartupStep("mail", label: .fetchingMail, body: body)
    }

    /// Everything is set before the engine starts, and nothing afterwards without an error.
    func configure() async throws -> [String] {
        var configuration = LaunchEngine.Configuration(
            appID: "org.example.mail", steps: [step()], timeout: .seconds(10), uiProvider: provider())
        configuration.offersClose = false
        configuration.offersReload = false
        configuration.exit = .fade(atMost: .milliseconds(400))
        configuration.titles = [.fetchFailed: .noMail]
        configuration.display.output = .plain
        configuration.display.theme = .light
        configuration.display.reducesMotion = true
        configuration.display.language = .english
        let engine = try LaunchEngine(configuration)
        try engine.configure { $0.timeout = .seconds(5) }
        let outcome = try await engine.run()
        var late = "nothing"
        do { try engine.configure { $0.offersClose = true } } catch { late = error.description }
        configuration.timeout = .zero
        var wrong = "nothing"
        do { _ = try LaunchEngine(configuration) } catch { wrong = error.description }
        return ["\(outcome)", late, wrong]
    }

    /// The splash in its states, as text.
    func splash() async throws -> [String] {
        let rehearsal = SplashRehearsal { MailSplash() }
        let slow = rehearsal.picture(of: .slow).text
        let failed = rehearsal.picture(of: .failed(.downloadFailed)).text
        try require(slow.contains("kB/s") && slow.contains(" s left"), slow)
        try require(failed.contains("10009"), failed)
        return [slow, failed].flatMap { $0.split(separator: "\n").map(String.init) }
    }

    /// A failure in the host's own words, in the user's language.
    func ownWords() async throws -> [String] {
        var configuration = LaunchEngine.Configuration(
            steps: [step { _ in throw LaunchFailure(.fetchFailed, .noMailReason) }], uiProvider: provider())
        configuration.titles = [.fetchFailed: .noMail]
        configuration.display.output = .plain
        let outcome = try await LaunchEngine(configuration).run()
        guard case .failed(let failure) = outcome else { throw Unexpected("\(outcome)") }
        return Language.allCases.map { "\($0[.noMail]) (\(failure.code.rawValue)): \($0[failure.reason])" }
    }

    /// A transition of its own.
    func exitTransition() async throws -> [String] {
        let wipe = wipe { _ in }
        var configuration = LaunchEngine.Configuration(steps: [step()], uiProvider: provider())
        configuration.exit = wipe
        let engine = try LaunchEngine(configuration)
        try engine.configure { $0.exit = .none }
        return ["a wipe of \(wipe.length), then none"]
    }

    /// Commands and downloads as steps.
    func steps() async throws -> [String] {
        let command = CommandStep("check", label: "Checking", run: ["true"])
        var download = DownloadStep(try server.resolve("/v1/config").text, to: places.cache + "/config.json")
        download.label = Phrase("Fetching the rules", [.simplifiedChinese: "正在获取规则", .traditionalChinese: "正在取得規則"])
        download.bound = 1 << 20
        var configuration = LaunchEngine.Configuration(
            steps: [command.startupStep, download.startupStep], uiProvider: provider())
        configuration.display.output = .json
        let outcome = try await LaunchEngine(configuration).run()
        try require(outcome == .completed, "\(outcome)")
        let test = TestScreen(Page("Inbox"), size: CellSize(columns: 40, rows: 8))
        try require(test.text.contains("Inbox") && test.text.contains("Back"), test.text)
        test.press(.character("q"))
        try require(test.isOver, "the page is still there")
        return ["\(outcome)", "the page was drawn and left"]
    }
}

/// The splash's rows leave one by one, from the top.
private func wipe(_ drawn: @escaping @Sendable (Double) -> Void) -> ExitTransition {
    ExitTransition(length: .milliseconds(300)) { splash, root, fraction in
        drawn(fraction)
        var canvas = root
        for row in Int(Double(splash.rows) * fraction)..<splash.rows {
            for column in 0..<splash.columns { canvas.put(splash[column, row], column: column, row: row) }
        }
        return canvas
    }
}

/// A launch on the terminal; says what an engine made of the transition.
func drawnExit() async throws -> String {
    let fractions = Mutex<[Double]>([])
    var configuration = LaunchEngine.Configuration(
        steps: [MailHost.step { _ in try await Task.sleep(for: .milliseconds(600)) }],
        uiProvider: UIProvider(splashViewDelegate: { MailSplash() }, root: { Page("Inbox") }))
    configuration.appears = .atOnce
    configuration.exit = wipe { fraction in fractions.withLock { $0.append(fraction) } }
    let outcome = try await LaunchEngine(configuration).run()
    let drawn = fractions.withLock { $0 }
    let isInOrder = zip(drawn, drawn.dropFirst()).allSatisfy { $0 <= $1 }
    let isWithin = drawn.allSatisfy { (0...1).contains($0) }
    let way = isInOrder && isWithin ? ", from the splash to the root" : " \(drawn)"
    return "\(outcome), drawn \(drawn.count) times" + way
}
