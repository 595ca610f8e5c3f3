import FoyerCore
import Testing

@testable import Foyer

@Suite struct LaunchLinesTests {
    private let package = LaunchStep("package", words: .stepPackage)
    private let metadata = LaunchStep("metadata", words: .stepMetadata)
    private let program: LaunchLines.ProgramLine = (
        appID: "com.example.tea", version: "1.2.0", path: "/home/me/.local/share/foyer/apps/com.example.tea/1.2.0-ab"
    )

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

    @Test func theHostsTitleIsInJSON() {
        let failure = LaunchFailure(
            .fetchFailed, Phrase(asIs: "x"),
            title: Phrase("No mail", [.simplifiedChinese: "没有邮件", .traditionalChinese: "沒有郵件"]))
        let line = lines(.json, .simplifiedChinese).result(.failed(failure), program: nil)
        #expect(line.first?.hasSuffix(#""cause":"x","title":"No mail"}"#) == true, "\(line)")
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
                "The program could not be looked up. Check the network, then try again.",
            ])
        #expect(lines.result(.closed, program: nil) == ["Closed before it was ready"])
    }

    @Test func whatNobodyKnowsHasNoNumber() {
        var lines = lines(.plain)
        #expect(
            lines.lines(for: .updateProgress(0), step: metadata, isMeasured: false, at: .zero)
                == ["       Asking for the program"])
        #expect(
            lines.lines(for: .startStep("metadata", attempt: 1), step: metadata, isMeasured: false, at: .zero) == [])
        #expect(
            lines.lines(for: .startStep("package", attempt: 1), step: package, isMeasured: false, at: .zero)
                == ["       Downloading"])
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

    /// Every scalar of the planes that have more than letters and pictures, of the others one in 61 and the last two, in
    /// every text that comes from outside. (`SafeText` itself is tested with more.)
    @Test(arguments: [LaunchLines.Format.plain, .json]) func noScalarActsOnATerminal(format: LaunchLines.Format) throws
    {
        let values = (UInt32(0)...0x10FFFF).filter { value in
            let isInFullPlane = [0, 1, 14].contains(value >> 16)
            return isInFullPlane || value % 61 == 0 || value & 0xFFFE == 0xFFFE
        }
        let all = values.compactMap(Unicode.Scalar.init)
        for start in stride(from: 0, to: all.count, by: 4096) {
            var raw = String.UnicodeScalarView()
            for scalar in all[start..<min(start + 4096, all.count)] { raw += ["a", scalar] }
            let text = String(raw)
            var lines = lines(format)
            var info = teaHouse
            (info.appName, info.slogan, info.description, info.iconURL) = (text, text, text, text)
            let step = LaunchStep(text, label: text)
            let program: LaunchLines.ProgramLine = (text, text, text)
            let said =
                lines.lines(for: .updateInfo(info), step: nil, at: .zero)
                + lines.lines(for: .updateProgress(0), step: step, at: .zero)
                + lines.result(.completed, program: program)
                + lines.result(.failed(LaunchFailure(.unknown, cause: text)))
            for line in said {
                let bad = line.unicodeScalars.first { Self.acts($0) }
                #expect(bad == nil, "\(String(bad?.value ?? 0, radix: 16)) in \(format)")
                if format == .json { #expect(throws: Never.self) { try JSON.parse(Array(line.utf8)) } }
            }
        }
    }

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0x115F, 0x1160, 0x3164, 0x34F, 0xE0000...0xE007F:
            true
        default: scalar.properties.isNoncharacterCodePoint
        }
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

extension LaunchLines {
    /// The lines of an effect while a step runs, or once everything is ready.
    fileprivate mutating func lines(
        for effect: LaunchEffect, step: LaunchStep?, isMeasured: Bool = true, at now: Instant
    ) -> [String] {
        var fraction = 0.0
        if case .updateProgress(let value) = effect { fraction = value }
        let state = LoadingState(label: step.map { .step($0) } ?? .ready, fraction: fraction, isMeasured: isMeasured)
        return lines(for: effect, state: state, at: now)
    }
}
