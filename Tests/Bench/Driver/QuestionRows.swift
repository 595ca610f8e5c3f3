import Glibc

/// What it costs the first frame that the terminal is asked what it can.
enum QuestionRows {
    private static let pairs = 61

    static func measure() {
        let home = Bench.folder + "/asking"
        Shell.run("mkdir -p '\(home)'")
        let command = [Bench.product("foyer"), "launch", "com.example.tea", "--server", "http://127.0.0.1:9"]
        func time(_ environment: [String: String]) -> Double {
            let session = Session(command, environment: environment.merging(["HOME": home]) { $1 })
            return session.wait(forText: "Preparing") ?? .nan
        }
        // The same entry under a name that is not known to take questions.
        Shell.run(
            "mkdir -p '\(home)/terminfo' && infocmp -x xterm-256color | sed 's/^xterm-256color|/unasked|/' "
                + "| tic -x -o '\(home)/terminfo' -")
        let terminfo = ["TERMINFO_DIRS": home + "/terminfo:"]
        let unasked = terminfo.merging(["TERM": "unasked"]) { $1 }
        let result = Pairs.measure(pairs, { time(terminfo) }, { time(unasked) })
        Table.add(
            Row(
                number: "20", work: "first frame of a terminal that is asked ÷ of one that is not",
                figure: "\(Say.milliseconds(result.ours)); not asked \(Say.milliseconds(result.theirs))",
                ratio: Say.ratio(result.ratio), mark: "≤ 1.03", isMet: result.ratio <= 1.03))
    }
}
