import FoyerCore
import FoyerTUI
import Testing

@testable import Foyer

@Suite struct LaunchSceneTests {
    // MARK: - The first frame

    @Test func nothingBeginsBeforeTheFirstFrame() throws {
        let drive = try SceneDrive()
        #expect(drive.transcript.lines.isEmpty)
        drive.draw()
        #expect(drive.transcript.lines.isEmpty)
        #expect(drive.lines.contains { $0.contains("Preparing the awesome ...") })
        drive.start()
        #expect(drive.transcript.lines == ["recall"])
    }

    /// The user sees one picture, not two: only the label of the step comes.
    @Test func theFirstSplashFrameLooksLikeTheLaunchScreen() throws {
        let drive = try SceneDrive()
        drive.draw()
        let launchScreen = drive.lines
        drive.start()
        let different = zip(launchScreen, drive.lines).filter { $0 != $1 }
        #expect(different.count == 1)
        #expect(different.first?.1.contains("Asking for the program") == true)
        #expect(different.first?.0.isEmpty == true, "nothing is known, so there is no number")
    }

    @Test func whatAStepSaysGoesWithIt() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.post(.status("asking the mirror", step: "metadata", attempt: 1))
        #expect(drive.text.contains("asking the mirror"))
        drive.end("metadata")
        #expect(!drive.text.contains("asking the mirror"))
        drive.post(.status("late", step: "metadata", attempt: 1))
        drive.post(.status("3 of 5 files", step: "package", attempt: 1))
        #expect(drive.text.contains("3 of 5 files") && !drive.text.contains("late"))
        drive.post(.status("later", step: "metadata", attempt: 1))
        #expect(drive.text.contains("3 of 5 files"))
    }

    @Test func onlyWhatIsKnownIsANumber() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.advance(.seconds(20))
        #expect(drive.taskbar == .busy && !drive.text.contains(" %"))
        drive.post(.launch(.reported(.stepProgressed("metadata", fraction: 0.5), attempt: 1)))
        drive.advance(.seconds(1))
        #expect(drive.taskbar == .percent(5) && drive.text.contains(" 5 %"))
    }

    @Test func learnedProgressIsReadAfterTheFirstFrameAndKeptAtTheEnd() throws {
        let learned = LearnedProgress(duration: 4, ends: ["metadata": 0.1, "package": 0.9, "ready": 1])
        let drive = try SceneDrive(learned: learned)
        drive.start()
        drive.advance(.seconds(2))
        drive.end("metadata", "package", "ready")
        let kept = try #require(drive.kept)
        #expect(abs(kept.duration - 3) < 0.01, "half of the old, half of the new")
        #expect(kept.ends["ready"] == 1)
    }

    // MARK: - Before there is a splash

    /// Over the demo's home a launch without a splash may take two seconds.
    @Test(arguments: [KeyEvent.character("q"), .escape]) func whoClosesWhatIsNotSeenYetWaitsForNothing(_ key: KeyEvent)
        throws
    {
        var rule = SplashRule(wish: .never)
        rule.hasLines = false
        let drive = try SceneDrive(splash: rule)
        drive.start()
        drive.advance(.seconds(1))
        #expect(drive.outcome == nil)
        drive.press(key)
        #expect(drive.outcome == .closed && drive.isOver)
    }

    @Test func otherKeysAreForWhatComes() throws {
        let drive = try SceneDrive(splash: SplashRule(wish: .auto))
        drive.start()
        drive.press(.down, .character("q"))
        #expect(drive.outcome == nil, "it is for the page that the key before it is for")
        drive.end("metadata", "package", "ready")
        #expect(drive.transcript.lines.contains { $0.contains("down") }, "\(drive.transcript.lines)")
    }

    // MARK: - What the tile has shown

    @Test(.timeLimit(.minutes(5))) func whatTheTileShowedIsThereWhileThePlatformIsSilent() async throws {
        let green = Array([[UInt8]](repeating: [0, 254, 0, 255], count: 64).joined())
        let icon = try #require(Pixels(width: 8, height: 8, bytes: green))
        let drive = try SceneDrive(known: ("Tea \u{1B}House", icon))
        drive.start()
        try await drive.wait { drive in
            drive.buffer.cells.contains { $0.background == .hex(0x00FE00) || $0.foreground == .hex(0x00FE00) }
        }
        drive.fail(.fetchFailed)
        #expect(drive.text.contains("10003") && drive.text.contains("Tea \u{FFFD}House"), "\(drive.text)")
    }

    @Test func withoutATileTheErrorHasNoName() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.fail(.fetchFailed)
        #expect(drive.text.contains("10003") && !drive.text.contains("House"))
    }

    // MARK: - The fade

    private func completed(_ theme: DisplayTheme = DisplayTheme()) throws -> SceneDrive {
        let drive = try SceneDrive(theme: theme)
        drive.start()
        drive.inform()
        // The fade lasts as long as the splash was seen, 1.5 s at most.
        drive.advance(.seconds(2))
        drive.end("metadata", "package", "ready")
        return drive
    }

    @Test func theFadeGoesFromTheSplashToTheRoot() throws {
        let drive = try completed()
        #expect(drive.lines.contains { $0.contains("A cup in five minutes") })
        #expect(!drive.lines.contains("root"))
        drive.advance(.milliseconds(1499))
        #expect(drive.outcome == nil)
        drive.advance(.milliseconds(1))
        #expect(drive.outcome == .completed)
        #expect(drive.lines[2] == "root")
        #expect(!drive.text.contains("Tea House"))
    }

    @Test(arguments: [0, 1500]) func `the splash is full and says Ready before the root is seen`(fade: Int64) throws {
        let drive = try SceneDrive(fade: .milliseconds(fade))
        drive.start()
        drive.inform()
        drive.advance(.seconds(2))
        drive.end("metadata", "package", "ready")
        // However late the frame is.
        let status = drive.lines.first { $0.contains("%") } ?? ""
        #expect(status.contains("Ready") && status.contains("100 %"), "\(drive.text)")
        #expect(!drive.lines.contains("root"))
        let full = drive.buffer
        drive.advance(.milliseconds(fade))
        #expect(drive.lines[2] == "root" && drive.buffer != full)
    }

    @Test func `a last frame that comes late is as full`() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.advance(.seconds(2))
        for step in ["metadata", "package", "ready"] {
            drive.handleWithoutDrawing(.launch(.reported(.stepEnded(step), attempt: 1)))
        }
        drive.pause(.milliseconds(90))
        #expect(drive.text.contains("Ready") && drive.text.contains("100 %"), "\(drive.text)")
    }

    @Test func inTheMiddleOfTheFadeTheCellsAreOfBoth() throws {
        let drive = try completed()
        let splash = drive.buffer
        drive.advance(.milliseconds(300))
        let between = drive.buffer
        drive.advance(.milliseconds(1200))
        #expect(between != splash)
        #expect(between != drive.buffer)
    }

    @Test(arguments: [KeyEvent.character("x"), .enter, .escape, .character("q"), .up])
    func anyKeySkipsTheFade(key: KeyEvent) throws {
        let drive = try completed()
        drive.advance(.milliseconds(100))
        drive.press(key)
        #expect(drive.outcome == .completed)
        #expect(drive.lines[2] == "root" || key == .character("q"), "the root leaves by it")
        #expect(drive.transcript.lines.contains { $0.hasPrefix("root key") }, "the key also does what the root says")
    }

    @Test func theMouseSkipsByAPressAlone() throws {
        let drive = try completed()
        drive.input(.mouse(MouseEvent(.release, column: 1, row: 1)))
        #expect(drive.outcome == nil)
        drive.input(.mouse(MouseEvent(.press, column: 1, row: 1)))
        #expect(drive.outcome == .completed)
    }

    /// A frame that waited for the terminal says how slow the line is.
    @Test func aTerminalThatReadsSlowlyGetsNoFade() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.inform()
        drive.advance(.seconds(1))
        drive.pause(.milliseconds(500))
        drive.end("metadata", "package", "ready")
        drive.advance(.zero)
        #expect(drive.outcome == .completed && drive.lines[2] == "root")
    }

    @Test func aFadeWhosePicturesTakeTooLongEnds() throws {
        let drive = try completed()
        drive.pause(.milliseconds(200))
        #expect(drive.outcome == nil)
        drive.advance(.milliseconds(40))
        #expect(drive.outcome == .completed && drive.lines[2] == "root")
    }

    /// A splash that was seen for a moment fades for a moment.
    @Test func aShortFadeNeedsAQuickTerminal() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.pause(.milliseconds(90))
        drive.end("metadata", "package", "ready")
        drive.advance(.zero)
        #expect(drive.outcome == .completed && drive.lines[2] == "root")
    }

    @Test func aFewFramesLessAreNoReasonForNone() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.advance(.seconds(1))
        for _ in 0..<5 { drive.pause(.milliseconds(100)) }
        drive.end("metadata", "package", "ready")
        #expect(drive.outcome == nil)
    }

    @Test func aResizeSettlesTheFade() throws {
        let drive = try completed()
        drive.advance(.milliseconds(100))
        drive.input(.resized(CellSize(columns: 60, rows: 20)))
        #expect(drive.lines[2] == "root")
        #expect(!drive.text.contains("Tea House"))
    }

    @Test func withoutAFadeTheRootIsThereAtOnce() throws {
        let drive = try SceneDrive(theme: DisplayTheme(reducesMotion: true), fade: .zero)
        drive.start()
        drive.end("metadata", "package", "ready")
        drive.advance(.zero)
        #expect(drive.outcome == .completed)
        #expect(drive.lines[2] == "root")
    }

    /// What the root does on its first frame (such as forgetting the version before) waits for that frame.
    @Test func theRootIsPresentedOnceItHasBeenDrawn() throws {
        let drive = try SceneDrive(fade: .zero)
        drive.start()
        drive.post(.reported(.stepEnded("metadata"), attempt: 1))
        drive.post(.reported(.stepEnded("package"), attempt: 1))
        drive.handleWithoutDrawing(.launch(.reported(.stepEnded("ready"), attempt: 1)))
        #expect(!drive.transcript.lines.contains("root presented"))
        drive.draw()
        drive.advance(.zero)
        #expect(drive.transcript.lines.filter { $0 == "root presented" }.count == 1)
        drive.advance(.seconds(2))
        #expect(drive.transcript.lines.filter { $0 == "root presented" }.count == 1)
    }

    /// The terminal may still take the splash's first frame when the last step ends.
    @Test(arguments: [Duration.zero, .milliseconds(300)]) func aRootThatComesBeforeTheFirstFrameIsOutIsPresented(
        fade: Duration
    ) throws {
        let drive = try SceneDrive(fade: fade, splash: SplashRule(wish: .auto))
        drive.advance(.seconds(1))
        drive.end("metadata", "package")
        drive.advance(.seconds(1))
        drive.handleWithoutDrawing(.launch(.reported(.stepEnded("ready"), attempt: 1)))
        drive.firstFrameIsOut()
        drive.advance(.seconds(2))
        #expect(drive.transcript.lines.filter { $0 == "root presented" }.count == 1, "\(drive.transcript.lines)")
    }

    @Test func afterwardsAllBelongsToTheRoot() throws {
        let drive = try completed()
        drive.press(.enter)
        drive.press(.character("d"), .character("r"))
        drive.transcript.found.add("hello")
        drive.post(.note("anything"))
        #expect(
            drive.transcript.lines.suffix(3) == [
                "root key character(\"d\")", "root key character(\"r\")", "root found hello",
            ])
        drive.press(.character("q"))
        #expect(drive.isOver)
        #expect(drive.transcript.lines.last == "root disappears")
        #expect(drive.outcome == .completed)
    }

    // MARK: - Details and keys

    @Test func detailsOpenAndClose() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.press(.character("d"))
        drive.advance(.milliseconds(300))
        #expect(drive.lines.contains { $0.contains("Details") && $0.contains("300 ms") })
        #expect(drive.footer.contains("d Close"))
        drive.press(.character("d"))
        #expect(!drive.text.contains("attempt 1"))
        for key in [KeyEvent.escape, .character("q")] {
            drive.press(.character("d"))
            drive.advance(.milliseconds(300))
            drive.press(key)
            #expect(!drive.text.contains("attempt 1"))
            #expect(drive.outcome == nil, "it closed the details, not the launch")
        }
    }

    @Test func detailsSlideInWhereThereNeverWasASplash() throws {
        let drive = try SceneDrive(splash: SplashRule(wish: .auto), leavesDetailsKey: true)
        drive.start()
        drive.end("metadata", "package", "ready")
        drive.advance(.milliseconds(10))
        #expect(drive.program.nextDeadline == nil)
        drive.press(.character("d"))
        let next = try #require(drive.program.nextDeadline, "nothing draws the sheet's way in")
        #expect(next < drive.now + .milliseconds(100))
        drive.advance(.milliseconds(300))
        #expect(drive.lines.contains { $0.contains("Details") }, "\(drive.text)")
    }

    @Test func detailsTellTheCauseAndTheNotes() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.post(.note("asking again in 2 s"))
        drive.advance(.seconds(2))
        drive.fail(.fetchFailed, cause: "The host \u{1B}[2Jrefused.")
        drive.press(.character("d"))
        drive.advance(.milliseconds(300))
        #expect(drive.text.contains("refused."))
        drive.press(.end)
        let note = try #require(drive.lines.firstIndex { $0.contains("asking again in 2 s") })
        let failure = try #require(drive.lines.lastIndex { $0.contains("refused.") })
        #expect(note < failure, "in the order of their instants")
        #expect(!drive.text.unicodeScalars.contains("\u{1B}"))
    }

    /// All events of a mouse click: press, release, and the click itself.
    @Test func theFootersKeysCanBeClicked() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.press(.character("d"))
        drive.advance(.milliseconds(300))
        drive.hand("d Close")
        #expect(!drive.text.contains("attempt 1"))
        drive.hand("d Details")
        drive.advance(.milliseconds(300))
        #expect(drive.text.contains("attempt 1"))
        drive.hand("d Close")
        drive.fail(.fetchFailed)
        drive.hand("r Reload   q")
        #expect(drive.taskbar != .failed)
        drive.hand("q Close")
        #expect(drive.outcome == .closed)
    }

    @Test func aClickBesideTheSheetClosesIt() throws {
        let drive = try SceneDrive()
        drive.start()
        for key in [KeyEvent.character("d"), .character("?")] {
            drive.press(key)
            drive.advance(.milliseconds(300))
            let opened = drive.text
            drive.input(.mouse(MouseEvent(.click, column: 1, row: 1)))
            #expect(drive.text != opened && drive.outcome == nil)
        }
        #expect(!drive.text.contains("attempt 1") && !drive.text.contains("reload, where"))
    }

    /// Without scrolling, on the smallest usual screen, with all the steps of a mini program.
    @Test func theCauseComesFirst() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.fail(.fetchFailed, cause: "The host refused.")
        drive.press(.character("d"))
        drive.advance(.milliseconds(300))
        let cause = try #require(drive.lines.firstIndex { $0.contains("The host refused.") })
        let step = try #require(drive.lines.firstIndex { $0.contains("Asking for the program") && $0.contains("✕") })
        #expect(cause < step)
    }

    @Test(arguments: [Language.simplifiedChinese, .traditionalChinese])
    func theCauseIsInTheUsersLanguage(language: Language) throws {
        let drive = try SceneDrive(timeout: .seconds(2), language: language)
        drive.start()
        drive.advance(.seconds(3))
        drive.press(.character("d"))
        drive.advance(.milliseconds(300))
        let label = language[.stepMetadata].string
        #expect(drive.text.contains("2 秒") && drive.text.contains(label + "。"))
        #expect(drive.outcome == nil)
        drive.press(.character("q"), .character("q"))
        guard case .failed(let failure) = drive.outcome else {
            Issue.record("it has not failed")
            return
        }
        #expect(
            failure.cause == "Not ready within 2 s; still in: Asking for the program.",
            "as it stands in logs and in JSON")
    }

    /// An invisible button cannot be pressed.
    @Test func whatTheDetailsCoverGetsNoKeys() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.fail(.fetchFailed)
        let covered = MouseEvent(.click, column: 45, row: 17)
        drive.press(.character("d"), .enter)
        drive.input(.mouse(covered))
        #expect(drive.outcome == nil)
        #expect(drive.taskbar == .failed, "Enter did not reload")
        drive.press(.character("r"))
        #expect(drive.taskbar != .failed, "r reloads on every error")
    }

    @Test func theListOfKeys() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.press(.character("?"))
        #expect(drive.text.contains("reload, where the page offers it"))
        // A launch may be anybody's: there is neither a demo nor a banner.
        #expect(!drive.text.contains("(demo)") && !drive.text.contains("banner"))
        drive.press(.character("r"), .character("?"))
        #expect(!drive.text.contains("reload, where the page offers it"))
        #expect(drive.outcome == nil)
    }

    // MARK: - Time

    @Test func thirtySecondsAreTheEnd() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.inform()
        drive.advance(.milliseconds(29_999))
        #expect(!drive.text.contains("10010"))
        drive.advance(.milliseconds(1))
        #expect(drive.text.contains("10010"))
        drive.press(.enter)
        #expect(!drive.text.contains("10010"))
        drive.advance(.milliseconds(29_999))
        #expect(!drive.text.contains("10010"), "a reload starts a new 30 seconds")
        drive.advance(.milliseconds(1))
        #expect(drive.text.contains("10010"))
    }

    @Test func theTaskbarTellsTheProgress() throws {
        let drive = try SceneDrive()
        drive.start()
        for percent in stride(from: 1, through: 99, by: 1) {
            let drive = try SceneDrive()
            drive.start()
            drive.end("metadata")
            drive.post(.reported(.stepProgressed("package", fraction: (Double(percent) + 0.001 - 10) / 80), attempt: 1))
            guard (11..<90).contains(percent) else { continue }
            #expect(drive.taskbar == .percent(percent))
            drive.advance(.milliseconds(400))
            #expect(drive.text.contains("\(percent) %"))
        }
        drive.fail(.fetchFailed)
        #expect(drive.taskbar == .failed)
    }

    @Test func aTerminalThatGoesEndsTheLaunch() throws {
        let drive = try SceneDrive()
        drive.start()
        drive.input(.endOfInput)
        #expect(drive.isOver)
    }
}
