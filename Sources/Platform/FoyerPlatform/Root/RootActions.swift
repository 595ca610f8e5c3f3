import FoyerCore
import FoyerPlatformCore
import Synchronization

/// The entry point for links from anywhere: another process, a notification, a banner, a button.
///
/// May be used from any thread, even before the host is on the screen: early links wait, in order. Once closed it
/// accepts nothing, so that a host that is leaving never reports "delivered".
public final class RootActions: Sendable {
    /// Maps the host's links to routes.
    public let router: HostRouter

    private struct State {
        /// In the order of arrival.
        var news: [RootNews] = []
        var wake: (@Sendable () -> Void)?
        var nextID = 1
        /// Actions that were accepted and are not finished.
        var underWay = 0
        var isClosed = false

        mutating func tell(_ new: RootNews) {
            news.append(new)
            wake?()
        }
    }

    private let state = Mutex(State())

    /// Actions for a host whose links the router reads.
    public init(_ router: HostRouter) {
        self.router = router
    }

    /// Validates a link of the host's own and opens it, at once or when the root is complete. A link that is not
    /// understood is shown to the user, with the reason.
    ///
    /// - Parameters:
    ///   - link: raw, untrusted text.
    ///   - origin: whether this program or another one asks; links from outside get the middle page first.
    /// - Returns: the route it leads to, or why it leads nowhere.
    @discardableResult
    public func open(_ link: String, from origin: PendingAction.Origin = .inside) -> ActionAnswer {
        do {
            let route = try router.route(link)
            if take(route, from: origin) { return .accepted(route) }
            return isClosed ? .leaving : .tooMany
        } catch {
            refuse(link, error)
            return .refused(error)
        }
    }

    /// Opens a route.
    ///
    /// - Returns: `false` if the host is leaving, or `RootMachine.maxPending` routes wait already.
    @discardableResult
    public func take(_ route: HostRoute, from origin: PendingAction.Origin) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.underWay < RootMachine.maxPending else { return false }
            state.underWay += 1
            let action = PendingAction(id: state.nextID, route: route, origin: origin)
            state.nextID += 1
            state.tell(.arrived(action))
            return true
        }
    }

    /// Answers a second start; pass it to `InstanceServer.serve(_:)`.
    ///
    /// - Parameter language: the language of a refusal, if the second start names none.
    /// - Returns: `nil` once closed.
    public func answer(_ request: InstanceRequest, language: Language) -> InstanceAnswer? {
        guard let link = request.link else {
            return tell(.called(sender: request.sender)) ? .delivered(route: nil) : nil
        }
        let answer = request.answer(router: router, language: language) { take($0, from: .outside(sender: $1)) }
        if isClosed { return nil }
        if case .refused = answer {
            do { _ = try router.route(link) } catch { refuse(link, error) }
        }
        return answer
    }

    // MARK: - The host's side

    /// Calls `wake` whenever something arrives; at once if something has arrived already.
    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            if !state.news.isEmpty { wake() }
        }
    }

    /// Removes and returns what has arrived. A link that a page opens at a key arrives before the next key.
    func drain() -> [RootNews] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    /// Marks an action as finished.
    func settle(_ action: Int) {
        state.withLock { $0.underWay = max(0, $0.underWay - 1) }
    }

    /// Closes, unless an action is still to be performed, so that the user sees where it leads.
    func closeIfIdle() -> Bool {
        state.withLock { state in
            guard state.underWay == 0 else { return false }
            state.isClosed = true
            return true
        }
    }

    /// Whether no action waits or is under way, so that a pop-up may appear.
    public var isIdle: Bool { state.withLock { $0.underWay == 0 } }

    /// Closes: accepts nothing from now on.
    public func close() {
        state.withLock { $0.isClosed = true }
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func refuse(_ link: String, _ refusal: DeepLinkRefusal) {
        _ = tell(.refused(link: link, refusal))
    }

    private func tell(_ news: RootNews) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.tell(news)
            return true
        }
    }
}

/// What ``RootActions/open(_:from:)`` answers.
public enum ActionAnswer: Equatable, Sendable {
    /// The link is carried out, once: now, or when the root is complete.
    case accepted(HostRoute)
    /// The link is not one of the host's; the user sees which it was.
    case refused(DeepLinkRefusal)
    /// Too many links wait already.
    case tooMany
    /// The host is leaving.
    case leaving

    /// The route of a link that is carried out; `nil` for any other.
    public var route: HostRoute? {
        if case .accepted(let route) = self { route } else { nil }
    }
}

/// Something that arrived.
enum RootNews: Sendable {
    case arrived(PendingAction)
    /// A link that was not understood; raw, untrusted text.
    case refused(link: String, DeepLinkRefusal)
    /// Another start asked this one to come to the front.
    case called(sender: String?)
}
