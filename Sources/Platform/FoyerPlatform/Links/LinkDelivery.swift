import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The outcome of `foyer open LINK` before there is any screen.
package enum LinkDelivery: Sendable {
    /// Finished: print the result and exit with its status.
    case done(OpenResult)
    /// None was running: this process is the instance, and its cold start has the route as a pending action.
    case starts(InstanceServer, HostRoute)

    /// Passes a link to the instance, which validates it. If none runs, validates it and becomes the instance, in a new
    /// window if this process has no terminal. Blocks for at most `Instance.patience` and the time it takes to open a
    /// window.
    ///
    /// - Parameters:
    ///   - link: raw text.
    ///   - program: the command that starts this program in a new window: its path, and everything before `open`.
    ///   - options: options of `open` to pass on to the new process. Files in them need absolute paths, since a
    ///     terminal may start elsewhere.
    ///   - language: the language of a refusal.
    /// - Throws: `InstanceError`, or `LocalizedFailure` if no window could be opened.
    package static func open(
        _ link: String, router: HostRouter, program: [String], options: [String] = [], language: Language,
        places: Places, needsWindow: Bool = TerminalEmulator.isNeeded,
        openWindow: ([String], InstanceStart) throws -> Void = { try TerminalEmulator.open($0, for: $1) }
    ) throws -> LinkDelivery {
        let request = InstanceRequest(link: link, sender: sender, language: language)
        guard request.line != nil else {
            return .done(.refused(reason: language.linkNotUnderstood(link, link.isEmpty ? .empty : .tooLong).string))
        }
        do {
            if needsWindow {
                var started: HostRoute?
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

    /// The sender of the link, for people: `pts/3`, or `desktop` without a terminal.
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
    /// The answer of an instance with these routes.
    ///
    /// - Parameters:
    ///   - language: the language of a refusal for senders that name none.
    ///   - take: called with the route and the sender if the link is valid; returns `false` if the instance cannot take
    ///     any more.
    package func answer(
        router: HostRouter, language: Language, take: (HostRoute, String?) -> Bool
    ) -> InstanceAnswer {
        guard let link else { return .delivered(route: nil) }
        let language = self.language ?? language
        do {
            let route = try router.route(link)
            guard take(route, sender) else { return .refused(reason: language[ActionRefusal.tooManyPending].string) }
            return .delivered(route: route.text)
        } catch {
            return .refused(reason: language.linkNotUnderstood(link, error).string)
        }
    }
}
