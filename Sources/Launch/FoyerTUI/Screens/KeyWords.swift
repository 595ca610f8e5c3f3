import FoyerCore

/// What each key does, for the page of all keys.
extension Phrase {
    package static let keyClose = Phrase("close: a launch, an error, a page")
    package static let keyReload = Phrase("reload, where the page offers it")
    package static let keyDetails = Phrase("details: steps with their times, cause, log")
    package static let keyDiagnosis = Phrase("on an error page: copy and keep a diagnosis")
    package static let keyArrows = Phrase("move within what has the focus, scroll")
    package static let keyBannerPages = Phrase("previous, next page")
    package static let keyFaults = Phrase("faults panel (demo)")
    package static let keyShortcut = Phrase("add to desktop")
    package static let keySettings = Phrase("settings (demo)")
    package static let keyTabs = Phrase("next, previous tab (demo)")
    package static let keyMovement = Phrase("stop or resume the movement")
    package static let keyPageNumber = Phrase("to that page")
    package static let keyFocus = Phrase("next, previous thing that takes focus")
    package static let keyActivate = Phrase("do what has the focus")
    package static let keyHelp = Phrase("all keys")
    package static let keySuspend = Phrase("suspend, repaint")
    package static let keyInterrupt = Phrase("leave at once")
    package static let mouseWheel = Phrase("wheel")
    package static let arrowKeys = Phrase("arrows")
    package static let spaceKey = Phrase("space")
    package static let click = Phrase("click")
}

/// The titles of groups of keys.
extension Phrase {
    package static let keysOfPage = Phrase("This page")
    package static let keysOfBanner = Phrase("Banner")
    package static let keysOfAll = Phrase("Everywhere")
}

extension Language {
    /// The table of all keys, in its order: those of the demo, which has everything.
    package var keyHelp: [KeyHelp.Group] {
        [
            group(
                .keysOfPage,
                Self.ofLaunch + [
                    ("f", .keyFaults), ("s", .keyShortcut), ("o", .keySettings), ("t  T", .keyTabs),
                ]),
            group(
                .keysOfBanner,
                [
                    ("h  l  " + self[.mouseWheel], .keyBannerPages), (self[.spaceKey], .keyMovement),
                    ("1…9 Home End", .keyPageNumber),
                ]),
            everywhere,
        ]
    }

    /// The keys of a launch's own pages, whichever program is launched.
    package var launchKeyHelp: [KeyHelp.Group] { [group(.keysOfPage, Self.ofLaunch), everywhere] }

    private static let ofLaunch: [(SafeText, Phrase)] = [
        ("q  Esc", .keyClose), ("r", .keyReload), ("d", .keyDetails), ("y", .keyDiagnosis),
    ]

    private var everywhere: KeyHelp.Group {
        group(
            .keysOfAll,
            [
                (self[.arrowKeys] + " PgUp PgDn", .keyArrows), ("Tab  Shift-Tab", .keyFocus),
                ("Enter, " + self[.click], .keyActivate), ("?", .keyHelp), ("Ctrl-Z  Ctrl-L", .keySuspend),
                ("Ctrl-C", .keyInterrupt),
            ])
    }

    private func group(_ title: Phrase, _ rows: [(SafeText, Phrase)]) -> KeyHelp.Group {
        KeyHelp.Group(self[title], rows.map { KeyHint(named: $0.0, self[$0.1]) })
    }
}
