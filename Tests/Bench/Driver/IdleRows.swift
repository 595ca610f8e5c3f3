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
