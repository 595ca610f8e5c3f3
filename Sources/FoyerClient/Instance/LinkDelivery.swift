import FoyerCore
import Glibc

/// What `foyer open LINK` comes to, before there is any screen.
public enum LinkDelivery: Sendable {
    /// It is over: say the result and end with its status.
    case done(OpenResult)
    /// None runs: this process is the instance, and its cold start has the route as a pending action.
    case starts(InstanceServer, Route)

    /// Hands a link to the instance, which judges it; where none runs, judges it and becomes the instance, in a new
    /// window where this process has no terminal. Blocks for at most `Instance.patience` and the opening of a window.
    ///
    /// - Parameters:
    ///   - link: raw text.
    ///   - program: what starts this program, for a new window: the path, with what stands before `open`.
    ///   - options: of `open`, which are to reach the new process too. Files in them want absolute paths: a terminal
    ///     may start elsewhere.
    ///   - language: in which a refusal is told.
    /// - Throws: `InstanceError`, or `TerminalEmulator.Failure` where no window could be opened.
    public static func open(
        _ link: String, router: Router, program: [String], options: [String] = [], language: Language,
        places: Places = Places(), needsWindow: Bool = TerminalEmulator.isNeeded
    ) throws -> LinkDelivery {
        let request = InstanceRequest(link: link, sender: sender, language: language)
        guard request.line != nil else {
            return .done(.refused(reason: language.linkNotUnderstood(link, .tooLong).string))
        }
        switch try Instance.deliver(request, places) {
        case .answered(.delivered(let route)): return .done(.delivered(route: route ?? "/"))
        case .answered(.refused(let reason)): return .done(.refused(reason: SafeText(reason).string))
        case .isPrimary(let server):
            let route: Route
            do throws(DeepLinkRefusal) { route = try router.route(link) } catch {
                return .done(.refused(reason: language.linkNotUnderstood(link, error).string))
            }
            guard needsWindow else { return .starts(server, route) }
            // The new process is to be the instance.
            server.close()
            try TerminalEmulator.open(program + ["open"] + options + [route.link])
            return .done(.started(route: route.text))
        }
    }

    /// Where the link comes from, for people: `pts/3`, or `desktop` without a terminal.
    public static var sender: String {
        if let first = Places.variable(TerminalEmulator.mark), isSender(first) { return first }
        guard let name = ttyname(STDIN_FILENO) else { return "desktop" }
        let path = String(cString: name)
        let short = path.hasPrefix("/dev/") ? String(path.dropFirst("/dev/".count)) : path
        return isSender(short) ? short : "desktop"
    }

    private static func isSender(_ text: String) -> Bool {
        (1...InstanceRequest.maxSenderLength).contains(text.utf8.count)
    }
}

extension InstanceRequest {
    /// The answer of an instance that has these routes.
    ///
    /// - Parameters:
    ///   - language: in which a refusal is told to one who names none.
    ///   - take: called with the route and the sender where the link is understood; it answers `false` where the
    ///     instance can take no more.
    public func answer(
        router: Router, language: Language, take: (Route, String?) -> Bool
    ) -> InstanceAnswer {
        guard let link else { return .delivered(route: nil) }
        let language = self.language ?? language
        do throws(DeepLinkRefusal) {
            let route = try router.route(link)
            guard take(route, sender) else { return .refused(reason: language[ActionRefusal.tooManyPending].string) }
            return .delivered(route: route.text)
        } catch {
            return .refused(reason: language.linkNotUnderstood(link, error).string)
        }
    }
}
