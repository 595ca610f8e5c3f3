/// The surroundings of the differential tests. In a script `%` stands for the program, and `$wait` for what notes its end.
enum CellSurroundingsTable {
    private static let every: Set<CellProgram.Keys> = [.terminal, .errors, .anywhere]
    static let all = redirections + around + limits + terminals + shells

    private static func script(
        _ name: String, _ line: String, needs: [String] = [], isDirect: Bool = false, keys: Set<CellProgram.Keys> = [],
        endsLeavers: Bool = false, inputIsTerminal: Bool = true, takesMuch: Bool = false, isCore: Bool = true
    ) -> CellSurroundings {
        CellSurroundings(
            name: name, conduct: .script(line), needs: needs, isDirect: isDirect, keys: keys,
            endsLeavers: endsLeavers, inputIsTerminal: inputIsTerminal, takesMuch: takesMuch, isCore: isCore)
    }

    static let terminal = script("terminal", "$wait %", keys: every, takesMuch: true)

    private static let redirections: [CellSurroundings] = [
        terminal,
        script("| cat", "$wait % 2>err | cat", isDirect: true, takesMuch: true),
        CellSurroundings(
            name: "| cat, with keys", conduct: .script("$wait % | cat"), isDirect: true, keys: [.anywhere],
            isForKeys: true),
        script("| cat >f", "$wait % | cat >out", isDirect: true, takesMuch: true),
        script(">f 2>&1", "$wait % >both 2>&1", isDirect: true, takesMuch: true),
        script(">f", "$wait % >out", isDirect: true, keys: [.anywhere], takesMuch: true),
        script(">>f", "echo before >out; $wait % >>out", isDirect: true, isCore: false),
        script("2>f", "$wait % 2>err", keys: [.terminal, .anywhere]),
        script("2>&1 | cat", "$wait % 2>&1 | cat", isDirect: true, takesMuch: true, isCore: false),
        script("<f", "$wait % <in", inputIsTerminal: false),
        script("<f >f", "$wait % <in >out", isDirect: true, inputIsTerminal: false),
        script("cat f |", "cat in | $wait %", inputIsTerminal: false),
        script(
            "cat f | … | cat", "cat in | $wait % 2>err | cat >out", isDirect: true, inputIsTerminal: false,
            isCore: false),
        script("</dev/null", "$wait % </dev/null", isDirect: true, inputIsTerminal: false, isCore: false),
        script("<&-", "$wait % <&-"),
        script(">&-", "$wait % >&-", isDirect: true),
        script("2>&-", "$wait % 2>&-"),
        script("<&- >&- 2>&-", "$wait % <&- >&- 2>&-", isDirect: true),
        script(">/dev/full", "$wait % >/dev/full", isDirect: true, isCore: false),
        CellSurroundings(
            name: "| head -c 1", conduct: .script("$wait % | { head -c 1 >out; }"), isDirect: true, takesMuch: true,
            wantsMuch: true, isCore: false),
        script("| slow reader", "$wait % | { sleep 0.3; cat >out; }", isDirect: true, isCore: false),
    ]

    private static let around: [CellSurroundings] = [
        script("xargs", "$wait xargs % </dev/null", isDirect: true, inputIsTerminal: false),
        script(
            "xargs | cat", "$wait xargs % </dev/null | cat >out", isDirect: true, inputIsTerminal: false, isCore: false),
        script("make -j4", "$wait make -s -j4 -f ../own/makefile", needs: ["make"], endsLeavers: true),
        script(
            "make -j4 | cat", "$wait make -s -j4 -f ../own/makefile 2>&1 | cat >out", needs: ["make"], isDirect: true,
            endsLeavers: true),
        script("timeout", "$wait timeout 60 %"),
        script("timeout --foreground", "$wait timeout --foreground 60 %", keys: every, isCore: false),
        script("timeout | cat", "$wait timeout 60 % | cat >out", isDirect: true, isCore: false),
        script("nohup", "$wait nohup %", isDirect: true, inputIsTerminal: false),
        script("setsid -w", "$wait setsid -w %"),
        script("setsid -w >f", "$wait setsid -w % >both 2>&1", isDirect: true, isCore: false),
        script("script", "$wait script -qec % /dev/null", needs: ["script"], keys: every, endsLeavers: true),
        script("strace -f", "$wait strace -f -o /dev/null %", needs: ["strace"], endsLeavers: true),
        script(
            "strace -f | cat", "$wait strace -f -o /dev/null % | cat >out", needs: ["strace"], isDirect: true,
            endsLeavers: true, isCore: false),
        script("nice", "$wait nice -n 5 %", isCore: false),
        script(
            "env -i", "$wait env -i DIFF_CELL=$DIFF_CELL DIFF_PROBE=$DIFF_PROBE DIFF_SHELL=$DIFF_SHELL PATH=$PATH %",
            isDirect: true),
        script("sh -c … &", "( $wait % & wait $! )", isDirect: true, inputIsTerminal: false),
        script("(… &) >f", "( $wait % >both 2>&1 & wait $! )", isDirect: true, inputIsTerminal: false, isCore: false),
        script(
            "a folder that has gone", "mkdir gone; cd gone; rmdir ../gone; $wait % >../both 2>&1; cd ..",
            isDirect: true, isCore: false),
        script("a home that is not there", "HOME=/nonexistent $wait %", isCore: false),
        script("umask 077", "umask 077; $wait %", isCore: false),
        script("signals ignored", "trap '' HUP PIPE USR1 CHLD; $wait %", isCore: false),
        script("TERM=dumb", "TERM=dumb $wait %", isDirect: true, keys: every),
        script("CI=1", "CI=1 $wait %", isDirect: true, keys: every, isCore: false),
        script("an agent", "CLAUDECODE=1 $wait %", isDirect: true, keys: every, isCore: false),
        script("LD_PRELOAD", "LD_PRELOAD=$DIFF_PRELOAD $wait %", needs: ["cc"]),
        script("LD_PRELOAD | cat", "LD_PRELOAD=$DIFF_PRELOAD $wait % | cat >out", needs: ["cc"], isDirect: true),
    ]

    private static let limits: [CellSurroundings] = [
        script("ulimit -v", "( ulimit -v 1500000; $wait % )"),
        script("ulimit -v | cat", "( ulimit -v 1500000; $wait % ) | cat >out", isDirect: true, isCore: false),
        script("ulimit -Sf 0", "( ulimit -Sf 0; $wait % )", isCore: false),
        script("ulimit -Sf 0 | cat", "( ulimit -Sf 0; $wait % ) | cat >out", isDirect: true),
        script("ulimit -n 20", "( ulimit -n 20; $wait % )"),
        script("ulimit -n 12 | cat", "( ulimit -n 12; $wait % ) | cat >out", isDirect: true),
    ]

    private static func late(_ name: String, _ delay: Duration?) -> CellSurroundings {
        var late = terminal
        late = CellSurroundings(
            name: "a terminal that answers \(name)", conduct: late.conduct, keys: every, answersAfter: delay,
            // Only one with a name is asked by what may be over soon.
            environment: ["XTERM_VERSION": "XTerm(379)"])
        return late
    }

    private static let terminals: [CellSurroundings] = [
        late("50 ms late", .milliseconds(50)), late("150 ms late", .milliseconds(150)),
        late("400 ms late", .milliseconds(400)), late("never", nil),
    ]

    private static let shells: [CellSurroundings] = CellShell.allCases.flatMap { shell -> [CellSurroundings] in
        func job(_ name: String, _ job: CellJob) -> CellSurroundings {
            CellSurroundings(
                name: "\(shell.rawValue), \(name)", conduct: .shell(shell, job), needs: [shell.rawValue],
                keys: job == .background ? [] : every)
        }
        return [
            job("foreground", .foreground), job("&", .background), job("Ctrl-Z, fg", .stopAndForeground),
            job("Ctrl-Z, bg", .stopAndBackground),
        ]
    }
}
