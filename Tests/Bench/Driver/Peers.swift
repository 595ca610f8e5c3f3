import Glibc

/// Alternatives for a loading page, if they are installed.
struct Peer: Sendable {
    let name: String
    /// Shows the word “Hello”, and waits.
    let waiting: [String]
    /// Goes from 0 to 100 per cent in so many steps, draws each, and ends; nil where it draws by a clock of its own.
    var loading: (@Sendable (_ steps: Int) -> [String])?
    /// Valgrind takes minutes for such a program.
    var isInterpreted = true

    static let installed: [Peer] = ["whiptail", "dialog"].compactMap(gauge) + [rich, textual].compactMap(\.self)

    /// A row's last column: each peer's result, by a measure that need not be its own.
    static func note(_ measure: (Peer) -> String?) -> String {
        installed.compactMap { peer in measure(peer).map { "\(peer.name) \($0)" } }.joined(separator: ", ")
    }

    private static func gauge(_ name: String) -> Peer? {
        guard let path = Shell.find(name) else { return nil }
        let gauge = [path, "--gauge", "Hello", "8", "60", "0"]
        return Peer(
            name: name, waiting: ["/bin/sh", "-c", "sleep 99 | " + gauge.joined(separator: " ")],
            loading: { steps in
                let input = Bench.folder + "/per-cents"
                Shell.run("seq 0 \(steps) >'\(input)'")
                return Shell.reading(input, gauge)
            }, isInterpreted: false)
    }

    private static let rich = python("rich").map { python in
        Peer(
            name: "rich",
            waiting: python + [
                "from rich.progress import *\nwith Progress() as page: page.add_task('Hello'); input()"
            ],
            loading: { steps in
                python + [
                    """
                    from rich.progress import Progress
                    with Progress(auto_refresh=False) as page:
                        task = page.add_task('Hello', total=100)
                        for step in range(\(steps)): page.update(task, advance=1, refresh=True)
                    """
                ]
            })
    }

    private static let textual = python("textual.lazy").map { python in
        let page = """
            from textual.app import App
            from textual.widgets import Static
            class Peer(App):
                def compose(self): yield Static('Hello')
            Peer().run()
            """
        return Peer(name: "textual", waiting: python + [page])
    }

    private static func python(_ module: String) -> [String]? {
        Shell.python(with: module).map { [$0, "-c"] }
    }
}
