import Foundation
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerPlatform

/// What launches that were killed leave of their downloads.
@Suite struct UnfinishedPackagesTests {
    private let folder = TemporaryFolder()
    private var store: AppStore { AppStore(path: folder.path + "/apps") }
    private let address = "http://a.example/packages/tea.ma"

    /// A dead launch's folder, with a package of three bytes out of nine.
    private func leave(_ name: String, address: String? = nil, age: TimeInterval = 60, isKnown: Bool = true) throws {
        let path = "\(folder.path)/apps/.staging/\(name)"
        try FileManager.default.createDirectory(atPath: path + "/content", withIntermediateDirectories: true)
        for place in ["\(folder.path)/apps", "\(folder.path)/apps/.staging"] { chmod(place, 0o700) }
        try Data("abc".utf8).write(to: URL(fileURLWithPath: path + "/package"))
        try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/resource-0"))
        let text = "foyer-part 1\n\(address ?? self.address)\n9\n\"tag\"\n"
        if isKnown { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/package.validators")) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path + "/package")
    }

    private func left() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/apps/.staging")
            .filter { $0.contains("/") }.sorted()
    }

    @Test func theLatestStayWithoutWhatElseTheLaunchHad() throws {
        for number in 1...6 { try leave("\(number)-a", age: TimeInterval(number * 60)) }
        try leave("7-a", age: 8 * 24 * 3600)
        try leave("8-a", isKnown: false)
        store.sweep()
        #expect(try left() == (1...4).flatMap { ["\($0)-a/package", "\($0)-a/package.validators"] })
    }

    @Test func theSamePackageAloneIsTaken() throws {
        try leave("1-a", address: "http://a.example/packages/other.ma")
        try leave("2-a")
        let staging = try store.stage()
        let wanted = try WebAddress(address)
        #expect(!store.takeUnfinished(wanted, size: 10, into: staging))
        #expect(store.takeUnfinished(wanted, size: 9, into: staging))
        #expect(try OpenFile.reading(staging.packagePath).readAll(limit: 9) == Array("abc".utf8))
        #expect(store.takeUnfinished(wanted, size: 9, into: staging), "it has one now")
        let other = try store.stage()
        #expect(!store.takeUnfinished(wanted, size: 9, into: other), "whoever lives keeps it")
        #expect(try left().contains("1-a/package") && !left().contains("2-a/package"))
    }
}
