/// `foyer run` on terminals that answer nothing, and the moment at which a command gets the terminal.
enum HandOverRows {
    private static let pairs = 8
    private static let handOvers = 100
    /// Most of their time is waiting.
    private static let atOnce = 5

    private static func home(_ name: String) -> String {
        let home = "\(Bench.folder)/hand-over-\(name)"
        Shell.run("mkdir -p '\(home)'")
        return home
    }

    // MARK: 34

    /// A terminal that answers at once, and as fast as any.
    private static var answers: SlowLine { SlowLine(bytesPerSecond: 1e9, answerDelay: 0) }

    static func measureSilence() {
        var number = 0
        func seconds(_ line: SlowLine?) -> Double {
            // What a terminal answered is kept for the next start: each start is a user's first.
            number += 1
            let session = Session(
                [Bench.product("foyer"), "run", "--", "/bin/sh", "-c", "sleep 1; echo here it is; sleep 0.2"],
                environment: ["HOME": home("silent-\(number)"), "COLORTERM": "truecolor"], line: line)
            return session.wait(forText: "here it is\r\n") ?? .nan
        }
        let times = Pairs.measure(pairs, { seconds(nil) }, { seconds(answers) })
        let pages = warmPages()
        let later = times.ours - times.theirs
        Table.add(
            Row(
                number: "34",
                work: "`foyer run` on a terminal that answers nothing, beside one that does; "
                    + "warm launch on the first",
                figure: "\(Say.milliseconds(later)) later (\(Say.seconds(times.ours)); \(Say.seconds(times.theirs))); "
                    + "\(pages) page(s) written",
                mark: "≤ 20 ms; 1", isMet: later <= 0.02 && pages == 1))
    }

    /// How often the page of a program that is installed is written in two seconds.
    private static func warmPages() -> Int {
        let stage = Session([Bench.product("foyer"), "serve"])
        _ = stage.wait(forText: "\n")
        let address = String(decoding: stage.bytes.prefix { $0 > 32 }, as: UTF8.self)
        let launch = [Bench.product("foyer"), "launch", "com.example.tea", "--server", address]
        let environment = ["HOME": home("warm"), "COLORTERM": "truecolor"]
        if Session(launch + ["--plain"], environment: environment).end().status != 0 { fail("nothing is installed") }
        let session = Session(launch, environment: environment)
        if session.wait(forText: "kettle") == nil { fail("there is no page") }
        session.pause(seconds: 2)
        return String(decoding: session.bytes, as: UTF8.self).split(separator: "kettle").count - 1
    }

    // MARK: 35

    /// Commands that take the whole screen once they are ready: the shell's screen must not show in between.
    static func measure() {
        let program = #"sleep 0.8; printf '\033[?1049h\033[2J\033[Hits own page'; sleep 0.2; printf '\033[?1049l'"#
        let command = [Bench.product("foyer"), "run", "--", "/bin/sh", "-c", program]
        let environment = ["HOME": home("full"), "COLORTERM": "truecolor"]
        var (splashes, moments) = (0, 0)
        for _ in 0..<handOvers / atOnce {
            let sessions = (0..<atOnce).map { _ in Session(command, environment: environment, line: answers) }
            for session in sessions {
                if session.end().status != 0 { fail("the command failed") }
                let written = String(decoding: session.bytes, as: UTF8.self)
                guard let before = written.firstRange(of: "its own page").map({ written[..<$0.lowerBound] }) else {
                    fail("the command's page is missing")
                }
                splashes += before.contains("\u{1B}[?1049h") ? 1 : 0
                moments += before.contains("\u{1B}[?1049l") ? 1 : 0
            }
        }
        Table.add(
            Row(
                number: "35", work: "hand-over to a full-screen program, \(handOvers) times",
                figure: "\(moments) moments with the shell's screen; \(splashes) splashes were shown", mark: "0",
                isMet: moments == 0 && splashes == handOvers))
    }
}
