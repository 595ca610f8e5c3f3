import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// A touch service against a platform on loopback, with folders of its own.
final class BannerRig: Sendable {
    let folder: TemporaryFolder
    let service: TouchService
    let server: WebAddress
    let told = ToldEvents()
    let notes = Notes()
    let opened = Notes()

    /// - Parameter timeout: for the data; pictures have longer than any test.
    init(
        _ server: WebAddress, folder: TemporaryFolder = TemporaryFolder(), timeout: Duration = .seconds(300),
        picturesBound: Int = CampaignCache.picturesBound, reportsLoads: Bool? = true
    ) throws {
        self.folder = folder
        self.server = server
        var configuration = TouchConfiguration()
        // As for a site that asks for loads; what the surroundings of the tests say does not count.
        (configuration.reportsLoads, configuration.eventsOff) = (reportsLoads, nil)
        configuration.timeout = timeout
        configuration.pictureTimeout = .seconds(300)
        configuration.network.jitter = { 0 }
        configuration.note = { [notes] in notes.add($0) }
        configuration.openExternal = { [opened] address in
            opened.add(address)
            return !address.contains("unopened")
        }
        service = TouchService(
            cache: CampaignCache(places: Self.places(folder), picturesBound: picturesBound),
            places: Self.places(folder), configuration: configuration)
        service.setCollector(told)
        service.setServerHost(server)
        try service.start()
    }

    var places: Places { Self.places(folder) }
    var cache: CampaignCache { CampaignCache(places: places) }

    private static func places(_ folder: TemporaryFolder) -> Places {
        let home = folder.path
        return Places { ["XDG_CACHE_HOME", "XDG_STATE_HOME"].contains($0) ? home : nil }
    }

    /// Loads a banner once, with its pictures, and closes.
    func load(_ key: String?, hasErrorImage: Bool = true) async throws -> BannerResult {
        let session = try service.session(forKey: key).campaign
        let result = await session.load(pictures: true, hasErrorImage: hasErrorImage)
        session.close()
        return result
    }
}

/// A collector that only remembers.
final class ToldEvents: EventCollector {
    let version: CollectorVersion
    let isStarted: Bool
    private let list = Mutex<[String]>([])

    init(version: CollectorVersion = .least, isStarted: Bool = true) {
        self.version = version
        self.isStarted = isStarted
    }

    var all: [String] { list.withLock { $0 } }

    func record(_ kind: CampaignEvent.Kind, key: String, index: Int?) {
        list.withLock { $0.append("\(kind.rawValue) \(key)\(index.map { " \($0)" } ?? "")") }
    }
}

/// What is posted, one after the other, for a test that waits for it.
final class Inbox<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func post(_ element: Element) { continuation.yield(element) }
    func finish() { continuation.finish() }

    func next() async -> Element? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }

    func next(_ count: Int) async -> [Element] {
        var found: [Element] = []
        while found.count < count, let element = await next() { found.append(element) }
        return found
    }
}

extension PipelineRig {
    func banner(timeout: Duration = .seconds(300)) throws -> BannerRig {
        try BannerRig(WebAddress(stage.baseURL), folder: folder, timeout: timeout)
    }
}
