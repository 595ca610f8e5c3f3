/// Real programs that somebody types to.
enum KeyPrograms {
    static let all = editors + pagers + screens + menus + shells + calculators + readers + questions

    private static func keys(
        _ name: String, _ script: String, _ needs: [String] = [], mask: ScreenMask = .all, ahead: Bool = false,
        during: Bool = false, isSlow: Bool = false, _ dialogue: DialogueStep...
    ) -> CellProgram {
        CellProgram(
            name: name, script: script, needs: needs, dialogue: dialogue, mask: mask, isSlow: isSlow,
            typesAhead: ahead, typesDuring: during)
    }
    private typealias Step = DialogueStep

    private static let editors = [
        keys(
            "vim", "seq 30 >text; exec @ vim.tiny -n -u NONE text", ["vim.tiny"], ahead: true,
            Step("30 lines", "Gonew line\u{1B}"), Step("new line", ":wq\r")),
        keys(
            "vim, a file of its own", "exec @ vim.tiny -n -u NONE made", ["vim.tiny"], ahead: true,
            Step("[New", "ifirst\rsecond\u{1B}"), Step("second", ":x\r")),
        keys(
            "ex", "seq 5 >text; exec @ vim.tiny -n -u NONE -e text", ["vim.tiny"], ahead: true,
            Step(":", "2s/2/two/\r"), Step("two", "wq\r")),
        keys(
            "nano", "echo begun >text; exec @ nano -t text", ["nano"], Step("begun", "typed "),
            Step("typed begun", "\u{18}")),
        keys(
            "ed", "seq 5 >text; exec @ ed -p '* ' text", ["ed"], ahead: true, Step("*", "2s/2/two/p\r"),
            Step("two", "w\rq\r")),
    ]

    private static let pagers = [
        keys(
            "less", "seq 200 >text; exec @ less text", ["less"], Step("\n23", "G"), Step("\n200", "?^77\r"),
            Step("77\n78", "q")),
        keys("less -X", "seq 200 >text; exec @ less -X text", ["less"], Step("\n23", " "), Step("\n46", "q")),
        keys("less of a pipe", "seq 200 | @ less", ["less"], Step("\n23", "G"), Step("\n200", "q")),
        keys("more", "seq 200 >text; exec @ more text", ["more"], Step("--More--", " "), Step("46", "q")),
        keys(
            "man", "printf '.TH PAGE 1\\n.SH NAME\\npage - of a manual\\n' >page.1; PAGER=less exec @ man -l page.1",
            ["man", "groff"],
            Step("of a manual", "q")),
        keys(
            "git log", "git init -q g 2>/dev/null; cd g; exec @ git -c core.pager='less -+F' --paginate version",
            ["git", "less"], Step("git version", "q")),
    ]

    private static let screens = [
        keys("top", "exec @ top -d 60", ["top"], mask: .textOnly, ahead: false, Step("PID", "q")),
        keys("htop", "exec @ htop -d 100", ["htop"], mask: .textOnly, Step("F10", "q")),
        keys("watch", "exec @ watch -n 60 -t seq 3", ["watch"], Step("3", "\u{3}")),
        keys(
            "tmux",
            "exec @ tmux -f /dev/null -S ../own/tmux new-session 'PS1=inner\\> exec bash --norc --noediting -i'",
            ["tmux"],
            mask: .textOnly, Step("inner>", "echo $((6*7))\r"), Step("42", "exit\r")),
        keys("mc", "exec @ mc -d -u -x", ["mc"], mask: .textOnly, Step("10Quit", "\u{1B}0")),
        keys("nnn", "mkdir folder; exec @ nnn", ["nnn"], mask: .textOnly, Step("folder", "q")),
        keys("w3m", "echo '<b>a page</b>' >page.html; exec @ w3m page.html", ["w3m"], Step("a page", "Q")),
    ]

    private static let menus = [
        keys("fzf", "seq 100 | @ fzf >chosen", ["fzf"], Step("100/100", "42"), Step("1/100", "\r")),
        keys("fzf of files", "touch alpha beta; exec @ fzf", ["fzf"], Step("4/4", "alph"), Step("1/4", "\r")),
        keys("dialog", "exec @ dialog --inputbox Name 8 40", ["dialog"], Step("Name", "foyer"), Step("foyer", "\r")),
        keys("dialog --yesno", "exec @ dialog --yesno Sure 8 40", ["dialog"], Step("Sure", "\t"), Step("", "\r")),
        keys(
            "whiptail", "exec @ whiptail --inputbox Name 8 40", ["whiptail"], Step("Name", "foyer"), Step("foyer", "\r")
        ),
        keys(
            "whiptail --menu", "exec @ whiptail --menu Which 12 40 3 a first b second", ["whiptail"],
            Step("second", "b"), Step("second", "\r")),
        keys(
            "select", #"exec @ bash -c 'select x in a b c; do echo "chose $x"; break; done'"#, ahead: true,
            during: true, Step("#?", "2\r")),
    ]

    private static let shells = [
        keys(
            "bash -i", "PS1='inner> ' exec @ bash --norc -i", ["bash"], Step("inner>", "echo $((6*7))\r"),
            Step("42", "exit 5\r")),
        keys(
            "zsh -i", "PS1='inner> ' exec @ zsh -f -i", ["zsh"], Step("inner>", "echo $((6*7))\r"),
            Step("\n42", "exit 5\r")),
        keys(
            "dash -i", "PS1='inner> ' exec @ dash -i", ["dash"], ahead: true, during: true,
            Step("inner>", "echo $((6*7))\r"), Step("42", "exit 5\r")),
        keys("python3", "exec @ python3 -q", ["python3"], Step(">>>", "print(6*7)\r"), Step("\n42", "exit(5)\r")),
        keys("node", "exec @ node", ["node"], Step(">", "6*7\r"), Step("\n42", ".exit\r")),
        keys("perl -d", "exec @ perl -d -e 'print 1'", ["perl"], Step("DB<1>", "p 6*7\r"), Step("42", "q\r")),
        keys(
            "gdb", "exec @ gdb -q -nx -ex 'set debuginfod enabled off' ", ["gdb"], Step("(gdb)", "p 6*7\r"),
            Step("= 42", "quit\r")),
        keys(
            "sqlite3", "exec @ sqlite3 -batch -interactive", ["sqlite3"], Step("sqlite>", "select 6*7;\r"),
            Step("\n42", ".exit 5\r")),
    ]

    private static let calculators = [
        keys("bc", "exec @ bc", ["bc"], ahead: true, Step("warranty", "6*7\r"), Step("\n42", "quit\r")),
        keys(
            "factor", "exec @ factor", ["factor"], ahead: true, isSlow: true, Step("", "42\r"), Step("2 3 7", "\u{4}")),
    ]

    private static let readers = [
        keys("cat", "exec @ cat", ahead: true, isSlow: true, Step("", "42\r"), Step("42\n42", "\u{4}")),
        keys(
            "read", #"exec @ bash -c 'read -p "name? " x; echo "got $x"'"#, ahead: true, during: true,
            Step("name?", "foyer\r")),
        keys(
            "read -s", #"exec @ bash -c 'read -rsp "Password: " x; echo; echo "got ${#x}"'"#, during: true,
            Step("Password:", "secret\r")),
        keys(
            "read -n 1", #"exec @ bash -c 'read -n 1 -p "key? " x; echo; echo "got $x"'"#, ahead: true, during: true,
            Step("key?", "k")),
        keys("a password from /dev/tty", #"exec @ "$DIFF_PROBE" password"#, [], Step("Password:", "secret\r")),
        keys("openssl passwd", "exec @ openssl passwd -6 -salt salt", ["openssl"], Step("Password:", "secret\r")),
    ]

    private static let questions = [
        keys("rm -i", "touch one; exec @ rm -i one", ahead: true, during: true, Step("remove", "y\r")),
        keys("cp -i", "touch one two; exec @ cp -i one two", ahead: true, Step("overwrite", "n\r")),
        keys("xargs -p", "echo word | @ xargs -p echo", ["xargs"], Step("?...", "y\r")),
        keys("DA1", #"exec @ "$DIFF_PROBE" ask 900"#, [], Step("", "")),
    ]
}
