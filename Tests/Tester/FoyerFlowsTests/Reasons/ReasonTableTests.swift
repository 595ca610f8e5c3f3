import Foyer
import FoyerEmulator
import FoyerSystem
import Testing

@testable import FoyerFlows

/// Seeded mistakes of flows, and what is simply not there: the right reason in at least 36 of 40, and none invented in 40.
@Suite struct ReasonTableTests {
    /// What a program wrote, what was waited for, and the beginning of the reason.
    struct Seed: CustomStringConvertible {
        let wanted: String
        let reason: String
        var size = CellSize(columns: 40, rows: 8)
        /// What was written in each tenth of a second.
        let writes: [String]
        var end: CommandEnd?
        var quiet = Duration.zero
        var activity: ForegroundState.Activity?
        var isDeaf = false

        init(_ wanted: String, in writes: String..., reason: String = "") {
            (self.wanted, self.writes, self.reason) = (wanted, writes, reason)
        }

        var description: String { "\"\(wanted)\" in \(writes.last ?? "")" }

        func on(_ columns: Int, _ rows: Int) -> Seed { with { $0.size = CellSize(columns: columns, rows: rows) } }
        func ended(_ end: CommandEnd) -> Seed { with { $0.end = end } }
        func silent(_ quiet: Duration, _ activity: ForegroundState.Activity? = nil) -> Seed {
            with { ($0.quiet, $0.activity) = (quiet, activity) }
        }
        var deaf: Seed { with { ($0.isDeaf, $0.quiet) = (true, .seconds(1)) } }

        private func with(_ change: (inout Seed) -> Void) -> Seed {
            var seed = self
            change(&seed)
            return seed
        }

        var reasons: [String] {
            let terminal = TerminalEmulator(size: size)
            var history = FrameHistory()
            var report = TerminalReport()
            var now = Instant.zero
            for text in writes {
                terminal.feed(Array(text.utf8))
                let answers = terminal.takeAnswers()
                report.take(Array(text.utf8), answered: isDeaf ? [] : answers)
                history.add(terminal.screen.textLines, at: now)
                now = now + .milliseconds(100)
            }
            var facts = ProgramFacts(size: size, written: Array(writes.joined().utf8), age: now - .zero, quiet: quiet)
            facts.end = end.map { ($0, now - .zero) }
            facts.report = report
            facts.activity = { [activity] in activity }
            return FailureReason.find(
                for: .stayed(.notOnScreen(wanted), seconds: "1"), on: terminal.screen, history: history, began: .zero,
                program: facts
            ).map(\.phrase.english)
        }
    }

    private static let menu = "Tea house\r\n\r\n  1  Green tea\r\n  2  Black tea\r\n  3  Quit\r\n\r\nWhich tea? "
    private static let lines = (1...30).map { "line \($0) of the log\r\n" }.joined()

    static let mistakes: [Seed] = [
        // Typos of the flow, or of the program.
        Seed("Grene tea", in: menu, reason: "Row 3 has \"Gre[en] tea\", not \"Gre[ne] tea\"."),
        Seed(
            "green tea", in: menu,
            reason: "Row 3 has \"[G]reen tea\", not \"[g]reen tea\"; upper and lower case differ."),
        Seed("WHICH TEA?", in: menu, reason: "Row 7 has \"W[hich tea]?\", not \"W[HICH TEA]?\"; upper"),
        Seed("Teahouse", in: menu, reason: "Row 1 has \"Tea[ ]house\", not \"Tea[]house\"; blanks differ."),
        Seed("1 Green tea", in: menu, reason: "Row 3 has"),
        Seed("Which  tea?", in: "Which\u{A0}tea?", reason: "Row 1 has"),
        Seed("Which tea!", in: menu, reason: "Row 7 has \"Which tea[?]\", not \"Which tea[!]\"."),
        Seed(
            "green is ready.", in: "green is reedy.\r\n",
            reason: "Row 1 has \"green is re[e]dy.\", not \"green is re[a]dy.\"."),
        Seed("3 files saved", in: "2 files saved\r\n", reason: "Row 1 has \"[2] files saved\""),
        Seed("Could not open", in: "Couldn't open it", reason: "Row 1 has"),
        Seed(
            "It's done", in: "It’s done",
            reason: "Row 1 has \"It[’]s done\", not \"It[']s done\"; ’ (U+2019) looks like"),
        Seed("\"tea\" brewed", in: "“tea” brewed", reason: "Row 1 has"),
        Seed("10-20 cups", in: "10–20 cups", reason: "Row 1 has \"10[–]20 cups\", not \"10[-]20 cups\"; – (U+2013)"),
        Seed("Loading...", in: "Loading…", reason: "Row 1 has"),
        Seed(
            "Password", in: "Pаssword",
            reason: "Row 1 has \"P[а]ssword\", not \"P[a]ssword\"; а (U+0430) looks like a (U+0061)"),
        Seed("Recieve mail", in: "Receive mail", reason: "Row 1 has \"Rec[ei]ve mail\""),
        Seed("Sucess", in: "  Success", reason: "Row 1 has"),
        Seed("brewing green", in: "Brewing  Green", reason: "Row 1 has"),
        Seed("Press Enter to continue", in: "Press Return to continue", reason: "Row 1 has"),
        Seed("Total: 12.50", in: "Total: 12,50", reason: "Row 1 has \"Total: 12[,]50\""),
        Seed("version 1.2.3", in: "tea version 1.2.4", reason: "Row 1 has \"version 1.2.[4]\""),
        Seed("Qiut", in: menu, reason: "Row 5 has \"Q[ui]t\""),
        // Cut and broken.
        Seed(
            "a line that is too long", in: "a line that is too l…",
            reason: "Row 1 has \"a line that is too l\", and is cut"),
        Seed("unbreakable word", in: "an unbreakable word", reason: "It is there, broken at the edge, from row 1").on(
            12, 4),
        Seed("the end of it", in: "\u{1B}[?7l\u{1B}[1;30Hand the end of it", reason: "The program wrote it from column")
            .on(40, 4),
        Seed(
            "status: good", in: "\u{1B}[30;1Hstatus: good\u{1B}[31;1Hkeys: q",
            reason: "The program wrote it in row 30, below the 24 rows."
        )
        .on(80, 24),
        Seed("line 2 of the log", in: lines, reason: "It has scrolled away").on(40, 8),
        Seed("Welcome", in: "Welcome\r\n\u{1B}[?1049h\u{1B}[Hthe editor", reason: "It is on the main screen, behind"),
        // Races.
        Seed("Loading", in: "Loading", "\rReady  ", reason: "It was there from 0.0 to 0.1 s."),
        Seed(
            "Saved", in: "x", "\u{1B}[2J\u{1B}[HSaved", "\u{1B}[2J\u{1B}[Hx", "y",
            reason: "It was there from 0.1 to 0.2 s."),
        Seed("step 2", in: "step 1", "\rstep 2", "\rstep 3", reason: "It was there from 0.1 to 0.2 s."),
        Seed("Really quit?", in: "Really quit?", "\u{1B}[2J\u{1B}[Hbye", reason: "It was there from 0.0 to 0.1 s.")
            .ended(.status(0)),
        Seed(
            "in the editor", in: "\u{1B}[?1049hin the editor", "\u{1B}[?1049l$ ",
            reason: "It was there from 0.0 to 0.1 s, on the alternate screen, which the program has left."),
        // What the program does instead.
        Seed("hello", in: "asking\u{1B}[?u", reason: "The program waits for an answer to CSI ? u (").deaf,
        Seed(
            "hello", in: "\u{1B}]11;?\u{1B}\\",
            reason: "The program waits for an answer to OSC 11 ; ? (the colour of the background)."
        ).deaf,
        Seed("hello", in: "\u{1B}[6n", reason: "The program waits for an answer to CSI 6 n (where the cursor is).")
            .deaf,
        Seed(
            "Done", in: "tea: no such kettle\r\n",
            reason: "The program ended with 3 after 0.1 s; it wrote last: tea: no such"
        )
        .ended(.status(3)),
        Seed("Done", in: "brewing\r\n", reason: "The program was ended by signal 11").ended(.signal(11)),
        Seed("Done", in: "Name? ", reason: "Nothing has been written for 12 s; the program waits for input.")
            .silent(.seconds(12), .reading),
        Seed("Done", in: "brewing", reason: "Nothing has been written for 30 s; the program is computing.")
            .silent(.seconds(30), .computing),
    ]

    static let absences: [Seed] = [
        Seed("Coffee", in: menu), Seed("Sugar", in: menu), Seed("Goodbye", in: menu), Seed("Error", in: menu),
        Seed("Password:", in: menu), Seed("4  White tea", in: "1  Coffee\r\n2  Milk"), Seed("OK", in: menu),
        Seed("Save", in: "the same cave, the safe wave"), Seed("Quit", in: "Suit, quiz, quilt"),
        Seed("yes", in: "Yep, sure"),
        Seed("File saved", in: "File  Edit  View  Help"), Seed("Nothing found", in: "Something is here"),
        Seed("Enter your name", in: "Choose a colour"), Seed("100%", in: "10% of it"), Seed("42", in: "24 4 2"),
        Seed("->", in: "- > x"), Seed("q", in: "press Esc"), Seed("Connection refused", in: "Connected to tea.example"),
        Seed("root@host", in: "ada@tea:~$ "), Seed("Bytes: 0", in: "Lines: 7"),
        Seed("green is ready.", in: "Brewing green…"),
        Seed("Deleted 3 files", in: "Created a folder"), Seed("main.swift", in: "Package.json  README"),
        Seed("[ OK ]", in: "loading the kernel"), Seed("你好", in: "再见"), Seed("漢字", in: "ひらがな"),
        Seed("Überblick", in: "Ausgang"),
        Seed("line 31 of the log", in: "nothing"), Seed("htop", in: "stop, loop, shop"),
        Seed("Ready", in: "Already gone? No: ad"),
        Seed("Step 5 of 5", in: "Loading the list"), Seed("insert mode", in: "-- VISUAL --"),
        Seed("warning: unused", in: "error: missing"),
        Seed("a", in: ""), Seed("anything at all", in: ""), Seed("the end", in: "\u{1B}[?1049h\u{1B}[Hbegin"),
        Seed("bottom line", in: "\u{1B}[24;1Hstatus").on(80, 24), Seed("left", in: "right\u{1B}[1;60Hedge").on(80, 24),
        Seed("answered", in: "\u{1B}[c\u{1B}[6nfine"), Seed("quiet", in: "Which tea? ").silent(.seconds(1), .reading),
    ]

    @Test func seededMistakesGetTheirReason() {
        #expect(Self.mistakes.count == 40)
        let wrong = Self.mistakes.filter { seed in !seed.reasons.contains { $0.hasPrefix(seed.reason) } }
        #expect(wrong.isEmpty, "\(wrong.map { "\($0): \($0.reasons)" }.joined(separator: "\n"))")
    }

    @Test(arguments: absences) func whatIsNotThereGetsNoReason(seed: Seed) {
        #expect(Self.absences.count == 40)
        #expect(seed.reasons == [])
    }
}
