import FoyerCore
import Testing

@testable import Foyer

@Suite struct LaunchLinesTests {
    private let package = LaunchStep("package", label: "package")
    private let metadata = LaunchStep("metadata", label: "metadata")
    private let program = InstalledProgram(
        appID: "com.example.tea", version: "1.2.0", path: "/home/me/.local/share/foyer/apps/com.example.tea/1.2.0-ab")

    private func lines(_ format: LaunchLines.Format, _ language: Language = .english) -> LaunchLines {
        LaunchLines(format: format, language: language)
    }

    private func instant(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    // MARK: - JSON

    @Test func infoAsJSON() {
        var lines = lines(.json)
        var info = teaHouse
        info.description = "Order \"ahead\"\nnow"
        let line = """
            {"event":"info","appId":"com.example.tea","appName":"Tea House",\
            "iconUrl":"http://127.0.0.1/tea.png","desc":"Order \\"ahead\\"\\nnow","slogan":"A cup in five minutes"}
            """
        #expect(lines.lines(for: .updateInfo(info), step: metadata, at: .zero) == [line])
    }

    @Test func progressAsJSON() {
        var lines = lines(.json)
        #expect(
            lines.lines(for: .updateProgress(0.42), step: package, at: .zero) == [
                #"{"event":"progress","value":0.42,"step":"package"}"#
            ])
        #expect(
            lines.lines(for: .updateProgress(0), step: metadata, at: .zero) == [
                #"{"event":"progress","value":0.0,"step":"metadata"}"#
            ])
        #expect(
            lines.lines(for: .updateProgress(1), step: nil, at: .zero) == [#"{"event":"progress","value":1.0}"#])
    }

    @Test func resultsAsJSON() {
        let lines = lines(.json)
        #expect(
            lines.result(.completed, program: program) == [
                """
                {"event":"result","status":"ok","appId":"com.example.tea","version":"1.2.0",\
                "path":"/home/me/.local/share/foyer/apps/com.example.tea/1.2.0-ab"}
                """
            ])
        #expect(
            lines.result(.failed(LaunchFailure(.unzipFailed, cause: "The package is\u{1B}[2J damaged.")), program: nil)
                == [
                    """
                    {"event":"result","status":"failed","code":10002,"message":"Mini program unzip failed",\
                    "cause":"The package is\u{FFFD}[2J damaged."}
                    """
                ])
        #expect(lines.result(.closed, program: nil) == [#"{"event":"result","status":"closed"}"#])
        #expect(lines.result(.completed, program: nil) == [#"{"event":"result","status":"ok"}"#])
    }

    @Test func messagesInJSONAreEnglishInEveryLanguage() {
        let line = lines(.json, .simplifiedChinese).result(.failed(LaunchFailure(.removed, cause: "")), program: nil)
        #expect(line.first?.contains("\"message\":\"Mini Program has been removed\"") == true)
    }

    // MARK: - Plain

    @Test func plainLines() {
        var lines = lines(.plain)
        #expect(
            lines.lines(for: .updateInfo(teaHouse), step: nil, at: .zero) == [
                "Tea House · A cup in five minutes (com.example.tea)"
            ])
        #expect(lines.lines(for: .updateProgress(0.07), step: package, at: .zero) == ["  7 %  Downloading"])
        #expect(lines.lines(for: .updateProgress(1), step: nil, at: .zero) == ["100 %  Ready"])
        #expect(
            lines.result(.completed, program: program) == [
                "com.example.tea 1.2.0 is ready", program.path,
            ])
        #expect(
            lines.result(.failed(LaunchFailure(.fetchFailed, cause: "It refused.")), program: nil) == [
                "error 10003: Mini program fetch failed (It refused.)",
                "The service could not be asked about this program. Check the network, then reload.",
            ])
        #expect(lines.result(.closed, program: nil) == ["Closed before it was ready"])
    }

    @Test func textFromOutsideHasNoControls() {
        var lines = lines(.plain)
        var info = teaHouse
        info.appName = "Tea\u{1B}]0;owned\u{7} House"
        info.slogan = ""
        let line = lines.lines(for: .updateInfo(info), step: nil, at: .zero).first ?? ""
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
        #expect(line.hasSuffix(" House (com.example.tea)"))
    }

    @Test func whatConcernsTheScreenIsNoLine() {
        var lines = lines(.json)
        for effect in [LaunchEffect.createView, .showRoot, .exitSplashView, .removeView, .end(.completed)] {
            #expect(lines.lines(for: effect, step: nil, at: .zero).isEmpty)
        }
    }

    // MARK: - How often

    @Test(arguments: [LaunchLines.Format.plain, .json]) func fourTimesASecondAtMost(format: LaunchLines.Format) {
        var lines = lines(format)
        var count = 0
        for step in 1...98 {
            count +=
                lines.lines(
                    for: .updateProgress(Double(step) / 100), step: package, at: instant(Int64(step) * 10)
                ).count
        }
        #expect(count == 4)
    }

    @Test func theFirstTheLastAndANewStepAreAlwaysTold() {
        var lines = lines(.json)
        #expect(lines.lines(for: .updateProgress(0), step: metadata, at: instant(0)).count == 1)
        #expect(lines.lines(for: .updateProgress(0.01), step: metadata, at: instant(1)).isEmpty)
        #expect(lines.lines(for: .updateProgress(0.1), step: package, at: instant(2)).count == 1)
        #expect(lines.lines(for: .updateProgress(0.2), step: package, at: instant(3)).isEmpty)
        #expect(lines.lines(for: .updateProgress(1), step: nil, at: instant(4)).count == 1)
    }
}
