import FoyerCore
import FoyerTUI
import Testing

@testable import Foyer

/// A launch in accessible lines: what is said, when, and what answers do.
@Suite struct SpokenLaunchTests {
    private static let cut = LaunchFailure(.downloadFailed, cause: "The connection was reset.")
    private static let question = "1 Reload, 2 Close, 3 Details? Enter alone: Reload."
    private static let failed = [
        "Tea House did not open.", "Error 10009: Mini program download failed.",
        "The package could not be downloaded. Check the network, then reload.", "Cause: The connection was reset.",
        question,
    ]

    private func failing(_ language: Language = .english) throws -> TalkDrive {
        let drive = try TalkDrive(language: language)
        drive.post(
            .reported(.infoArrived(teaHouse), attempt: 1), .reported(.stepFailed("metadata", Self.cut), attempt: 1))
        return drive
    }

    @Test func aLaunchThatSucceedsIsTwoLines() throws {
        let drive = try TalkDrive()
        drive.advance(.milliseconds(200))
        drive.post(.reported(.infoArrived(teaHouse), attempt: 1))
        for step in ["metadata", "package", "ready"] { drive.post(.reported(.stepEnded(step), attempt: 1)) }
        #expect(drive.lines == ["Tea House. A cup in five minutes. Loading.", "Tea House is ready."])
    }

    @Test func aFailureIsSaidInWholeSentencesAndAsks() throws {
        let drive = try failing()
        #expect(drive.lines == ["Tea House. A cup in five minutes. Loading."] + Self.failed)
    }

    static let alerts: [(Language, [String])] = [
        (
            .english,
            [
                "Error connecting!", "Tea Service could not be reached. Check the network and try again.",
                "1 OK? Enter alone: OK.",
            ]
        ),
        (.simplifiedChinese, ["连接出错！", "无法连接到Tea Service。请检查网络后重试。", "1 确定？直接按回车：确定。"]),
        (.traditionalChinese, ["連線發生錯誤！", "無法連線至Tea Service。請檢查網路後再試一次。", "1 確定？直接按 Enter：確定。"]),
    ]

    /// Where the screen shows an alert, that is heard, and its button answers.
    @Test(arguments: alerts) func anAlertIsSaidAsItIsShown(language: Language, said: [String]) throws {
        for answer in [said[2].split { " ?？".contains($0) }[1].lowercased(), "1", "", "q", "close"] {
            let drive = try TalkDrive(language: language, splash: .alert(service: "Tea Service"))
            drive.post(
                .reported(.infoArrived(teaHouse), attempt: 1), .reported(.stepFailed("metadata", Self.cut), attempt: 1))
            #expect(Array(drive.lines.dropFirst()) == said)
            drive.hear(answer)
            #expect(drive.isOver, "\(answer): \(drive.lines)")
        }
    }

    /// Nobody is trapped in an alert whose button does nothing.
    @Test func anAlertThatCannotBeClosedIsLeftAllTheSame() throws {
        let drive = try TalkDrive(offersClose: false, splash: .alert(service: "Tea Service"))
        drive.post(
            .reported(.infoArrived(teaHouse), attempt: 1), .reported(.stepFailed("metadata", Self.cut), attempt: 1))
        drive.hear("q")
        drive.advance(.seconds(2))
        #expect(drive.isOver, "\(drive.lines)")
    }

    @Test func aReloadBeginsAgainAndMaySucceed() throws {
        let drive = try failing()
        _ = drive.takeLines()
        drive.hear("1")
        #expect(drive.takeLines() == ["Loading again."])
        for step in ["metadata", "package", "ready"] { drive.post(.reported(.stepEnded(step), attempt: 2)) }
        #expect(drive.takeLines() == ["Tea House is ready."])
    }

    @Test func theSameFailureIsSaidAgain() throws {
        let drive = try failing()
        drive.hear("r")
        _ = drive.takeLines()
        drive.post(.reported(.stepFailed("metadata", Self.cut), attempt: 2))
        #expect(drive.takeLines() == Self.failed)
    }

    @Test func detailsAreSentences() throws {
        let drive = try failing()
        _ = drive.takeLines()
        drive.hear("details")
        let lines = drive.takeLines()
        #expect(lines.first == "Details.")
        #expect(lines.contains("Asking for the program: failed after 0 milliseconds."))
        #expect(lines.contains("Downloading: not begun."))
        #expect(lines.contains { $0.hasPrefix("At 0.0 seconds: error 10009") }, "\(lines)")
        #expect(lines.last == "1 Back? Enter alone: Back.")
        drive.hear("")
        #expect(drive.takeLines() == Self.failed)
    }

    @Test(arguments: ["2", "close", "c", "q"]) func closingEndsIt(answer: String) throws {
        let drive = try failing()
        drive.hear(answer)
        #expect(drive.isOver)
    }

    @Test func theEndOfInputCloses() throws {
        let drive = try TalkDrive()
        drive.endInput()
        #expect(!drive.isOver, "a launch goes on without anybody to answer")
        drive.post(.reported(.stepFailed("metadata", Self.cut), attempt: 1))
        #expect(drive.isOver)
    }

    @Test func answersTypedAheadAreGivenWhenTheyAreAskedFor() throws {
        let drive = try TalkDrive()
        drive.hear("1", "3", "back", "close")
        #expect(drive.lines.isEmpty)
        drive.post(.reported(.stepFailed("metadata", Self.cut), attempt: 1))
        #expect(drive.lines.last == "Loading again.")
        drive.post(.reported(.stepFailed("metadata", Self.cut), attempt: 2))
        #expect(drive.isOver)
        #expect(drive.lines.contains("Details."))
    }

    @Test func aLongStepSaysHowToCloseAndCanBeClosed() throws {
        let drive = try TalkDrive()
        drive.post(.reported(.infoArrived(teaHouse), attempt: 1), .reported(.stepEnded("metadata"), attempt: 1))
        drive.advance(.seconds(2))
        #expect(drive.lines.last == "Downloading. To stop it, answer close.")
        drive.hear("close")
        #expect(drive.isOver)
    }

    @Test(arguments: Language.allCases) func thirtySecondsOfSilenceAreOneLine(language: Language) throws {
        let drive = try TalkDrive(language: language)
        drive.post(.reported(.infoArrived(teaHouse), attempt: 1), .reported(.stepEnded("metadata"), attempt: 1))
        drive.advance(.seconds(2))
        _ = drive.takeLines()
        drive.advance(.milliseconds(27_900))
        #expect(drive.takeLines().count <= 1)
    }

    @Test(arguments: Language.allCases) func everyLineIsPlainAndFitsTheWidth(language: Language) throws {
        let drive = try failing(language)
        drive.hear("?", "3", "7", "1")
        #expect(drive.lines.count > 12)
        for line in drive.lines {
            #expect(SafeText(line).columns <= 78, "\(line)")
            #expect(line.unicodeScalars.allSatisfy { Self.isPlain($0) }, "\(line)")
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && !(0x2190...0x2BFF ~= scalar.value)
    }

    /// A host's first screen that says nothing itself is read from its cells.
    @Test func aForeignScreenIsReadFromItsCells() throws {
        let drive = try TalkDrive(root: { Kettle() })
        for step in ["metadata", "package", "ready"] { drive.post(.reported(.stepEnded(step), attempt: 1)) }
        #expect(
            Array(drive.lines.suffix(3)) == ["The kettle is on.", "It will take three minutes.", "1 Stop, 2 Quit?"],
            "\(drive.lines)")
        drive.hear("stop")
        #expect(drive.takeLines().contains("The kettle is off."))
        drive.hear("quit")
        #expect(drive.isOver)
    }
}

/// A screen of a host that knows nothing of lines.
private final class Kettle: Screen {
    private var isOn = true

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text(isOn ? "▐ The kettle is on ▌" : "▐ The kettle is off ▌", column: 2, row: 1)
        if isOn { canvas.text("It will take three minutes", column: 2, row: 4) }
        Footer(keys: [KeyHint("s", "Stop"), KeyHint("q", "Quit")]).render(
            into: &canvas, in: PageLayout.split(canvas.size).footer)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event.key {
        case .character("s"): isOn = false
        case .character("q"): return .leave
        default: break
        }
        return .stay
    }
}
