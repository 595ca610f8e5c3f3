import FoyerCore
import FoyerTUI
import TestSupport
import Testing

@testable import Foyer

@Suite struct DefaultSplashTests {
    private func failed(
        _ code: LaunchCode, style: DefaultSplashViewDelegate.ErrorStyle = .page, offersClose: Bool = true
    ) throws -> SceneDrive {
        let drive = try SceneDrive(
            delegate: { _ in DefaultSplashViewDelegate(errorStyle: style) }, offersClose: offersClose)
        drive.start()
        drive.inform()
        drive.fail(code)
        return drive
    }

    private func hasReloaded(_ drive: SceneDrive) -> Bool {
        drive.taskbar != .failed && drive.outcome == nil
    }

    // MARK: - Scenes

    @Test func loadingLooksSo() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.inform()
        drive.post(.reported(.transferred("package", bytes: 0, total: 2_100_000), attempt: 1))
        drive.end("metadata")
        drive.post(.reported(.transferred("package", bytes: 100_000, total: 2_100_000), attempt: 1))
        drive.advance(.milliseconds(1500))
        drive.post(.reported(.transferred("package", bytes: 1_207_500, total: 2_100_000), attempt: 1))
        drive.advance(.milliseconds(400))
        expectGolden(drive.buffer, "loading")
    }

    @Test func anErrorLooksSo() throws {
        expectGolden(try failed(.downloadFailed).buffer, "error-10009")
    }

    @Test func theAlertLooksSo() throws {
        expectGolden(
            try failed(.downloadFailed, style: .alert(service: "Tea House Express")).buffer, "alert")
    }

    @Test func detailsLookSo() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.advance(.milliseconds(210))
        drive.inform()
        drive.end("metadata")
        drive.advance(.milliseconds(2020))
        drive.fail(.downloadFailed, cause: "127.0.0.1 closed the connection at byte 61440.", step: "package")
        drive.press(.character("d"))
        drive.advance(.milliseconds(300))
        expectGolden(drive.buffer, "details")
    }

    // MARK: - The error page

    @Test(arguments: LaunchCode.allCases) func everyCodeIsShown(code: LaunchCode) throws {
        let drive = try failed(code)
        #expect(drive.text.contains("\(code.rawValue)"))
        #expect(drive.text.contains(code.message))
    }

    @Test(arguments: LaunchCode.allCases) func enterDoesWhatHelps(code: LaunchCode) throws {
        let drive = try failed(code)
        drive.press(.enter)
        if code.reloadCanHelp {
            #expect(hasReloaded(drive))
        } else {
            #expect(drive.outcome == .failed(LaunchFailure(code, cause: "The connection was reset.")))
        }
    }

    @Test(arguments: LaunchCode.allCases) func rReloadsEveryError(code: LaunchCode) throws {
        let drive = try failed(code)
        drive.press(.character("r"))
        #expect(hasReloaded(drive))
    }

    @Test(arguments: [KeyEvent.tab, .right, .down, .backTab, .left, .up])
    func keysMoveTheFocus(key: KeyEvent) throws {
        let drive = try failed(.downloadFailed)
        drive.press(key, .enter)
        #expect(drive.outcome != nil, "the focus was on close")
        let again = try failed(.downloadFailed)
        again.press(key, key, .enter)
        #expect(hasReloaded(again))
    }

    @Test func buttonsCanBeClicked() throws {
        let drive = try failed(.removed)
        drive.click("Reload")
        #expect(hasReloaded(drive))
        drive.fail(.removed, attempt: 2)
        drive.click("Close")
        #expect(drive.outcome != nil)
    }

    @Test func aClickBesideAButtonDoesNothing() throws {
        let drive = try failed(.removed)
        drive.input(.mouse(MouseEvent(.click, column: 0, row: 0)))
        #expect(drive.outcome == nil && drive.taskbar == .failed)
    }

    @Test func withoutCloseThereIsReloadAlone() throws {
        let drive = try failed(.removed, offersClose: false)
        #expect(!drive.text.contains("Close"))
        drive.press(.enter)
        #expect(hasReloaded(drive))
    }

    @Test func aReloadClearsTheError() throws {
        let drive = try failed(.downloadFailed)
        drive.press(.character("r"))
        #expect(!drive.text.contains("10009"))
        #expect(drive.taskbar == .busy && !drive.text.contains(" %"), "nobody knows how long")
    }

    // MARK: - The alert

    @Test func theAlertsButtonDoesWhatCloseDoes() throws {
        let outcome = LaunchOutcome.failed(LaunchFailure(.downloadFailed, cause: "The connection was reset."))
        for key in [KeyEvent.enter, .escape, .character("q")] {
            let drive = try failed(.downloadFailed, style: .alert(service: "Tea House"))
            #expect(drive.text.contains("Error connecting!"))
            drive.press(key)
            #expect(drive.outcome == outcome)
        }
        let drive = try failed(.downloadFailed, style: .alert(service: "Tea House"))
        drive.click("OK")
        #expect(drive.outcome == outcome)
    }

    @Test func theAlertBlamesTheNetworkOnlyWhereItMayBeToBlame() throws {
        for code in LaunchCode.allCases {
            let drive = try failed(code, style: .alert(service: "Tea House"))
            let isNetwork = [.fetchFailed, .downloadFailed, .resourcesFailed].contains(code)
            #expect(drive.text.contains("Check the network") == isNetwork, "\(code)\n\(drive.text)")
            #expect(drive.text.contains("Error connecting!") == isNetwork)
            #expect(drive.text.contains("Tea House"))
            // There is neither a reload nor a page.
            #expect(!drive.text.contains("eload"), "\(drive.text)")
        }
        let drive = try SceneDrive(
            delegate: { _ in DefaultSplashViewDelegate(errorStyle: .alert(service: "Tea House")) })
        drive.start()
        drive.fail(.unknown, cause: "No space left on device.")
        #expect(drive.text.contains("Tea House: No space left on device."))
    }

    @Test(arguments: [LaunchCode.downloadFailed, .unknown]) func theAlertHasTheHostsTitle(code: LaunchCode) throws {
        let drive = try SceneDrive(
            delegate: { _ in DefaultSplashViewDelegate(errorStyle: .alert(service: "Tea House")) },
            titles: [code: Phrase(asIs: "No mail today")])
        drive.start()
        drive.fail(code)
        #expect(drive.text.contains("No mail today") && !drive.text.contains("Error connecting!"), "\(drive.text)")
    }

    @Test func underTheAlertTheBarStaysWhereItWas() throws {
        let drive = try SceneDrive(
            delegate: { _ in DefaultSplashViewDelegate(errorStyle: .alert(service: "Tea House")) })
        drive.size = CellSize(columns: 100, rows: 60)
        drive.start()
        drive.inform()
        drive.end("metadata")
        drive.post(.reported(.stepProgressed("package", fraction: 0.9), attempt: 1))
        drive.advance(.milliseconds(60))
        func percent() throws -> String {
            let line = try #require(drive.lines.first { $0.contains(" %") })
            return line.filter { $0.isNumber }
        }
        let before = try percent()
        #expect(before == "82")
        drive.fail(.downloadFailed, step: "package")
        #expect(try percent() == before)
        drive.advance(.seconds(1))
        drive.input(.mouse(MouseEvent(.move, column: 1, row: 1)))
        #expect(try percent() == before)
    }

    /// Some key must dismiss the alert.
    @Test func withoutCloseTheAlertCanBeReloadedFrom() throws {
        let drive = try failed(.downloadFailed, style: .alert(service: "Tea House"), offersClose: false)
        drive.press(.enter)
        #expect(drive.outcome == nil)
        drive.press(.character("r"))
        #expect(hasReloaded(drive))
    }

    // MARK: - The footer

    @Test func theFooterShowsTheKeysThatWork() throws {
        let loading = try SceneDrive()
        loading.start()
        #expect(loading.footer.contains("q Close") && loading.footer.contains("d Details"))
        #expect(!loading.footer.contains("r Reload"))
        #expect(loading.footer.contains("com.example.tea"))
        let error = try failed(.downloadFailed)
        for word in ["r Reload", "q Close", "d Details"] { #expect(error.footer.contains(word)) }
        let bound = try SceneDrive(offersClose: false)
        bound.start()
        #expect(!bound.footer.contains("q Close"))
    }

    // MARK: - Motion

    @Test func somethingAlwaysMovesWhileItLoads() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.inform()
        var frames: [Buffer] = []
        for _ in 0..<40 {
            drive.advance(.milliseconds(250))
            frames.append(drive.buffer)
        }
        let changes = zip(frames, frames.dropFirst()).filter { $0 != $1 }.count
        #expect(changes > 25)
    }

    @Test func aSizeOfAnyKindIsDrawn() throws {
        let drive = try failed(.downloadFailed)
        for size in [(1, 1), (20, 6), (200, 50), (3, 40), (80, 2)] {
            drive.input(.resized(CellSize(columns: size.0, rows: size.1)))
            #expect(drive.buffer.size == CellSize(columns: size.0, rows: size.1))
        }
    }
}
