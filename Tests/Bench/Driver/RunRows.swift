import Glibc

/// `foyer run` beside the command alone: in a pipe, on a terminal where nothing is shown, and on a terminal of its own.
enum RunRows {
    private static let pairs = 9
    private static let home = Bench.folder + "/run"
    private static let foyer = [Bench.product("foyer"), "run", "--"]

    static func measure() {
        Shell.run("mkdir -p '\(home)'")
        if Bench.wants("22") { direct() }
        if Bench.wants("22b") { quick() }
        if Bench.wants("22c") { ownTerminal() }
    }

    private static func session(_ command: [String]) -> Session {
        Session(command, environment: ["HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin"])
    }

    /// Both, one after the other, each first in turn.
    private static func both(_ count: Int, _ run: ([String]) -> Usage, _ words: [String]) -> [(
        ours: Usage, theirs: Usage
    )] {
        (0..<count).map { index in
            if index % 2 == 0 {
                let ours = run(foyer + words)
                return (ours, run(words))
            }
            let theirs = run(words)
            return (run(foyer + words), theirs)
        }
    }

    // MARK: 22

    private static func direct() {
        func run(_ command: [String]) -> Usage {
            session(["/bin/sh", "-c", Shell.quote(command) + " | cat >/dev/null"]).end()
        }
        let starts = both(31, run, ["true"])
        let start = Pairs.median(starts.map { $0.ours.elapsed - $0.theirs.elapsed })
        let startProcessor = Pairs.median(starts.map { $0.ours.processor - $0.theirs.processor })
        let words = ["seq", "1", "30000000"]
        let usages = both(pairs, run, words)
        func median(_ value: ((ours: Usage, theirs: Usage)) -> Double) -> Double { Pairs.median(usages.map(value)) }
        let time = median { ($0.ours.elapsed - start) / $0.theirs.elapsed }
        let processor = median { ($0.ours.processor - startProcessor) / $0.theirs.processor }
        Table.add(
            Row(
                number: "22", work: "`foyer run -- \(words.joined(separator: " ")) \\| cat >/dev/null`",
                figure:
                    "\(Say.milliseconds(median(\.ours.elapsed))), CPU \(Say.milliseconds(median(\.ours.processor))); "
                    + "without \(Say.milliseconds(median(\.theirs.elapsed))), "
                    + "CPU \(Say.milliseconds(median(\.theirs.processor))); start \(Say.milliseconds(start))",
                ratio: "\(Say.ratio(time)), CPU \(Say.ratio(processor)) beyond the start",
                mark: "≤ 1.03 beyond the start; the start ≤ 5 ms",
                // Two digits are all that such pairs tell.
                isMet: time < 1.035 && processor < 1.035 && start <= 0.005))
    }

    // MARK: 22b

    private static func quick() {
        var bytes: [Double] = []
        func run(_ command: [String]) -> Usage {
            let session = session(["/usr/bin/env"] + command)
            let usage = session.end()
            if command.count > 1 { bytes.append(Double(session.bytes.count)) }
            return usage
        }
        let usages = both(51, run, ["true"])
        let more = Pairs.median(usages.map { $0.ours.elapsed - $0.theirs.elapsed })
        let most = bytes.max() ?? .nan
        Table.add(
            Row(
                number: "22b", work: "`foyer run -- true` on a terminal, beside `true`",
                figure: "\(Say.milliseconds(more)) more; \(Say.number(most)) bytes at most", mark: "≤ 6 ms; 0",
                isMet: more <= 0.006 && most == 0))
    }

    // MARK: 36

    /// One line below a command that writes nothing, while it starts and behind it.
    static func measureLine() {
        let seconds = 10.0
        Shell.run("mkdir -p '\(home)'")
        let session = session(
            [Bench.product("foyer"), "run", "--line", "--ready-text", "open", "--", "sh", "-c"]
                + ["sleep 13; echo open; exec sleep 60"])
        func rates() -> (bytes: Double, wakes: Double) {
            let (sleeps, bytes) = (session.sleeps, session.bytes.count)
            session.pause(seconds: seconds)
            let wakes = session.sleeps.reduce(0) { $0 + $1.value - (sleeps[$1.key] ?? 0) }
            return (Double(session.bytes.count - bytes) / seconds, Double(wakes) / seconds)
        }
        session.pause(seconds: 1.5)
        let waiting = rates()
        _ = session.wait(forText: "open\r\n")
        session.pause(seconds: 1)
        let behind = rates()
        Table.add(
            Row(
                number: "36", work: "`foyer run --line`, 10 s: while it waits; behind a ready command",
                figure: "\(Say.number(waiting.bytes)) bytes and \(Say.number(waiting.wakes)) wake-ups a second; "
                    + "\(Say.number(behind.bytes)) and \(Say.number(behind.wakes))",
                mark: "≤ 600 and ≤ 10; 0 and 0",
                isMet: waiting.bytes <= 600 && waiting.wakes <= 10 && behind.bytes == 0 && behind.wakes == 0))
    }

    // MARK: 22c

    private static let payloads: [(name: String, command: String)] = [
        ("seq", "seq 1 2650000"),
        (
            "coloured lines",
            #"awk 'BEGIN { for (i = 0; i < 350000; i++) printf "\033[3%dm%08d \033[1mred\033[0m and \033[48;5;%dmmore\033[0m\n", i % 8, i, i % 256 }'"#
        ),
        ("random bytes", "head -c 20000000 /dev/urandom"),
    ]

    private static func ownTerminal() {
        guard let script = Shell.find("script") else {
            return Table.add(
                Row(number: "22c", work: "20 MB on a terminal of its own", figure: "no script(1)", mark: "≤ 1.2"))
        }
        var (figures, ratios): ([String], [String]) = ([], [])
        var isMet = true
        for payload in payloads {
            let file = Bench.folder + "/payload"
            Shell.run("\(payload.command) >'\(file)'")
            var (times, isWhole): ([Double], Bool) = ([], true)
            for _ in 0..<5 {
                // One after the other: each has the machine for itself.
                let theirs = session([script, "-qec", "cat \(file)", "/dev/null"])
                let theirTime = theirs.end().elapsed
                let ours = session(foyer + ["cat", file])
                times.append(ours.end().elapsed / theirTime)
                isWhole = isWhole && contains(ours.bytes, theirs.bytes)
            }
            let ratio = Pairs.median(times)
            ratios.append("\(payload.name) \(Say.ratio(ratio))")
            figures.append("\(payload.name): \(isWhole ? "all there" : "**not all there**")")
            isMet = isMet && ratio <= 1.2 && isWhole
        }
        Table.add(
            Row(
                number: "22c", work: "20 MB of a command on a terminal of its own, beside script(1)",
                figure: figures.joined(separator: ", "), ratio: ratios.joined(separator: ", "),
                mark: "≤ 1.2, nothing lost", isMet: isMet))
    }

    /// Whether one's bytes are another's as they are, with something before them and after.
    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                guard let base = bytes.baseAddress, let first = wanted.baseAddress else { return false }
                return (0...(bytes.count - wanted.count)).contains { memcmp(base + $0, first, wanted.count) == 0 }
            }
        }
    }
}
