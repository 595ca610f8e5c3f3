extension CoverageRow {
    static let root = [
        CoverageRow("root: deciding", "launch screen, then a splash that looks like it", "root/launch-screen"),
        CoverageRow("root: deciding", "the fetch comes after the splash", "root/order", "root/launch-screen"),
        CoverageRow("root: deciding", "the value picks the root", "root/v1", "root/v2", "root/v2-wide", "root/number"),
        CoverageRow("root: deciding", "what was waiting is carried out", "root/pending"),
        CoverageRow("root: deciding", "why", "root/why"),
        CoverageRow("root: config", "in-app defaults", "root/default"),
        CoverageRow("root: config", "the last values survive a restart", "root/cached", "root/changed"),
        CoverageRow(
            "root: config", "minimum interval",
            "FoyerPlatformTests/Config/ConfigTests#aFetchChangesNothingUntilItIsActivated"),
        CoverageRow(
            "root: config", "a fetch that fails", "root/failed-refused", "root/failed-500", "root/failed-garbage",
            "root/failed-corrupt", "root/failed-cut", "root/failed-endless", "root/failed-redirect"),
        CoverageRow(
            "root: config", "a fetch that runs out of time", "root/timeout-hang", "root/timeout-trickle",
            "root/timeout-stall"),
        CoverageRow("root: config", "source remote", "root/v1"),
        CoverageRow("root: config", "source cached", "root/cached"),
        CoverageRow("root: config", "source default", "root/default"),
        CoverageRow("root: config", "source static", "EndToEndTests/LinkTests#theCommandSaysTheSame"),
        CoverageRow("root: config", "the splash can be left", "root/leave-splash"),

        CoverageRow(
            "root: pending", "kept, in order, each once", "root/pending", "root/pending-digits", "root/pending-program"),
        CoverageRow("root: pending", "one that fails holds up none", "root/pending-gone", "root/pending-timeout"),
        CoverageRow("root: pending", "at once when the root is complete", "root/action-now", "root/inbox"),
        CoverageRow("root: pending", "already on the screen", "root/action-shown", "links/shown-already"),

        CoverageRow("root: links", "a page", "links/running", "links/query"),
        CoverageRow("root: links", "a mini program", "links/program", "links/program-draft"),
        CoverageRow("root: links", "a tab of the root", "links/tab"),
        CoverageRow("root: links", "the middle page", "links/running", "links/not-now"),
        CoverageRow(
            "root: links", "unknown scheme, host, path", "links/refused-scheme", "links/refused-host",
            "links/refused-path"),
        CoverageRow(
            "root: links", "untrusted input", "links/refused-app", "links/refused-control", "links/refused-escaped",
            "links/refused-spaces", "links/refused-dots", "flows/hostile-link-text"),
        CoverageRow("root: links", "of a banner", "links/banner"),

        CoverageRow("root: one instance", "running", "links/running", "links/second-start"),
        CoverageRow("root: one instance", "starting", "links/starting"),
        CoverageRow("root: one instance", "absent", "links/absent", "links/after-leaving", "links/refused-absent"),
        CoverageRow("root: one instance", "a stale socket", "EndToEndTests/LinkTests#aKilledInstanceIsInNobodysWay"),
        CoverageRow("root: home", "every delegate is recorded", "root/home-calls", "root/home-error"),
    ]

    static let shortcuts = [
        CoverageRow(
            "shortcuts: flow", "page, guide, icon, link, page", "shortcuts/flow", "shortcuts/running", "shortcuts/home",
            "shortcuts/program"),
        CoverageRow(
            "shortcuts: two ways", "the guide page", "shortcuts/browser",
            "EndToEndTests/ShortcutTests#thePageIsPrintedOrServed"),
        CoverageRow(
            "shortcuts: two ways", "what opens", "shortcuts/browser",
            "FoyerPlatformTests/Shortcuts/ShortcutPagesTests#`a redirect leads to the document as an address`",
            "FoyerPlatformTests/Shortcuts/ShortcutsServerTests#theAddressOfTheDocumentIsARedirect"),
        CoverageRow(
            "shortcuts: two ways", "works offline afterwards",
            "FoyerPlatformCoreTests/Shortcuts/ShortcutPageTests#dataURI"),
        CoverageRow(
            "shortcuts: two ways", "second tap on the icon", "shortcuts/middle",
            "EndToEndTests/ShortcutTests#standaloneItGoesOnToTheLink"),
        CoverageRow(
            "shortcuts: values", "every value is escaped", "FoyerPlatformCoreTests/Shortcuts/ShortcutPageTests#escaping"
        ),
        CoverageRow(
            "shortcuts: the page", "clip, guide, middle page", "shortcuts/browser",
            "EndToEndTests/ShortcutTests#theServedPageIsTheGuideAndBreaksNoRuleOfItsOwn"),
        CoverageRow(
            "shortcuts: desktop", "entry and scheme", "shortcuts/flow", "shortcuts/again", "shortcuts/two",
            "EndToEndTests/ShortcutTests#itIsAddedListedRemovedAndNothingIsLeft"),
        CoverageRow("shortcuts: desktop", "nothing for who cancels", "shortcuts/cancel"),
        CoverageRow("shortcuts: terminal", "guide, middle page, target", "shortcuts/flow"),
        CoverageRow(
            "shortcuts: local server", "loopback, secret, host, time limit, taken port",
            "FoyerPlatformTests/Shortcuts/ShortcutsServerTests#thePageIsServedUnderItsSecretAlone",
            "FoyerPlatformTests/Shortcuts/ShortcutsServerTests#itEndsAtItsTimeLimit",
            "FoyerPlatformTests/Shortcuts/ShortcutsServerTests#aTakenPortIsNamed"),
    ]
}
