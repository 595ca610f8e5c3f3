import FoyerCore
import FoyerTUI
import Synchronization
import Testing

@testable import Foyer

/// Who gets what is typed while a command's launch is shown.
struct KeyboardAccessTests {
    private final class Typing: Sendable {
        let isAtPrompt = Mutex(true)
        let hasInput = Mutex(false)
    }

    private let typing = Typing()

    private func failed() throws -> (SceneDrive, KeyboardAccess) {
        let keyboard = KeyboardAccess(
            allowsFailurePage: { [typing] in typing.isAtPrompt.withLock { $0 } },
            hasInput: { [typing] in typing.hasInput.withLock { $0 } })
        let drive = try SceneDrive(keyboard: keyboard)
        drive.start()
        #expect(!keyboard.isGranted)
        drive.post(.launch(.reported(.stepFailed("metadata", LaunchFailure(.fetchFailed, cause: "")), attempt: 1)))
        return (drive, keyboard)
    }

    @Test func anErrorPageReadsNothingInItsFirstSecond() throws {
        let (drive, keyboard) = try failed()
        drive.advance(.milliseconds(999))
        #expect(!keyboard.isGranted && !drive.isOver)
        drive.advance(.milliseconds(1))
        #expect(keyboard.isGranted && !drive.isOver)
        drive.press(.character("r"))
        #expect(!keyboard.isGranted, "another attempt reads nothing again")
    }

    @Test func anErrorPageLeavesIfSomethingWasTypedInItsFirstSecond() throws {
        let (drive, keyboard) = try failed()
        drive.advance(.milliseconds(500))
        typing.hasInput.withLock { $0 = true }
        drive.advance(.milliseconds(500))
        #expect(drive.isOver && !keyboard.isGranted && keyboard.hasShownFailurePage)
        #expect(drive.failures == [.fetchFailed])
    }

    @Test func aFailureHasNoPageWhereSomethingWaitsInTheQueue() throws {
        typing.hasInput.withLock { $0 = true }
        let (drive, keyboard) = try failed()
        #expect(drive.isOver && !keyboard.hasShownFailurePage)
        #expect(drive.failures == [.fetchFailed])
    }

    @Test func aFailureHasNoPageInAScript() throws {
        typing.isAtPrompt.withLock { $0 = false }
        let (drive, keyboard) = try failed()
        #expect(drive.isOver && !keyboard.hasShownFailurePage)
    }
}
