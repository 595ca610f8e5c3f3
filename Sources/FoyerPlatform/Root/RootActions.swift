import FoyerCore
import Synchronization

/// The way in for links, whoever they come from: another process, a notification, a banner, a button.
///
/// May be used from any thread, also before the host is on the screen: what comes too early waits, in its order. Once
/// closed it takes nothing any more, so that nobody is told "delivered" by a host that is leaving.
public final class RootActions: Sendable {
    public let router: Router

    private struct State {
        /// In the order of arrival.
        var news: [RootNews] = []
        var wake: (@Sendable () -> Void)?
        var nextID = 1
        /// Actions that were taken and of which nothing has become yet.
        var underWay = 0
        var isClosed = false

        mutating func tell(_ new: RootNews) {
            news.append(new)
            wake?()
        }
    }

    private let state = Mutex(State())

    public init(_ router: Router) {
        self.router = router
    }

    /// Judges a link of the host's own and has it carried out, at once or when the root is complete. One that is not
    /// understood is shown to the user, with the reason.
    ///
    /// - Parameter link: raw text.
    /// - Returns: where it leads; `nil` where nothing comes of it.
    @discardableResult
    package func open(_ link: String, from origin: PendingAction.Origin = .inside) -> Route? {
        do throws(DeepLinkRefusal) {
            let route = try router.route(link)
            return take(route, from: origin) ? route : nil
        } catch {
            refuse(link, error)
            return nil
        }
    }

    /// Has a route carried out.
    ///
    /// - Returns: `false` where the host is leaving, or `RootMachine.maxPending` wait already.
    @discardableResult
    package func take(_ route: Route, from origin: PendingAction.Origin) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.underWay < RootMachine.maxPending else { return false }
            state.underWay += 1
            let action = PendingAction(id: state.nextID, route: route, origin: origin)
            state.nextID += 1
            state.tell(.arrived(action))
            return true
        }
    }

    /// The answer to a second start: what `InstanceServer.serve(_:)` is given.
    ///
    /// - Parameter language: in which a refusal is told to one who names none.
    /// - Returns: `nil` once closed.
    package func answer(_ request: InstanceRequest, language: Language) -> InstanceAnswer? {
        guard let link = request.link else {
            return tell(.called(sender: request.sender)) ? .delivered(route: nil) : nil
        }
        let answer = request.answer(router: router, language: language) { take($0, from: .outside(sender: $1)) }
        if isClosed { return nil }
        if case .refused = answer {
            do throws(DeepLinkRefusal) { _ = try router.route(link) } catch { refuse(link, error) }
        }
        return answer
    }

    // MARK: - The host's side

    /// From now on `wake` is called where there is news; at once where there is some already.
    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            if !state.news.isEmpty { wake() }
        }
    }

    /// What has come in since. What a page opens when a key is pressed is there before the next key is.
    func drain() -> [RootNews] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    /// Something has become of an action.
    func settle(_ action: Int) {
        state.withLock { $0.underWay = max(0, $0.underWay - 1) }
    }

    /// Closes, unless an action is still to be carried out: the user has not seen yet what it leads to.
    func closeIfIdle() -> Bool {
        state.withLock { state in
            guard state.underWay == 0 else { return false }
            state.isClosed = true
            return true
        }
    }

    /// Whether no action waits or is under way; what comes over the root by itself comes then alone.
    public var isIdle: Bool { state.withLock { $0.underWay == 0 } }

    /// Takes nothing any more.
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

/// What came in.
enum RootNews: Sendable {
    case arrived(PendingAction)
    /// A link that was not understood; raw text.
    case refused(link: String, DeepLinkRefusal)
    /// Another start asked this one to come to the front.
    case called(sender: String?)
}
