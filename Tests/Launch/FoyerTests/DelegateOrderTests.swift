import FoyerCore
import FoyerTUI
import Testing

@testable import Foyer

/// `create attempt ( reload attempt )* exit`, `attempt = progress(0) ( info | progress )* error?`.
@Suite struct DelegateOrderTests {
    private func drive(
        offersClose: Bool = true,
        _ delegate: @escaping @Sendable (Transcript) -> any SplashViewDelegate = ScriptedDelegate.init
    ) throws -> SceneDrive {
        try SceneDrive(delegate: delegate, offersClose: offersClose)
    }

    private let created = "create close:true reload:true app:com.example.tea"

    @Test func aSuccess() throws {
        let drive = try drive()
        drive.start()
        drive.inform()
        drive.end("metadata", "package", "ready")
        #expect(
            drive.transcript.lines == [
                created, "recall", "progress 0.0", "info Tea House", "progress 0.1", "progress 0.9", "progress 1.0",
                "root appears", "exit",
            ])
        #expect(drive.outcome == .completed, "a splash that was not seen does not fade")
        drive.advance(.milliseconds(1))
        #expect(drive.transcript.lines.last == "root presented")
    }

    @Test func infoComesOnceAnAttempt() throws {
        let drive = try drive()
        drive.start()
        drive.inform()
        drive.inform()
        drive.fail(.fetchFailed)
        drive.press(.character("r"))
        drive.inform(attempt: 2)
        #expect(drive.transcript.lines.filter { $0.hasPrefix("info") }.count == 2)
    }

    @Test func anErrorAndAReload() throws {
        let drive = try drive()
        drive.start()
        drive.end("metadata")
        drive.fail(.downloadFailed, step: "package")
        drive.press(.character("r"))
        drive.end("metadata", "package", "ready", attempt: 2)
        let expected = [
            created, "recall", "progress 0.0", "progress 0.1", "error 10009 Mini program download failed",
            "progress 0.0", "progress 0.1", "progress 0.9", "progress 1.0", "root appears", "exit",
        ]
        #expect(drive.transcript.lines.filter { !$0.hasPrefix("key") } == expected)
    }

    @Test func whatEndsALaunchWithItsTerminalIsToldAsItWas() throws {
        let failed = try SceneDrive()
        failed.start()
        failed.fail(.downloadFailed, step: "metadata")
        #expect(failed.failures == [.downloadFailed] && failed.outcome == nil, "told before anybody leaves")
        failed.input(.endOfInput)
        guard case .failed(let failure) = failed.outcome else {
            Issue.record("it ended in \(String(describing: failed.outcome))")
            return
        }
        #expect(failure.code == .downloadFailed && failed.failures.count == 1)
        let loading = try SceneDrive()
        loading.start()
        loading.input(.endOfInput)
        #expect(loading.outcome == .closed)
        let fading = try SceneDrive()
        fading.start()
        fading.end("metadata", "package", "ready")
        fading.input(.endOfInput)
        #expect(fading.outcome == .completed)
    }

    @Test func whatIsLateIsDropped() throws {
        let drive = try drive()
        drive.start()
        drive.fail(.fetchFailed)
        drive.press(.character("r"))
        drive.inform(attempt: 1)
        drive.end("metadata", attempt: 1)
        #expect(drive.transcript.lines.last == "progress 0.0")
    }

    @Test func aCloseWhileLoadingEndsAllCalls() throws {
        let drive = try drive()
        drive.start()
        drive.press(.character("q"))
        #expect(drive.outcome == .closed)
        #expect(drive.isOver)
        let before = drive.transcript.lines
        drive.inform()
        drive.end("metadata", "package", "ready")
        #expect(drive.transcript.lines == before)
        #expect(!before.contains("exit"))
    }

    @Test func aCloseOnTheErrorPageEndsWithTheError() throws {
        let drive = try drive()
        drive.start()
        drive.fail(.suspended)
        drive.press(.escape)
        #expect(drive.outcome == .failed(LaunchFailure(.suspended, cause: "The connection was reset.")))
        #expect(drive.transcript.lines.last == "key escape")
    }

    @Test func aCloseBeforeTheFirstFrameStartsNothing() throws {
        let drive = try drive()
        drive.draw()
        drive.press(.character("q"))
        #expect(drive.outcome == .closed)
        #expect(drive.transcript.lines == [created, "key character(\"q\")"])
    }

    @Test func wrongProgressIsNeverShown() throws {
        let drive = try drive()
        drive.start()
        for fraction in [0.5, .nan, 7, -3, .infinity, 0.2] {
            drive.post(.reported(.stepProgressed("metadata", fraction: fraction), attempt: 1))
        }
        #expect(drive.transcript.lines.suffix(3) == ["progress 0.0", "progress 0.05", "progress 0.1"])
    }

    // MARK: - Available actions

    @Test func withoutCloseTheKeysCloseNothing() throws {
        let drive = try drive(offersClose: false)
        drive.start()
        #expect(drive.transcript.lines.first == "create close:false reload:true app:com.example.tea")
        drive.press(.character("q"), .escape)
        #expect(drive.outcome == nil)
        drive.fail(.fetchFailed)
        drive.press(.character("q"), .escape)
        #expect(drive.outcome == nil)
    }

    @Test func theShortCreationFunctionHasNoReload() throws {
        let drive = try drive(CloseOnlyDelegate.init)
        drive.start()
        drive.fail(.fetchFailed)
        drive.press(.character("r"))
        #expect(
            drive.transcript.lines.filter { !$0.hasPrefix("key") } == ["create close:true", "recall", "error 10003"])
        drive.press(.character("q"))
        #expect(drive.outcome == .failed(LaunchFailure(.fetchFailed, cause: "The connection was reset.")))
    }

    @Test func aTypeWithBothIsOfferedReload() throws {
        let drive = try drive(BothWaysDelegate.init)
        drive.start()
        #expect(drive.transcript.lines.first == created)
        drive.fail(.fetchFailed)
        drive.press(.character("r"))
        #expect(drive.transcript.lines.last == "progress 0.0")
    }

    // MARK: - The actions

    @Test func theCloseActionWorksFromAnotherThread() async throws {
        let drive = try drive()
        drive.start()
        let close = try #require(drive.transcript.close)
        await Task.detached { close() }.value
        #expect(drive.outcome == nil, "the thread that owns the screen decides")
        drive.drain()
        #expect(drive.outcome == .closed)
        await Task.detached { close() }.value
        drive.drain()
        #expect(drive.outcome == .closed)
    }

    @Test func theReloadActionWorksFromAnotherThread() async throws {
        let drive = try drive()
        drive.start()
        let reload = try #require(drive.transcript.reload)
        await Task.detached { reload() }.value
        drive.drain()
        #expect(drive.transcript.lines.filter { $0 == "progress 0.0" }.count == 1, "nothing has failed yet")
        drive.fail(.fetchFailed)
        await Task.detached { reload() }.value
        drive.drain()
        #expect(drive.transcript.lines.filter { $0 == "progress 0.0" }.count == 2)
    }

    // MARK: - A view of the host's own

    @Test func aCustomViewHasTheWholeScreen() throws {
        let drive = try drive()
        drive.start()
        #expect(drive.lines[0] == "view: progress 0.0")
        #expect(drive.lines[1] == "size: 80x24")
        drive.input(.resized(CellSize(columns: 40, rows: 10)))
        #expect(drive.lines[1] == "size: 40x10")
        drive.fail(.fetchFailed)
        #expect(drive.lines[0] == "view: error 10003 Mini program fetch fa…")
    }

    @Test func aCustomViewIsAskedFirst() throws {
        let drive = try drive()
        drive.transcript.used = [.character("q"), .character("d")]
        drive.start()
        drive.press(.character("q"), .character("d"))
        #expect(drive.outcome == nil)
        #expect(drive.lines[0] == "view: progress 0.0", "no details over it")
        drive.press(.escape)
        #expect(drive.outcome == .closed)
    }

    @Test func messagesAreInTheUsersLanguage() throws {
        let drive = try SceneDrive(delegate: ScriptedDelegate.init, language: .simplifiedChinese)
        drive.start()
        drive.fail(.fetchFailed)
        let message = Language.simplifiedChinese[.message(.fetchFailed)].string
        #expect(drive.transcript.lines.last == "error 10003 \(message)")
    }
}
