import Glibc

/// Ten seconds in which nothing happens.
enum IdleRows {
    private static let seconds = 10.0

    static func measure() {
        let fresh = idle([Bench.product("bench-film"), "loading", "1"]) { $0.waitForQuiet(seconds: 1) }
        let peers = Peer.note { peer in
            guard peer.isInterpreted else { return nil }
            let result = idle(peer.waiting) { session in
                _ = session.wait(forText: "Hello")
                session.pause(seconds: 1)
            }
            return "\(Say.number(result.wakes)) a second"
        }
        add("no task has run", fresh, allowed: 0, note: peers)
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
        session.waitForQuiet(seconds: 1)
        var rest = (seconds: 0.0, wakes: 0)
        var (ticks, last, wasMoving, sleeps) = (0, session.bytes.count, false, session.sleeps)
        for _ in 0..<Int(seconds * 2 / 0.1) {
            session.pause(seconds: 0.1)
            let (bytes, now) = (session.bytes.count, session.sleeps)
            let isMoving = bytes > last
            if isMoving, !wasMoving { ticks += 1 }
            // A frame sleeps whenever the terminal's buffer is full; only wake-ups while nothing moves count.
            if !isMoving, !wasMoving { rest = (rest.seconds + 0.1, rest.wakes + Self.wakes(from: sleeps, to: now)) }
            (last, wasMoving, sleeps) = (bytes, isMoving, now)
        }
        Table.add(
            Row(
                number: "6", work: "a resting carousel, 20 s",
                figure: "\(ticks) slides; \(rest.wakes) wake-ups in the \(Say.number(rest.seconds)) s between them",
                mark: "≤ 1 a second, one a tick",
                isMet: ticks > 0 && Double(rest.wakes) <= rest.seconds + Double(ticks)))
    }

    private static func wakes(from before: [String: Int], to after: [String: Int]) -> Int {
        after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    }

    private typealias Result = (wakes: Double, processor: Double, bytes: Int)

    private static func idle(_ command: [String], settle: (Session) -> Void) -> Result {
        let session = Session(command)
        settle(session)
        let (sleeps, processor, bytes) = (session.sleeps, session.processorTime, session.bytes.count)
        session.pause(seconds: seconds)
        // A thread that has ended meanwhile did not wake up in vain.
        let wakes = Self.wakes(from: sleeps, to: session.sleeps)
        return (
            Double(wakes) / seconds, session.processorTime - processor, session.bytes.count - bytes
        )
    }

    private static func add(_ when: String, _ result: Result, allowed: Double, note: String = "") {
        Table.add(
            Row(
                number: "6", work: "idle 10 s, \(when)",
                figure: "\(Say.number(result.wakes)) wake-ups a second, \(Say.milliseconds(result.processor)) CPU, "
                    + "\(result.bytes) bytes", mark: allowed == 0 ? "0, 0, 0" : "≤ 1 a second",
                isMet: result.wakes <= allowed + 0.1 && result.bytes == 0, note: note))
    }
}
