import Testing

@testable import FoyerCore

/// One size for the user's terminal and the command's.
@Suite struct SharedSizeTests {
    @Test func aChangeOfEitherIsTheOthers() {
        var size = SharedSize()
        #expect(size.follow(users: 80, commands: 0) == .commands)
        #expect(size.follow(users: 80, commands: 80) == nil)
        #expect(size.follow(users: 80, commands: 100) == .users)
        #expect(size.follow(users: 100, commands: 100) == nil)
        #expect(size.follow(users: 120, commands: 100) == .commands)
        // Both at once: the user's window is what it is.
        #expect(size.follow(users: 60, commands: 70) == .commands)
    }

    @Test func `a size that the command sets before anybody looks is the user's`() {
        var size = SharedSize(both: 80)
        #expect(size.follow(users: 80, commands: 100) == .users)
    }

    @Test func behindASplashTheCommandsSizeWaits() {
        var size = SharedSize()
        #expect(size.follow(users: 80, commands: 80, isUsersFixed: true) == nil)
        #expect(size.follow(users: 80, commands: 100, isUsersFixed: true) == nil)
        #expect(size.follow(users: 80, commands: 100) == .users)
    }
}
