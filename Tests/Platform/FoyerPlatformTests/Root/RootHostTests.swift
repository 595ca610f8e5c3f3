import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// The way to the root, as a user sees it.
@Suite struct RootHostTests {
    @Test func launchScreenAndSplashAreOnePictureAndTheFetchComesAfterIt() throws {
        let drive = try HostDrive()
        drive.round()
        let launchScreen = drive.text
        #expect(launchScreen.contains("Foyer") && launchScreen.contains("Come in"))
        #expect(drive.host.stack.numbers.count == 1 && drive.notes.lines == [])
        // The splash's first frame is drawn before it is told so.
        drive.round()
        #expect(drive.text == launchScreen)
        drive.rest()
        #expect(drive.notes.lines == ["fetch 1"] && drive.text == launchScreen)
        drive.answer(#"{"version":"1"}"#)
        #expect(drive.notes.lines == ["fetch 1", "root v1"] && drive.shown == "v1 one")
        #expect(drive.host.machine.isComplete && drive.host.stack.numbers.count == 1)
    }

    @Test func aConfigThatNeverComesIsWaitedForThreeSeconds() throws {
        for (kept, root) in [(nil, "v2 one"), (#"{"version":"1"}"#, "v1 one")] {
            let drive = try HostDrive(kept: kept)
            drive.rest()
            drive.advance(.milliseconds(2_999))
            #expect(drive.shown == "")
            drive.advance(.milliseconds(1))
            #expect(drive.shown == root && drive.notes.lines.contains("cancel 1"))
            drive.answer(#"{"version":"1"}"#)
            #expect(drive.shown == root)
        }
    }

    @Test(arguments: ["[1]", "{", #"{"version":[1]}"#, #"{"version":"1","version":"2"}"#])
    func aConfigThatLiesGivesTheDefault(body: String) throws {
        let drive = try HostDrive()
        drive.rest()
        drive.answer(body)
        #expect(drive.shown == "v2 one")
    }

    /// Whoever wrote it without quotation marks meant the same.
    @Test func aNumberChoosesAsItsTextDoes() throws {
        let drive = try HostDrive()
        drive.rest()
        drive.answer(#"{"version":1}"#)
        #expect(drive.shown == "v1 one")
    }

    @Test func theLightRunsOnlyWhereTheSplashHasToWait() throws {
        let drive = try HostDrive(theme: DisplayTheme())
        drive.rest()
        let first = drive.cells
        drive.advance(.milliseconds(600))
        #expect(drive.cells == first)
        drive.advance(.milliseconds(300))
        #expect(drive.cells != first)
    }

    @Test func linksThatComeTooEarlyWaitInTheirOrder() throws {
        let drive = try HostDrive()
        drive.actions.open("foyer://page/a")
        drive.round()
        drive.actions.open("foyer://page/b")
        drive.rest()
        drive.actions.open("foyer://page/b")
        drive.actions.open("foyer://page/c")
        drive.rest()
        #expect(drive.shown == "")
        drive.answer(#"{"version":"1"}"#)
        #expect(drive.shown == "/page/c" && drive.host.stack.numbers.count == 4)
        drive.press(.character("q"))
        #expect(drive.shown == "/page/b")
        drive.press(.character("q"))
        #expect(drive.shown == "/page/a")
        drive.press(.character("q"))
        #expect(drive.shown == "v1 one")
        drive.press(.character("q"))
        #expect(drive.isOver)
    }

    @Test func whatIsOnScreenIsNotPushedAgain() throws {
        let drive = try HostDrive()
        drive.complete()
        for _ in 0..<3 { drive.actions.open("foyer://page/a") }
        drive.rest()
        #expect(drive.host.stack.numbers.count == 2)
        drive.actions.open("foyer://page/b")
        drive.actions.open("foyer://page/a")
        drive.rest()
        #expect(drive.host.stack.numbers.count == 4)
    }

    @Test func aLinkFromOutsideGetsTheMiddlePage() throws {
        let drive = try HostDrive()
        drive.complete()
        #expect(drive.receive("foyer://page/a") == .delivered(route: "/page/a"))
        drive.rest()
        for part in ["You are about to enter", "About /page/a", "comes from pts/3", "foyer://page/a", "Enter Immed"] {
            #expect(drive.text.contains(part), "\(part)\n\(drive.text)")
        }
        // Once more while it is there: nothing comes on top.
        #expect(drive.receive("foyer://page/a") == .delivered(route: "/page/a"))
        drive.rest()
        #expect(drive.host.stack.numbers.count == 2)
        drive.press(.enter)
        #expect(drive.shown == "/page/a" && drive.host.stack.numbers.count == 2)
        drive.press(.character("q"))
        #expect(drive.shown == "v1 one")
        _ = drive.receive("foyer://page/a")
        drive.rest()
        drive.press(.tab, .enter)
        #expect(drive.shown == "v1 one")
        _ = drive.receive("foyer://page/a")
        drive.rest()
        drive.press(.escape)
        #expect(drive.shown == "v1 one" && drive.host.places().places.isEmpty)
    }

    @Test func theTargetRightBeneathTheMiddlePageIsNotPushedAgain() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.actions.open("foyer://page/a")
        _ = drive.receive("foyer://page/b")
        drive.rest()
        drive.press(.enter)
        #expect(drive.shown == "/page/b" && drive.host.stack.numbers.count == 3)
        drive.press(.character("q"))
        #expect(drive.shown == "/page/a")
    }

    @Test func tabsOfTheRootAreShownThere() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.actions.open("foyer://page/a")
        drive.rest()
        _ = drive.receive("foyer://tab/two")
        drive.rest()
        drive.press(.enter)
        #expect(drive.shown == "v1 two" && drive.host.stack.numbers.count == 1)
        #expect(drive.host.places().places.isEmpty && drive.host.places().rootRoute?.text == "/tab/two")
        drive.actions.open("foyer://tab/two")
        drive.actions.open("foyer://tab/three")
        drive.rest()
        #expect(drive.shown == "/tab/three" && drive.host.stack.numbers.count == 2)
    }

    @Test func aLinkThatIsNotUnderstoodIsShownWithItsReason() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.actions.open("foyer://page/a")
        drive.rest()
        guard case .refused(let reason)? = drive.receive("foyer://nothing/\u{1B}[2J") else {
            Issue.record("it was taken")
            return
        }
        #expect(!reason.contains("\u{1B}"))
        drive.rest()
        #expect(drive.text.contains("was not understood") && drive.shown == "/page/a")
        #expect(drive.host.stack.numbers.count == 2)
        drive.advance(.seconds(8))
        #expect(!drive.text.contains("was not understood"))
        #expect(drive.actions.open("other://page/a").route == nil)
        drive.rest()
        #expect(drive.text.contains("other is another program's"))
        drive.press(.character("x"))
        #expect(!drive.text.contains("another program's"))
        guard case .refused? = drive.receive("foyer://miniapp/.hidden") else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func moreThanAHundredAreRefusedAndTheRestIsCarriedOut() throws {
        let drive = try HostDrive(asks: false)
        drive.rest()
        var taken = 0
        for index in 0..<130 {
            if case .delivered? = drive.receive("foyer://page/p\(index)") { taken += 1 }
        }
        #expect(taken == RootMachine.maxPending)
        drive.answer(#"{"version":"1"}"#)
        #expect(drive.shown == "/page/p99" && drive.host.stack.numbers.count == 101)
        #expect(drive.actions.open("foyer://page/more").route != nil)
        drive.rest()
        #expect(drive.text.contains("Too many pages are open already."))
        #expect(drive.host.stack.numbers.count == 101)
    }

    /// As a notice about events is put around the root.
    @Test func aScreenAroundTheRootLeavesItItsKeysAndItsPages() throws {
        let drive = try HostDrive(wrap: { EventNoticeScreen($0, notice: { nil }, answered: { _ in }) })
        drive.complete()
        drive.press(.character("d"))
        #expect(drive.text.contains("Why this root?"))
        drive.press(.character("d"), .character("s"))
        #expect(drive.text.contains("About /tab/one"), "\(drive.text)")
        drive.press(.character("q"))
        drive.actions.open("foyer://tab/two")
        drive.rest()
        #expect(drive.shown == "v1 two" && drive.host.stack.numbers.count == 1)
    }

    @Test func theDetailsSayWhyThisRoot() throws {
        let drive = try HostDrive()
        drive.rest()
        drive.advance(.milliseconds(250))
        drive.answer(#"{"version":"1"}"#)
        drive.press(.character("d"))
        for part in ["Why this root?", #"v1, because version is "1" (remote); fetched in 250 ms"#, "Launch screen"] {
            #expect(drive.text.contains(part), "\(part)\n\(drive.text)")
        }
        drive.press(.character("q"))
        #expect(!drive.isOver && drive.shown == "v1 one" && !drive.text.contains("Why this root?"))
    }

    @Test func screensThatTheRootPushesAreOnTopOfLinksToo() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.actions.open("foyer://tab/one")
        drive.rest()
        #expect(drive.host.stack.numbers.count == 1)
        drive.press(.character("p"))
        #expect(drive.shown == "own" && drive.host.places().places.count == 1)
        // The root's tab is not what is on screen now.
        drive.actions.open("foyer://tab/one")
        drive.rest()
        #expect(drive.shown == "v1 one" && drive.host.places().places.isEmpty)
    }

    @Test func nobodyIsToldDeliveredByAHostThatHasLeft() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.press(.character("q"))
        #expect(drive.isOver)
        #expect(drive.receive("foyer://page/a") == nil)
        #expect(drive.actions.open("foyer://page/a").route == nil)
    }

    @Test func aLinkThatComesWithTheQuitKeyIsSeenBeforeTheHostLeaves() throws {
        let drive = try HostDrive()
        drive.complete()
        #expect(drive.receive("foyer://page/a") == .delivered(route: "/page/a"))
        drive.press(.character("q"))
        #expect(!drive.isOver && drive.text.contains("You are about to enter"))
        drive.press(.enter)
        #expect(drive.shown == "/page/a")
        drive.press(.character("q"))
        #expect(drive.isOver)
    }

    @Test func theSplashCanBeLeft() throws {
        let drive = try HostDrive()
        drive.round()
        drive.press(.character("q"))
        #expect(drive.isOver)
    }

    @Test func anotherStartIsAnsweredAndSeen() throws {
        let drive = try HostDrive()
        drive.complete()
        let request = InstanceRequest(link: nil, sender: "pts/9")
        #expect(drive.actions.answer(request, language: .english) == .delivered(route: nil))
        drive.rest()
        #expect(drive.text.contains("pts/9 asked for it"))
    }

    @Test func theSplashFadesIntoTheRoot() throws {
        let drive = try HostDrive(theme: DisplayTheme())
        drive.complete()
        #expect(drive.host.machine.isComplete && drive.host.fade != nil)
        let first = drive.cells
        drive.advance(.milliseconds(500))
        #expect(drive.cells != first, "it goes on by itself")
        let half = drive.cells
        drive.advance(.milliseconds(1_000))
        #expect(drive.host.fade == nil && drive.shown == "v1 one" && drive.cells != half)
    }

    @Test func anyKeySkipsTheFadeAndIsTheRootsAllTheSame() throws {
        let drive = try HostDrive(theme: DisplayTheme())
        drive.complete()
        drive.press(.character("p"))
        #expect(drive.host.fade == nil && drive.shown == "own")
        let linked = try HostDrive(theme: DisplayTheme())
        linked.rest()
        linked.actions.open("foyer://page/a")
        linked.rest()
        linked.answer(#"{"version":"1"}"#)
        #expect(linked.shown == "/page/a", "nothing fades beneath a page")
    }

    @Test func aPageThatHasGoneOnIsKnownByWhatItShows() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.actions.open("foyer://page/a")
        drive.rest()
        drive.press(.character("n"))
        #expect(drive.shown == "/page/a next")
        for link in ["foyer://page/a-next", "foyer://page/a-next"] { drive.actions.open(link) }
        drive.rest()
        #expect(drive.host.stack.numbers.count == 2)
        drive.press(.character("s"))
        #expect(drive.text.contains("About /page/a-next"))
        drive.press(.character("q"))
        drive.actions.open("foyer://page/a")
        drive.rest()
        #expect(drive.shown == "/page/a" && drive.host.stack.numbers.count == 3)
        #expect(drive.host.places().places.count == 2)
    }

    @Test func keysThatAreTypedAheadReachWhatTheKeyBeforeOpened() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.pressAtOnce(.character("o"), .character("q"))
        #expect(drive.shown == "v1 one" && !drive.isOver, "q was the page's")
    }
}
