import FoyerCore
import FoyerSystem
import Glibc

/// What `foyer open LINK` comes to, before there is any screen.
package enum LinkDelivery: Sendable {
    /// It is over: say the result and end with its status.
    case done(OpenResult)
    /// None runs: this process is the instance, and its cold start has the route as a pending action.
    case starts(InstanceServer, Route)

    /// Hands a link to the instance, which validates it; where none runs, validates it and becomes the instance, in a new
    /// window where this process has no terminal. Blocks for at most `Instance.patience` and the opening of a window.
    ///
    /// - Parameters:
    ///   - link: raw text.
    ///   - program: what starts this program, for a new window: the path, with what stands before `open`.
    ///   - options: of `open`, which are to reach the new process too. Files in them want absolute paths: a terminal
    ///     may start elsewhere.
    ///   - language: in which a refusal is told.
    /// - Throws: `InstanceError`, or `TerminalEmulator.Failure` where no window could be opened.
    package static func open(
        _ link: String, router: Router, program: [String], options: [String] = [], language: Language,
        places: Places = Places(), needsWindow: Bool = TerminalEmulator.isNeeded,
        openWindow: ([String], InstanceStart) throws -> Void = { try TerminalEmulator.open($0, for: $1) }
    ) throws -> LinkDelivery {
        let request = InstanceRequest(link: link, sender: sender, language: language)
        guard request.line != nil else {
            return .done(.refused(reason: language.linkNotUnderstood(link, link.isEmpty ? .empty : .tooLong).string))
        }
        do {
            if needsWindow {
                var started: Route?
                let answer = try Instance.deliver(request, places) { start in
                    let route = try router.route(link)
                    try openWindow(program + ["open"] + options + [route.link], start)
                    started = route
                }
                if let started { return .done(.started(route: started.text)) }
                return .done(OpenResult(answer ?? .delivered(route: nil)))
            }
            switch try Instance.deliver(request, places) {
            case .answered(let answer): return .done(OpenResult(answer))
            case .isPrimary(let server): return .starts(server, try router.route(link))
            }
        } catch let refusal as DeepLinkRefusal {
            return .done(.refused(reason: language.linkNotUnderstood(link, refusal).string))
        }
    }

    /// Where the link comes from, for people: `pts/3`, or `desktop` without a terminal.
    package static var sender: String {
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

extension OpenResult {
    fileprivate init(_ answer: InstanceAnswer) {
        switch answer {
        case .delivered(let route): self = .delivered(route: route ?? "/")
        case .refused(let reason): self = .refused(reason: SafeText(reason).string)
        }
    }
}

extension InstanceRequest {
    /// The answer of an instance that has these routes.
    ///
    /// - Parameters:
    ///   - language: in which a refusal is told to one who names none.
    ///   - take: called with the route and the sender where the link is understood; it answers `false` where the
    ///     instance can take no more.
    package func answer(
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
