extension CoverageRow {
    static let popups = [
        CoverageRow("pop-ups", "one card, its parts", "popups/shown", "popups/select", "popups/click"),
        CoverageRow("pop-ups", "none, or none that can be had", "popups/none", "popups/failed"),
        CoverageRow(
            "pop-ups", "at rest, never over another page", "popups/covered", "popups/pending", "popups/not-now",
            "popups/panel"),
        CoverageRow("pop-ups", "late", "popups/late", "popups/late-picture"),
        CoverageRow("pop-ups", "a broken picture", "popups/broken-picture"),
        CoverageRow("pop-ups", "keys of the first 300 ms", "popups/grace"),
        CoverageRow(
            "pop-ups", "any size", "popups/small", "popups/smallest", "popups/ascii",
            "EndToEndTests/PublishedSiteTests#aCardOnATerminal"),
        CoverageRow("pop-ups", "the footer beneath it", "popups/footer"),
        CoverageRow("pop-ups", "fade", "popups/fade"),
        CoverageRow(
            "pop-ups", "frequency", "popups/once", "popups/daily", "popups/always",
            "FoyerPlatformTests/Campaigns/PopupStoreTests#dailyComesTheNextDayAndNeverBackInTime"),
        CoverageRow("pop-ups", "from and until", "popups/window-future", "popups/window-past"),
        CoverageRow("pop-ups", "what the owner is told", "popups/events"),
        CoverageRow(
            "pop-ups", "a pinned key", "FoyerPlatformTests/Site/TrustTests#attackedPopupDoesNotCome",
            "EndToEndTests/PublishedSiteTests#everyCommandTakesWhatNginxServes"),
    ]
}
