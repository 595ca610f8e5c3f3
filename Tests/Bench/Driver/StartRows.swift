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
        for (number, name, command, text, mark) in [
            ("1", "a host of its own", [Bench.product("HelloFoyer")], "Hello", 2.5),
            ("1b", "`foyer launch`", foyer, "Preparing", 5.0),
        ] where Bench.wants(number) {
            let result = Pairs.measure(pairs, { time(command, text) }, cursesTime)
            Table.add(
                Row(
                    number: number, work: "start → first frame, \(name)",
                    figure: "\(Say.milliseconds(result.ours)); C \(Say.milliseconds(result.theirs))",
                    ratio: Say.ratio(result.ratio), mark: "≤ \(mark)", isMet: result.ratio <= mark,
                    note: name.contains("launch") ? peers(cursesTime) : ""))
        }
    }

    private static func time(_ command: [String], _ text: String) -> Double {
        let home = Bench.folder + "/home"
        mkdir(home, 0o700)
        // As of one that says `.atOnce`.
        return Session(command, environment: ["HOME": home, "FOYER_SPLASH": "always"]).wait(forText: text) ?? .nan
    }

    private static func peers(_ curses: () -> Double) -> String {
        Peer.note { peer in Say.ratio(Pairs.measure(9, { time(peer.waiting, "Hello") }, curses).ratio) }
    }
}
