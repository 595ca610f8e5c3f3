import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct ConsentStoreTests {
    private let folder = TemporaryFolder()

    private func store(_ host: String) throws -> ConsentStore {
        ConsentStore(try Places(host: host) { $0 == "HOME" ? folder.path : nil })
    }

    @Test func anAnswerToOneHostIsNoAnswerToAnother() throws {
        let server = try WebAddress("https://shop.example/")
        try store("mail").keep(.granted, for: server)
        #expect(try store("mail").answer(for: server) == .granted)
        #expect(try store("chat").answer(for: server) == nil)
        #expect(try store("mail").platforms().count == 1 && store("chat").platforms().isEmpty)
    }

    @Test func aYesForAllPlatformsUndoesANoToOne() throws {
        let server = try WebAddress("https://shop.example/")
        let store = ConsentStore(Places { $0 == "HOME" ? folder.path : nil })
        try store.keep(.denied, for: server)
        #expect(store.answer(for: server) == .denied)
        try store.keep(.granted, for: nil)
        #expect(store.answer(for: server) == .granted && store.platforms().count == 1)
    }

    @Test func whatHoldsForAllPlatformsHoldsForEveryHost() throws {
        let server = try WebAddress("https://shop.example/")
        try store("mail").keep(.granted, for: server)
        try ConsentStore(Places { $0 == "HOME" ? folder.path : nil }).keep(.denied, for: nil)
        #expect(try store("mail").answer(for: server) == .denied)
        #expect(try store("chat").answer(for: server) == .denied)
    }
}
