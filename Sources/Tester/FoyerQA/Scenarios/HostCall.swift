import Foyer
import FoyerPlatform

/// The scenario's words for calls of a host: `splash` (its first frame is on the terminal), `fetch` (the config is
/// requested), `root v1`, `page /page/view1`, `describe /page/view1`, `add LINK`,
/// `remove LINK`, `serve LINK`.
enum HostCall {
    static let examples = [
        "splash", "fetch", "root v1", "page ROUTE", "describe ROUTE", "add LINK", "remove LINK", "serve LINK",
    ]

    /// The same for editors.
    static let pattern = "^(splash|fetch|(root|page|describe|add|remove|serve) [^ ]+)$"

    static func isCall(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        return switch parts.first {
        case "splash", "fetch": parts.count == 1
        case "root", "page", "describe", "add", "remove", "serve": parts.count == 2
        default: false
        }
    }
}

extension RootHost.Configuration {
    /// The same host, which also records every call.
    func recorded(_ list: CallList) -> RootHost.Configuration {
        var host = self
        host.makeRoot = { [makeRoot] decision in
            list.record("root \(decision.root)")
            return makeRoot(decision)
        }
        host.makePage = { [makePage] route, context in
            list.record("page \(route.text)")
            return makePage(route, context)
        }
        host.describe = { [describe] route, later in
            list.record("describe \(route.text)")
            return describe(route, later)
        }
        host.makeConfig = { [makeConfig] in
            var access = makeConfig()
            access.perform = { [perform = access.perform] effect, post in
                if case .fetch = effect { list.record("fetch") }
                perform(effect, post)
            }
            return access
        }
        host.makeSplash = { [makeSplash, name, tagline] in
            NotedSplash(makeSplash?() ?? LaunchScreen(name: name, tagline: tagline), list)
        }
        return host
    }
}

/// A splash that reports when it is on the terminal.
private final class NotedSplash: ScreenWrapper {
    let child: ScreenChild
    private let list: CallList

    init(_ screen: any Screen, _ list: CallList) {
        child = ScreenChild(screen)
        self.list = list
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .presented = event { list.record("splash") }
        return child.handle(event, context: context)
    }
}
