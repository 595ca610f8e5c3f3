/// The programs of the differential tests. In a script `@` stands for nothing, or for Foyer.
enum CellPrograms {
    static let all = looking + output + ends + leaving + descriptors + input + terminal

    /// What a program finds around it.
    private static let looking: [CellProgram] = [
        CellProgram(
            name: "look",
            script: #"export NAME=$'caf\xe9' EMPTY=; exec @ "$DIFF_PROBE" look look 'a  b' '' $'caf\xe9' '*' -x --"#),
        CellProgram(
            name: "look, NOTIFY_SOCKET and LISTEN_FDS",
            script:
                #"export NOTIFY_SOCKET=/tmp/none LISTEN_FDS=1 LISTEN_PID=$$; exec @ "$DIFF_PROBE" look look 3<three"#),
        CellProgram(
            name: "look, descriptors 3 to 9",
            script: #"exec @ "$DIFF_PROBE" look look 3<three 4>four 5<>five 7>&1 9</dev/null"#),
        CellProgram(
            name: "look, signals ignored",
            script: #"trap '' HUP INT QUIT PIPE USR1 TSTP TTIN TTOU WINCH; exec @ "$DIFF_PROBE" look look"#),
        CellProgram(
            name: "look, signals blocked", script: #"exec "$DIFF_PROBE" mask @ "$DIFF_PROBE" look look"#),
        CellProgram(name: "stty -a", script: "exec @ stty -a"),
        CellProgram(name: "stty size", script: "exec @ stty size"),
        CellProgram(
            name: "python3 isatty", script: "exec @ python3 -c 'import os; print([os.isatty(n) for n in range(3)])'",
            needs: ["python3"]),
        CellProgram(name: "ls --color=auto", script: "mkdir -p d; exec @ ls --color=auto -d d in"),
        CellProgram(
            name: "env of a shell", script: "exec @ sh -c 'ulimit -a; umask; pwd; nice; cat /proc/self/oom_score_adj'",
            isCore: false),
    ]

    private static let output: [CellProgram] = [
        CellProgram(name: "true", script: "exec @ true"),
        CellProgram(name: "echo hi", script: "exec @ echo hi"),
        CellProgram(
            name: "printf without a line's end", script: "exec @ printf 'no end'", leavesLineOpen: true),
        CellProgram(name: "seq 1000", script: "exec @ seq 1000"),
        CellProgram(name: "seq 150000", script: "exec @ seq 150000", isBig: true),
        CellProgram(name: "seq 3000000", script: "exec @ seq 3000000", isBig: true, isCore: false),
        CellProgram(name: "20 MB in colour", script: #"exec @ "$DIFF_PROBE" lines 350000"#, isBig: true, isCore: false),
        CellProgram(
            name: "1 MiB without a line's end",
            script: "head -c 1048576 /dev/zero | tr '\\0' x >../own/mib; exec @ cat ../own/mib", isBig: true),
        CellProgram(
            name: "out and err in turns",
            script: "exec @ sh -c 'for i in 1 2 3 4 5 6 7 8; do echo out$i; echo err$i >&2; done'"),
        CellProgram(
            name: "exec > >(sed)", script: #"exec @ bash -c 'exec > >(sed "s/^/log: /"); seq 20000'"#,
            lateText: "log: 20000", isBig: true),
        CellProgram(
            name: "> >(sleep; cat)", script: "exec @ bash -c 'seq 1000 > >(sleep 0.5; cat)'", lateText: "\n1000",
            isBig: true),
        CellProgram(
            name: "a late writer", script: "exec @ sh -c '(sleep 1; echo late) & echo first'", lateText: "late"),
        CellProgram(name: "slow lines", script: "exec @ sh -c 'for i in 1 2 3 4 5; do echo line $i; sleep 0.3; done'"),
        CellProgram(name: "silent, then said", script: "exec @ sh -c 'sleep 1.2; echo at last'"),
        CellProgram(name: "colours", script: #"exec @ "$DIFF_PROBE" lines 12"#),
        CellProgram(name: "bytes that are not UTF-8", script: #"exec @ printf 'a\377\376b\000c\n'"#),
        CellProgram(
            name: "progress by carriage returns",
            script: #"exec @ sh -c 'for i in 1 2 3; do printf "%d0 %%\r" $i; done; echo done'"#,
            // As a job it would write over the prompt, or over what was typed there meanwhile.
            leavesLineOpen: true),
    ]

    private static let ends: [CellProgram] =
        [
            CellProgram(name: "exit 3", script: "exec @ sh -c 'exit 3'"),
            CellProgram(name: "false", script: "exec @ false"),
            CellProgram(name: "exit 125 with words", script: "exec @ sh -c 'echo out; echo err >&2; exit 125'"),
            CellProgram(name: "grep that finds nothing", script: "exec @ grep nothing in"),
        ]
        + [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 24, 31].map { number in
            CellProgram(
                name: "signal \(number)",
                script: "ulimit -c 0; trap - \(number); exec @ sh -c 'echo said; kill -\(number) $$'",
                isCore: [2, 9, 11, 13, 15].contains(number))
        }

    /// What outlives the command.
    private static let leaving: [CellProgram] = [
        CellProgram(
            name: "sleep &", script: "exec @ sh -c 'sleep 60 >/dev/null 2>&1 & echo $! >pid; echo started'",
            leaves: true),
        CellProgram(name: "daemon(3)", script: #"exec @ "$DIFF_PROBE" daemon pid"#, leaves: true),
        // Debian's package of the server would start one; the tools have the same program by another name.
        CellProgram(
            name: "redis-server --daemonize",
            script: "ln -s /usr/bin/redis-check-rdb ../own/redis-server; exec @ ../own/redis-server --daemonize yes "
                + "--port 0 --save '' --dir $PWD --pidfile $PWD/pid --logfile $PWD/../own/log",
            needs: ["redis-check-rdb"], leaves: true, needsFolder: true),
        CellProgram(
            name: "nohup sleep &",
            script: "exec @ sh -c 'nohup sleep 60 >/dev/null 2>&1 </dev/null & echo $! >pid; echo started'",
            leaves: true),
        CellProgram(
            name: "setsid sleep",
            script:
                "exec @ sh -c 'setsid sh -c \"echo \\$\\$ >pid; exec sleep 60\" >/dev/null 2>&1 </dev/null & echo started'",
            leaves: true, isCore: false),
        CellProgram(
            name: "a child that ignores HUP",
            script: "exec @ sh -c '(trap \"\" HUP; exec sleep 60) >/dev/null 2>&1 & echo $! >pid; echo started'",
            leaves: true, isCore: false),
    ]

    private static let descriptors: [CellProgram] = [
        CellProgram(name: "cat <(echo hi)", script: "exec @ cat <(echo hi)"),
        CellProgram(name: "diff <() <()", script: "exec @ diff <(seq 5) <(seq 6)", isCore: false),
        CellProgram(name: "cat <&3 3<f", script: "exec @ sh -c 'cat <&3' 3<three"),
        CellProgram(name: "tee >()", script: "echo through | @ tee >(cat >copy)", lateText: "through", isCore: false),
        CellProgram(name: "here document", script: " @ cat <<END\nfrom here\nEND"),
        CellProgram(
            name: "make -j4 with $(MAKE)",
            script:
                "printf 'all: a b\\nb: a\\na b: ; +@$(MAKE) -s -f m sub\\nsub: ; @echo made\\n' >m; exec @ make -s -j4 -f m",
            needs: ["make"]),
        CellProgram(
            name: "rm of a name that is not UTF-8",
            script: #"touch $'caf\xe9.txt' $'caf\xef\xbf\xbd.txt'; exec @ rm -v -- $'caf\xe9.txt'"#),
        CellProgram(
            name: "an environment that is not UTF-8", script: #"export X=$'\xff\xfe'; exec @ sh -c 'printf %s "$X" >x'"#
        ),
        CellProgram(
            name: "an argument of 100,000 bytes",
            script: #"exec @ sh -c 'printf %s "$1" | wc -c' sh "$(head -c 100000 /dev/zero | tr '\0' y)""#),
    ]

    private static let input: [CellProgram] = [
        CellProgram(name: "cat of its input", script: "exec @ cat", readsInput: true),
        CellProgram(name: "head -1 leaves the rest", script: "{ @ sed -u 1q; cat; }", readsInput: true),
        CellProgram(name: "wc of a pipe", script: "seq 1000 | @ wc"),
        CellProgram(name: "read from a pipe", script: "echo piped | @ sh -c 'read x; echo got $x'"),
        CellProgram(name: "sort", script: "exec @ sort -r", readsInput: true, isCore: false),
    ]

    /// Those that want a terminal, and somebody who types.
    private static let terminal: [CellProgram] = [
        CellProgram(
            name: "read with a prompt", script: #"exec @ bash -c 'read -p "name? " x; echo "got $x"'"#, keys: .errors,
            dialogue: [DialogueStep("name?", "foyer\r")], canStop: true),
        CellProgram(
            name: "read without a prompt", script: "exec @ sh -c 'read x; echo got $x'",
            dialogue: [DialogueStep("", "typed\r")],
            isSlow: true, isCore: false),
        CellProgram(
            name: "read -s", script: #"exec @ bash -c 'read -rsp "Password: " x; echo; echo "got ${#x}"'"#,
            keys: .errors,
            dialogue: [DialogueStep("Password:", "secret\r")]),
        CellProgram(
            name: "/dev/tty password", script: #"exec @ "$DIFF_PROBE" password"#, keys: .anywhere,
            dialogue: [DialogueStep("Password:", "secret\r")]),
        CellProgram(
            name: "read </dev/tty", script: "exec @ sh -c 'printf \"sure? \" >/dev/tty; read x </dev/tty; echo got $x'",
            keys: .anywhere,
            dialogue: [DialogueStep("sure?", "yes\r")]),
        CellProgram(name: "DA1, 0.7 s", script: #"exec @ "$DIFF_PROBE" ask 700"#),
        CellProgram(
            name: "seq | fzf", script: "seq 100 | @ fzf", needs: ["fzf"], keys: .errors,
            dialogue: [DialogueStep("100/100", "42"), DialogueStep("1/100", "\r")]),
        CellProgram(
            name: "seq | less", script: "seq 100 | @ less -X", needs: ["less"],
            dialogue: [DialogueStep("23", "G"), DialogueStep("100", "q")]),
        CellProgram(
            name: "vim -", script: "echo a line | @ vim.tiny -n -u NONE -", needs: ["vim.tiny"],
            keys: .errors,
            dialogue: [DialogueStep("a line", "Gonew\u{1B}:w! out.txt\r"), DialogueStep("written", ":q!\r")]),
        CellProgram(
            name: "less", script: "seq 100 >text; exec @ less text", needs: ["less"],
            dialogue: [DialogueStep("\n23", "G"), DialogueStep("\n100", "q")], canStop: true),
        CellProgram(
            name: "Ctrl-C to a trap",
            script: #"exec @ sh -c 'trap "echo caught; exit 9" INT; echo go; while :; do sleep 0.1; done'"#,
            dialogue: [DialogueStep("go", "\u{3}")]),
        CellProgram(
            name: "Ctrl-C to sleep", script: "exec @ sh -c 'echo go; exec sleep 60'",
            dialogue: [DialogueStep("go", "\u{3}")],
            canStop: true),
        CellProgram(
            name: "Ctrl-\\ to sleep", script: "ulimit -c 0; exec @ sh -c 'echo go; exec sleep 60'",
            dialogue: [DialogueStep("go", "\u{1C}")],
            isCore: false),
        CellProgram(
            name: "bash -i", script: "export PS1='inner> '; exec @ bash --norc --noediting -i", keys: .errors,
            dialogue: [
                DialogueStep("inner>", "echo $((6*7)); tty >/dev/null && echo tty\r"), DialogueStep("42", "exit 5\r"),
            ]),
        CellProgram(
            name: "goes on in the background", script: "exec @ sh -c 'echo on; sleep 1.5; echo off; exit 6'",
            dialogue: [DialogueStep("on")], goesOnInBackground: true, isCore: false),
    ]
}
