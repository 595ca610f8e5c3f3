extension CoverageRow {
    static let look = [
        CoverageRow("look: pages", "colours by meaning", "look/loading", "look/error", "look/home"),
        CoverageRow("look: pages", "loading", "look/loading"),
        CoverageRow("look: pages", "error", "look/error"),
        CoverageRow("look: pages", "home", "look/home"),
        CoverageRow("look: movement", "400 ms and 1.5 s", "look/movement"),
    ]

    static let terminal = [
        CoverageRow("terminal: keys", "q, Esc", "flows/close-loading-q", "flows/close-loading-esc"),
        CoverageRow("terminal: keys", "r", "flows/reload-10003", "banner/refresh-failed"),
        CoverageRow("terminal: keys", "d", "terminal/keys-details", "root/why"),
        CoverageRow("terminal: keys", "arrows", "terminal/keys-list", "banner/arrows", "terminal/scroll"),
        CoverageRow("terminal: keys", "h l", "terminal/keys-home", "banner/arrows"),
        CoverageRow("terminal: keys", "↑ ↓ PgUp PgDn", "terminal/scroll"),
        CoverageRow("terminal: keys", "f s", "terminal/keys-home", "demo/faults"),
        CoverageRow("terminal: keys", "space", "terminal/keys-home", "banner/stop-key"),
        CoverageRow("terminal: keys", "1…9, Home, End", "banner/jump"),
        CoverageRow("terminal: keys", "Tab, Shift-Tab", "terminal/keys-tab", "terminal/tab-enter"),
        CoverageRow("terminal: keys", "Enter, click", "terminal/click-close", "terminal/click-reload", "demo/click"),
        CoverageRow("terminal: keys", "wheel, click on a dot", "terminal/keys-dot", "banner/wheel", "banner/click-dot"),
        CoverageRow("terminal: keys", "?", "flows/keys-help", "terminal/keys-home"),
        CoverageRow(
            "terminal: keys", "Ctrl-Z, Ctrl-L", "terminal/keys-home",
            "EndToEndTests/SignalTests#controlZGivesTheShellItsTerminalAndFgTheSamePage",
            "EndToEndTests/SignalTests#controlLRepaints"),
        CoverageRow("terminal: keys", "Ctrl-C", "EndToEndTests/SignalTests#controlCAndControlBackslashAreSignals"),
        CoverageRow("terminal: keys", "the first focus on home", "terminal/keys-list"),
        CoverageRow("terminal: keys", "keys without a meaning", "terminal/unused-keys"),
        CoverageRow("terminal: drawing", "wide characters", "terminal/wide-name"),
        CoverageRow(
            "terminal: drawing", "colours", "terminal/colours-none", "terminal/colours-16", "terminal/colours-256",
            "terminal/colours-24-bit", "terminal/banner-colours-none", "terminal/banner-colours-16",
            "terminal/banner-colours-256"),
        CoverageRow("terminal: drawing", "ASCII", "terminal/ascii", "terminal/banner-ascii"),
        CoverageRow(
            "terminal: drawing", "any size", "terminal/size-1x1", "terminal/size-300x100", "terminal/banner-size-1x1",
            "terminal/banner-size-10x3", "terminal/banner-size-20x6", "terminal/banner-size-300x100"),
        CoverageRow("terminal: drawing", "a storm of sizes", "terminal/resize-storm", "terminal/resize-loading"),
        CoverageRow("terminal: drawing", "reduced motion", "flows/no-fade", "banner/reduced-motion"),
        CoverageRow(
            "terminal: text from outside", "harmless", "flows/hostile-link-text", "links/refused-control",
            "FoyerCoreTests/Text/SafeTextTests#mischiefIsReplacedOrGoes"),
        CoverageRow("terminal: leaving", "as it was found", "EndToEndTests/StormTests#signalsAtAnyMoment"),
        CoverageRow("terminal: without a terminal", "lines", "EndToEndTests/WithoutTerminalTests#aPipeGetsPlainLines"),
        CoverageRow(
            "terminal: words", "three languages", "terminal/language-en", "terminal/language-zh-Hans",
            "terminal/language-zh-Hant", "terminal/language-home-zh-Hans", "terminal/language-home-zh-Hant"),
    ]
}
