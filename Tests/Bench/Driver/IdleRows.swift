import Glibc

/// Ten seconds in which nothing happens.
enum IdleRows {
    private static let seconds = 10.0

    static func measure() {
        let fresh = idle([Bench.product("bench-work"), "loading", "1"]) { $0.waitForQuiet(seconds: 1) }
        add("no task has run", fresh, allowed: 0)
        let home = idle([Bench.product("HelloFoyer")]) { session in
            _ = session.wait(forText: "Welcome")
            session.waitForQuiet(seconds: 2.5)
        }
        add("after tasks have run", home, allowed: 1)
        carousel()
    }

    /// A banner between its slides, over several of them.
    private static func carousel() {
        let stage = Session([Bench.product("foyer"), "serve"])
        _ = stage.wait(forText: "\n")
        let address = String(decoding: stage.bytes.prefix { $0 > 32 }, as: UTF8.self)
        let home = Bench.folder + "/carousel"
        Shell.run("mkdir -p '\(home)'")
        let session = Session(
            [Bench.product("foyer"), "banner", "home", "--server", address], environment: ["HOME": home])
        // The terminal's word that it takes frames whole: each then has a mark that can be counted.
        session.send("\u{1B}[?2026;2$y")
        session.waitForQuiet(seconds: 1)
        let (sleeps, processor, first) = (session.sleeps, session.processorTime, session.frames)
        var (ticks, last, wasMoving) = (0, first, false)
        for _ in 0..<Int(seconds * 2 / 0.1) {
            session.pause(seconds: 0.1)
            let isMoving = session.frames > last
            if isMoving, !wasMoving { ticks += 1 }
            (last, wasMoving) = (session.frames, isMoving)
        }
        let wakes = session.sleeps.reduce(0) { $0 + $1.value - (sleeps[$1.key] ?? 0) }
        let frames = last - first
        let used = Say.milliseconds(session.processorTime - processor)
        Table.add(
            Row(
                number: "6", work: "a resting carousel, 20 s",
                figure: "\(wakes) wake-ups, \(used) CPU for \(ticks) ticks with \(frames) frames",
                mark: "one a tick, its frames, ≤ 1 a second",
                isMet: ticks > 0 && wakes <= ticks + frames + Int(seconds * 2)))
    }

    private typealias Result = (wakes: Double, processor: Double, bytes: Int)

    private static func idle(_ command: [String], settle: (Session) -> Void) -> Result {
        let session = Session(command)
        settle(session)
        let (sleeps, processor, bytes) = (session.sleeps, session.processorTime, session.bytes.count)
        session.pause(seconds: seconds)
        // A thread that has ended since has not been woken for nothing.
        let wakes = session.sleeps.reduce(0) { $0 + $1.value - (sleeps[$1.key] ?? 0) }
        return (
            Double(wakes) / seconds, session.processorTime - processor, session.bytes.count - bytes
        )
    }

    private static func add(_ when: String, _ result: Result, allowed: Double) {
        Table.add(
            Row(
                number: "6", work: "idle 10 s, \(when)",
                figure: "\(Say.number(result.wakes)) wake-ups a second, \(Say.milliseconds(result.processor)) CPU, "
                    + "\(result.bytes) bytes", mark: allowed == 0 ? "0, 0, 0" : "≤ 1 a second",
                isMet: result.wakes <= allowed + 0.1 && result.bytes == 0))
    }
}
