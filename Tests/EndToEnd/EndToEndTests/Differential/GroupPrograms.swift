/// Commands among others in one process group: what the terminal's keys send to one, they send to all.
enum GroupPrograms {
    private typealias Step = DialogueStep

    private static func program(
        _ name: String, _ script: String, needs: [String] = [], mask: ScreenMask = .all, stops: Bool = false,
        goesOn: Bool = false, during: Bool = false, _ dialogue: DialogueStep...
    ) -> CellProgram {
        CellProgram(
            name: name, script: script, needs: needs, dialogue: dialogue, mask: mask, canStop: stops,
            goesOnInBackground: goesOn, typesDuring: during)
    }

    private static let sleeper = "sh -c 'echo begun; exec sleep 34'"
    /// Survives, and says so.
    private static let catcher = #"bash -c 'trap "echo caught" INT; echo begun; sleep 34; echo done'"#

    /// Ctrl-C and Ctrl-\.
    static let interrupted = [
        program("Ctrl-C: a script", " @ \(sleeper)\necho NEXT | tee -a log", during: true, Step("begun", "\u{3}")),
        program(
            "Ctrl-C: dash", #"exec dash -c " @ sh -c 'echo begun; exec sleep 34'; echo NEXT | tee -a log""#,
            during: true, Step("begun", "\u{3}")),
        program(
            "Ctrl-C: a loop", "for i in 1 2 3; do @ \(sleeper); done\necho NEXT | tee -a log", during: true,
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: a pipeline's left",
            #"sh -c 'trap "echo left >>log; exit 3" INT; while :; do sleep 0.1; done' | @ sh -c 'trap "" INT; "#
                + #"echo begun; cat'; echo "NEXT $?" | tee -a log"#,
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: a pipeline's right",
            " @ sh -c 'trap \"sleep 0.3; exit 4\" INT; echo begun; while :; do sleep 0.1; done' 2>&1 >/dev/tty "
                + "| sh -c 'trap \"echo right >>log; exit 3\" INT; while :; do sleep 0.1; done'; echo NEXT | tee -a log",
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: trap INT", #"trap 'echo trapped >>log' INT;  @ \#(sleeper); echo "NEXT $?" | tee -a log"#,
            during: true, Step("begun", "\u{3}")),
        program(
            "Ctrl-C: trap INT on both sides",
            #"trap 'echo trapped >>log' INT;  @ \#(catcher); echo "NEXT $?" | tee -a log"#, Step("begun", "\u{3}")),
        program(
            "Ctrl-C: caught by the command alone", #" @ \#(catcher); echo "NEXT $?" | tee -a log"#,
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: INT ignored",
            #"trap '' INT; ( @ sh -c 'echo begun; sleep 2; echo over >>log'; echo "NEXT $?" | tee -a log )"#,
            during: true, Step("begun", "\u{3}")),
        // Its command takes a moment to end: where it is quicker than make's handler, make waits for it twice, and says so.
        program(
            "Ctrl-C: make",
            "printf 'all: ;  @ sh -c \"trap \\047sleep 0.2; exit 3\\047 INT; echo begun; while :; do sleep 0.1; done\"\\n"
                + "next: all; echo NEXT | tee -a log\\n' >../own/rules; "
                + "exec make -s -f ../own/rules next",
            needs: ["make"], during: true, Step("begun", "\u{3}")),
        program(
            "Ctrl-C: python's subprocess",
            "exec python3 -c 'import subprocess, sys; subprocess.run(sys.argv[1:]); print(\"NEXT\")' @ \(sleeper)",
            needs: ["python3"], during: true, Step("begun", "\u{3}")),
        // Not at the splash: xargs ends at once, and a quick shell writes its prompt before the screen has been left. Seen in one
        // of twenty; AnyCommand.md names it.
        program("Ctrl-C: xargs -o", "exec xargs -o @ \(sleeper) </dev/null", Step("begun", "\u{3}")),
        program(
            "Ctrl-C: xargs -o in a script", "xargs -o @ \(sleeper) </dev/null; echo NEXT | tee -a log",
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: in a shell within",
            #"export PS1='inner$((i+=1))> '; exec dash -c " @ bash --norc --noediting -i; "#
                + #"echo NEXT $? | tee -a log""#,
            Step("inner1>", "\u{3}"), Step("inner2>", "exit 5\r")),
        program(
            "Ctrl-C: timeout --foreground", "timeout --foreground 60 @ \(sleeper); echo NEXT | tee -a log",
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: counted by the command",
            " @ python3 -c 'import signal, time; "
                + #"signal.signal(2, lambda *_: open("log", "a").write("INT\n")); print("begun", flush=True); "#
                + "time.sleep(1.5)'; echo NEXT | tee -a log", needs: ["python3"],
            Step("begun", "\u{3}")),
        program(
            "Ctrl-C: a terminal that was raw",
            "stty raw -echo;  @ sh -c 'sleep 0.6; echo begun; head -c 1 | od -An -c >>log'; stty sane; echo NEXT",
            during: true, Step("begun", "\u{3}")),
        program(
            "Ctrl-\\: a script", "ulimit -c 0;  @ \(sleeper)\necho NEXT | tee -a log", mask: .textOnly,
            during: true, Step("begun", "\u{1C}")),
    ]

    private static let reader = #"sh -c 'echo begun; read x; echo got $x'"#
    private static let worker = "sh -c 'echo begun; sleep 1.5; echo off; exit 6'"

    /// Ctrl-Z, and then `fg`.
    static let stopped = [
        program("Ctrl-Z: alone", "exec @ \(reader)", stops: true, Step("begun", "typed\r")),
        program(
            "Ctrl-Z: CONT is counted",
            #" @ bash -c 'trap "echo CONT >>log" CONT; echo begun; read x; echo got $x'; echo NEXT"#, stops: true,
            Step("begun", "typed\r")),
        program("Ctrl-Z: a script", " @ \(reader)\necho NEXT", stops: true, Step("begun", "typed\r")),
        program(
            "Ctrl-Z: make",
            "printf 'all: ;  @ sh -c \"echo begun; read x; echo got $$x\"\\n' >../own/rules; "
                + "exec make -s -f ../own/rules", needs: ["make"],
            stops: true, Step("begun", "typed\r")),
        program(
            "Ctrl-Z: a pipeline",
            " @ \(reader) 2>&1 >/dev/tty | sh -c 'trap \"echo CONT >>log\" CONT; while read x; do :; done'; echo NEXT",
            stops: true, Step("begun", "typed\r")),
        program("Ctrl-Z: xargs -o", "exec xargs -o @ \(reader) </dev/null", stops: true, Step("begun", "typed\r")),
        program(
            "Ctrl-Z: vim in a script", "seq 30 >text;  @ vim.tiny -n -u NONE text\necho NEXT", needs: ["vim.tiny"],
            stops: true, Step("\n23", ":q\r")),
        program(
            "Ctrl-Z: less in a script", "seq 200 >text;  @ less text\necho NEXT", needs: ["less"], stops: true,
            Step("\n23", "q")),
    ]

    /// Ctrl-Z, and then `bg`.
    static let sentBack = [
        program("Ctrl-Z, bg: alone", "exec @ \(worker)", goesOn: true, during: true, Step("begun")),
        program(
            "Ctrl-Z, bg: a script", #" @ \#(worker); echo "NEXT $?""#, goesOn: true, during: true, Step("begun")),
        program(
            "Ctrl-Z, bg: a pipeline", #" @ \#(worker) 2>&1 >/dev/tty | cat; echo "NEXT $?""#, goesOn: true,
            Step("begun")),
    ]

    /// `kill -STOP`, and then `fg`.
    static let killed = [
        program(
            "STOP: nano", "echo begun >text; exec @ nano -t text", needs: ["nano"], stops: true,
            Step("begun", "typed "),
            Step("typed begun", "\u{18}")),
        program("STOP: read", "exec @ \(reader)", stops: true, Step("begun", "typed\r")),
    ]
}
