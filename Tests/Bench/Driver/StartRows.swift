import Glibc

/// From the start of the process to the first frame.
enum StartRows {
    private static let pairs = 31

    static func measure() {
        let curses = [Bench.product("bench-curses"), "first"]
        let cursesTime = { time(curses, "Hello") }
        let foyer = [
            Bench.product("foyer"), "launch", "com.example.tea", "--server", "http://127.0.0.1:9",
        ]
        for (number, name, command, text) in [
            ("1", "a host of its own", [Bench.product("HelloFoyer")], "Hello"),
            ("1", "`foyer launch`", foyer, "Preparing"),
        ] {
            let result = Pairs.measure(pairs, { time(command, text) }, cursesTime)
            Table.add(
                Row(
                    number: number, work: "start → first frame, \(name)",
                    figure: "\(Say.milliseconds(result.ours)); C \(Say.milliseconds(result.theirs))",
                    ratio: Say.ratio(result.ratio), mark: "≤ 4, aim 2", isMet: result.ratio <= 4,
                    note: name.contains("launch") ? peers(cursesTime) : ""))
        }
    }

    private static func time(_ command: [String], _ text: String) -> Double {
        let home = Bench.folder + "/home"
        mkdir(home, 0o700)
        return Session(command, environment: ["HOME": home]).wait(forText: text) ?? .nan
    }

    private static func peers(_ curses: () -> Double) -> String {
        var found: [(String, [String])] = []
        for name in ["whiptail", "dialog"] {
            guard let path = Shell.find(name) else { continue }
            let line = "sleep 9 | \(path) --gauge 'Hello' 8 60 0"
            found.append((name, ["/bin/sh", "-c", line]))
        }
        let rich = "from rich.progress import track\nfor step in track(range(3), 'Hello'): input()"
        if Shell.hasPythonModule("rich") { found.append(("rich", ["/usr/bin/python3", "-c", rich])) }
        let textual = """
            from textual.app import App
            from textual.widgets import Static
            class Peer(App):
                def compose(self): yield Static('Hello')
            Peer().run()
            """
        if Shell.hasPythonModule("textual") { found.append(("textual", ["/usr/bin/python3", "-c", textual])) }
        return found.map { name, command in
            let result = Pairs.measure(9, { time(command, "Hello") }, curses)
            return "\(name) \(Say.ratio(result.ratio))"
        }.joined(separator: ", ")
    }
}
