import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Tells those who use an old version of a program that its platform no longer serves it: `minimum` in the platform's
/// `config.yaml`.
///
/// ```swift
/// let notices = VersionNotices(places: places, server: server, version: "2.9.1")
/// if let notice = await notices.check() {
///     try await notice.tell(presentation)  // a page, or a line on standard error
///     exit(1)  // or go on: that is the program's decision
/// }
/// ```
/// The platform is asked once a day at most, and not at all by a build service, an agent, or for a user who wants no
/// announcements; what it said last counts until then. Whatever goes wrong, there is no notice.
public struct VersionNotices: Sendable {
    private let version: String
    private let config: RemoteConfigService
    private let store: NoticeStore
    private let isWanted: Bool
    private let surroundings: PlatformSurroundings

    /// - Parameters:
    ///   - version: the program's, as semver writes it; with any other there are no notices.
    ///   - announcements: whether the user wants to hear of anything, as the setting `announcements` says.
    ///   - timeLimit: how long the platform may take to answer.
    public init(
        places: Places, server: WebAddress, version: String, announcements: Bool = true,
        transport: HTTPTransport = HTTPTransport(),
        timeLimit: Duration = RemoteConfig.standardTimeLimit
    ) {
        self.init(
            places: places, server: server, version: version, announcements: announcements, transport: transport,
            timeLimit: timeLimit, environment: Places.variable, wallClock: { .now })
    }

    private let wallClock: @Sendable () -> LocalTime

    init(
        places: Places, server: WebAddress, version: String, announcements: Bool, transport: HTTPTransport,
        timeLimit: Duration, environment: (String) -> String?,
        wallClock: @escaping @Sendable () -> LocalTime
    ) {
        self.version = version
        self.wallClock = wallClock
        surroundings = transport.surroundings
        // Beside the host's own values, which it activates when it wants to.
        config = RemoteConfigService(
            places, server: server, platform: "notices " + server.text, transport: transport, minimumInterval: .zero,
            timeLimit: timeLimit)
        store = NoticeStore(places, platform: server.text)
        isWanted = NoticeRule.isWanted(automation: Automation(environment: environment), announcements: announcements)
    }

    /// What is to be told; `nil` if the version is new enough, or nobody is to be told anything.
    public func check() async -> VersionNotice? {
        guard isWanted, SemanticVersion(version) != nil else { return nil }
        let (store, now) = (store, wallClock())
        if await surroundings.work.run({ store.claim(now) }) {
            _ = await config.fetch()
            await config.activate()
        }
        return await config.snapshot.notice(for: version)
    }
}

extension VersionNotice {
    /// Tells the user: a page with the reason and the way to a newer version, until it is left; or a line on standard error
    /// where there is no screen.
    public func tell(_ presentation: Presentation) async throws(LaunchEngineError) {
        guard presentation.showsScreens else {
            LineOutput.error.add(PlainText.fitted(presentation.language.line(self).string))
            return
        }
        try await presentation.show { VersionNoticeScreen(self) }
    }
}

/// Remembers on which day each platform was last asked for notices: `$XDG_STATE_HOME/foyer/notices`. Blocks on the disk.
struct NoticeStore: Sendable {
    private static let policy = Records.Policy(
        largest: 256, seal: .text("foyer-notice 1"), bound: .digests(64, count: 100), isSynced: false)

    private let records: Records
    private let name: String

    init(_ places: Places, platform: String, disk: Disk = .real) {
        records = Records(Self.policy, path: places.state + "/notices", depth: 2, disk: disk)
        name = SHA256.hexadecimal(of: Array(platform.utf8))
    }

    /// Whether the caller may ask now. Of several processes at once one may; none may where that cannot be remembered.
    func claim(_ now: LocalTime) -> Bool {
        let name = name
        let mayAsk = try? records.change { (held) throws(DiskError) in
            let lastDay = held.read(name).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
            guard NoticeRule.mayAsk(lastDay: lastDay, now: now) else { return false }
            try held.write(Array("\(now.day)".utf8), to: name)
            return true
        }
        return mayAsk ?? false
    }
}
