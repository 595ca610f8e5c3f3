import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// Serves a shortcut's page to browsers on this machine, on loopback only, under a path that nobody can guess.
///
/// It ends by itself some time after the page was last fetched (the page is self-contained, so adding it to a home
/// screen does not need the server), and in any case at its time limit.
public final class ShortcutServer: Sendable {
    /// When it ends by itself.
    package struct Limits: Sendable {
        /// From the start to the end, whatever happens.
        package var time: Duration = .seconds(600)
        /// The time after the page was last fetched completely; `nil` waits for the limit.
        package var afterFetch: Duration? = .seconds(120)

        /// Ten minutes, and two after the page was fetched.
        package init() {}
    }

    package enum Ending: Equatable, Sendable {
        /// The page was fetched, and nobody came back for it.
        case fetched
        case timeLimit
        case stopped
    }

    /// The port that it listens on.
    public var port: Int { server.port }
    /// The short address for a browser.
    public let address: String
    private let server: LoopbackServer
    private let pages: ShortcutPages

    private init(_ server: LoopbackServer, _ pages: ShortcutPages) {
        (self.server, self.pages) = (server, pages)
        address = server.address + pages.path
    }

    /// Starts to serve one shortcut's page; it ends ten minutes later, or two after it was fetched.
    ///
    /// - Throws: `.portTaken`, `.cannotListen`.
    public static func start(
        _ shortcut: Shortcut, language: Language, port: Int? = nil
    ) async throws(ShortcutError) -> ShortcutServer {
        try await start(ShortcutPage(shortcut, language: language), port: port)
    }

    /// Starts to serve a page: one with a startup image of the host's own, or of a shortcut that is there already.
    ///
    /// - Parameter port: 1…65535; `nil` for any free port.
    /// - Throws: `.portTaken`, `.cannotListen`.
    public static func start(_ page: ShortcutPage, port: Int? = nil) async throws(ShortcutError) -> ShortcutServer {
        try await start(page, asDataURI: false, port: port, limits: Limits())
    }

    /// - Parameter asDataURI: answers with a redirect (301) to the document as a data URI, which desktop browsers do not
    ///   follow, instead of the document.
    package static func start(
        _ page: ShortcutPage, asDataURI: Bool, port: Int? = nil, limits: Limits = Limits()
    ) async throws(ShortcutError) -> ShortcutServer {
        let pages = ShortcutPages(page, asDataURI: asDataURI, limits)
        var peers = LoopbackServer.Limits()
        // Far more than a browser on this machine needs.
        (peers.connections, peers.silence) = (64, 10)
        do {
            let server = try await LoopbackServer.start(pages, port: port ?? 0, limits: peers)
            pages.begin(server)
            return ShortcutServer(server, pages)
        } catch {
            switch error {
            case .portTaken(let port): throw .portTaken(port)
            case .cannotListen(let port, let reason): throw .cannotListen(port: port, reason: reason)
            }
        }
    }

    /// Returns once it no longer listens and every peer has gone.
    @discardableResult
    package func waitUntilEnded() async -> Ending {
        await server.waitUntilStopped()
        return pages.ending ?? .stopped
    }

    /// Ends the server, and returns once it has ended.
    public func stop() async {
        pages.end(.stopped)
        await server.waitUntilStopped()
    }
}

/// Answers the requests of a shortcut's server, and ends it. Only one path is served, for reading only. Requests of foreign
/// pages do not come this far (``LoopbackAccess``).
final class ShortcutPages: LoopbackService {
    private struct State {
        /// `nil` before the beginning and after the end.
        var server: LoopbackServer?
        var ending: ShortcutServer.Ending?
        var cancelEnd: @Sendable () -> Void = {}
    }

    /// 128 random bits.
    let path = "/" + Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
    private let page: ShortcutPage
    private let asDataURI: Bool
    private let limits: ShortcutServer.Limits
    private let state = Mutex(State())

    init(_ page: ShortcutPage, asDataURI: Bool, _ limits: ShortcutServer.Limits) {
        (self.page, self.asDataURI, self.limits) = (page, asDataURI, limits)
    }

    var ending: ShortcutServer.Ending? { state.withLock { $0.ending } }

    func begin(_ server: LoopbackServer) {
        state.withLock { $0.server = server }
        server.schedule(after: limits.time) { self.end(.timeLimit) }
    }

    /// Closes everything. The first ending counts.
    func end(_ ending: ShortcutServer.Ending) {
        let server = state.withLock { state -> LoopbackServer? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            state.cancelEnd()
            defer { state.server = nil }
            return state.server
        }
        server?.beginStop()
    }

    // MARK: - Answers

    /// The methods of RFC 9110 and RFC 5789, in upper case.
    private static let methods: Set = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
        guard Self.methods.contains(request.method) else { return Self.answer(501) }
        guard isSecret(request.target) else { return Self.answer(404) }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Self.answer(405, [("Allow", "GET, HEAD")])
        }
        var answer =
            asDataURI
            ? Self.answer(301, [("Location", page.dataURI)])
            : Self.answer(
                200, [("Content-Type", ShortcutPage.contentType)], policy: page.policyField, body: page.bytes)
        answer.sendsBody = request.method == "GET"
        return answer
    }

    func refuse(_ problem: LoopbackProblem) -> LoopbackAnswer {
        Self.answer(problem == .unknownMethod ? 501 : problem.status)
    }

    private static func answer(
        _ status: Int, _ fields: [(String, String)] = [], policy: String = "default-src 'none'", body: [UInt8] = []
    ) -> LoopbackAnswer {
        let closed = [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
            ("Referrer-Policy", "no-referrer"),
        ]
        var answer = LoopbackAnswer(status: status, headers: fields + closed, body: body)
        answer.ending = .close
        return answer
    }

    /// Takes the same time wherever the first difference is.
    private func isSecret(_ target: String) -> Bool {
        let (given, own) = (Array(target.utf8), Array(path.utf8))
        guard given.count == own.count else { return false }
        return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Once the whole page was sent, the end is scheduled.
    func record(sent: Int, isDone: Bool, of answer: LoopbackAnswer) {
        guard isDone, answer.sendsBody, answer.status == 200 || answer.status == 301, let time = limits.afterFetch
        else {
            return
        }
        state.withLock { state in
            guard let server = state.server else { return }
            state.cancelEnd()
            state.cancelEnd = server.schedule(after: time) { self.end(.fetched) }
        }
    }
}
