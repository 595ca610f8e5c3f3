import FoyerCore
import FoyerTUI
import Synchronization
import Testing

@testable import Foyer

/// A host's own splash, as small as one can be.
private final class MailSplash: SplashView, SplashViewDelegate {
    private var name = SafeText("Mail")
    private var lines: [SafeText] = []
    private let calls: Calls

    final class Calls: Sendable {
        let list = Mutex<[String]>([])
    }

    init(_ calls: Calls = Calls()) { self.calls = calls }

    private func note(_ call: String) { calls.list.withLock { $0.append(call) } }

    func makeSplashView(close: SplashAction?, reload: SplashAction?, appID: String?) -> any SplashView {
        note("create")
        return self
    }
    func updateLoadingInfo(_ view: any SplashView, info: SplashInfo) {
        note("info")
        name = SafeText(info.appName)
    }
    func updateLoadingProgress(_ view: any SplashView, progress: Double) {
        if progress == 0 || progress == 1 { note("progress \(Int(progress))") }
        lines = ["\(Int(progress * 100)) %"]
    }
    func showError(_ view: any SplashView, message: String, code: String) {
        note("error \(code)")
        lines = [SafeText(message), SafeText(code)]
    }
    func exitSplashView(_ view: any SplashView) { note("exit") }

    func draw(in canvas: inout Canvas, context: SplashContext) {
        canvas.fill(.ground)
        for (row, line) in ([name] + lines + [context.stepLabel, context.status]).enumerated() {
            canvas.text(line, in: canvas.bounds.line(row), alignment: .leading)
        }
    }
}

@Suite struct RehearsalTests {
    private let mail = SplashRehearsal(steps: ["Opening the box", "Fetching letters"]) { MailSplash() }

    @Test func theNineCodesInARowLookSo() {
        let pictures = mail.pictures(size: CellSize(columns: 40, rows: 5))
        let codes = pictures.filter { if case .failed = $0.moment { true } else { false } }
        #expect(codes.map(\.name) == LaunchCode.allCases.map { "\($0.rawValue)" })
        for (picture, code) in zip(codes, LaunchCode.allCases) {
            #expect(picture.text.hasPrefix("Tea House\n\(code.message)\n\(code.rawValue)"))
        }
    }

    @Test func theHostsTitlesAreKnown() {
        var titled = SplashRehearsal()
        titled.titles = [.fetchFailed: Phrase(asIs: "No mail today")]
        #expect(titled.picture(of: .failed(.fetchFailed)).text.contains("No mail today"))
        #expect(titled.picture(of: .failed(.downloadFailed)).text.contains(LaunchCode.downloadFailed.message))
    }

    @Test func everyKeyOfARehearsalDoesOneThing() {
        #expect(RehearsalScreen.moments.count == LaunchCode.allCases.count + 4)
        let keys = RehearsalScreen.moments.map(\.key) + RehearsalScreen.rows.keys + ["q", "z"]
        #expect(Set(keys).count == keys.count)
    }

    @Test func everyMomentIsThatOfARealLaunch() {
        func text(_ moment: SplashRehearsal.Moment) -> String {
            mail.picture(of: moment, size: CellSize(columns: 40, rows: 5)).text
        }
        #expect(text(.preparing).hasPrefix("Mail\n"))
        #expect(text(.preparing).contains("Opening the box"))
        #expect(text(.loading).contains("Fetching letters"))
        #expect(text(.slow).contains("2 of 5 files"))
        #expect(text(.reloaded).contains(" %\nOpening the box"))
        #expect(mail.picture(of: .resized, size: CellSize(columns: 40, rows: 6)).buffer.size.columns == 20)
        #expect(text(.ready).hasPrefix("Tea House\n100 %"))
        #expect(text(.closed).allSatisfy { $0 == "\n" || $0 == " " })
    }

    @Test func theDelegateIsCalledInTheOrderOfALaunch() {
        func calls(_ moment: SplashRehearsal.Moment) -> [String] {
            let calls = MailSplash.Calls()
            _ = SplashRehearsal { MailSplash(calls) }.picture(of: moment)
            return calls.list.withLock { $0 }
        }
        #expect(calls(.reloaded) == ["create", "progress 0", "info", "error 10003", "progress 0"])
        #expect(calls(.ready) == ["create", "progress 0", "info", "progress 1", "exit"])
        #expect(calls(.closed) == ["create", "progress 0", "info"])
    }

    @Test func everyDepthAndThemeAndSizeIsDrawnTheSameEachTime() {
        #expect(SplashRehearsal.themes.count == 2 * CellColor.Depth.allCases.count)
        let sizes = [CellSize(columns: 20, rows: 6), CellSize(columns: 1, rows: 1)]
        for size in sizes {
            #expect(SplashRehearsal().pictures(size: size).count == SplashRehearsal.Moment.allCases.count)
        }
        let names = SplashRehearsal.themes.flatMap { theme in
            SplashRehearsal().pictures(size: CellSize(columns: 40, rows: 12), theme: theme).map(\.fullName)
        }
        #expect(Set(names).count == SplashRehearsal.themes.count * SplashRehearsal.Moment.allCases.count)
        #expect(SplashRehearsal().picture(of: .slow).buffer == SplashRehearsal().picture(of: .slow).buffer)
    }

    @Test func theOwnWordsOfARehearsalAreTranslated() {
        for moment in SplashRehearsal.Moment.allCases {
            let words = Set([Language.english, .simplifiedChinese, .traditionalChinese].map { $0[moment.phrase] })
            if case .failed(let code) = moment {
                #expect(words == [SafeText("\(code.rawValue)")])
            } else {
                #expect(
                    words.count == 3 && Language.english[moment.phrase] == SafeText(moment.description), "\(moment)")
            }
        }
        let small = CellSize(columns: 60, rows: 16)
        let page = SplashRehearsal().picture(of: .failed(.unknown), size: small, language: .traditionalChinese).text
        #expect(!page.contains("rehearsal"))
    }

    @Test func theDefaultSplashShowsEachCodeWithItsNumber() {
        for code in LaunchCode.allCases {
            let text = SplashRehearsal().picture(of: .failed(code)).text
            #expect(text.contains("\(code.rawValue)") && text.contains(code.message))
        }
        #expect(SplashRehearsal().picture(of: .slow).text.contains("MB"))
        // An unknown error has no advice of its own: its page says why.
        #expect(SplashRehearsal().picture(of: .failed(.unknown)).text.contains("This is a rehearsal"))
    }
}
