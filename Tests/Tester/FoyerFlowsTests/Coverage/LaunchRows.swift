extension CoverageRow {
    static let launch = [
        CoverageRow(
            "launch: delegate", "create view (close)",
            "FoyerTests/DelegateOrderTests#theShortCreationFunctionHasNoReload"),
        CoverageRow("launch: delegate", "create view (close, reload, app id)", "flows/success"),
        CoverageRow(
            "launch: delegate", "update loading info", "flows/success",
            "FoyerTests/DelegateOrderTests#infoComesOnceAnAttempt"),
        CoverageRow("launch: delegate", "show error", "flows/close-error-q"),
        CoverageRow("launch: delegate", "exit splash view", "flows/success"),
        CoverageRow("launch: delegate", "update loading progress", "flows/success", "flows/delegate-order"),
        CoverageRow("launch: delegate", "the order", "flows/delegate-order", "flows/close-before-info"),
        CoverageRow("launch: splash info", "appId", "flows/success"),
        CoverageRow("launch: splash info", "appName", "flows/loading-page"),
        CoverageRow("launch: splash info", "iconUrl", "flows/icon-missing", "flows/icon-hangs"),
        CoverageRow("launch: splash info", "desc", "flows/loading-page"),
        CoverageRow("launch: splash info", "slogan", "flows/loading-page"),

        CoverageRow("launch: errors", "1001", "errors/1001-removed", "flows/enter-1001", "flows/reload-1001"),
        CoverageRow("launch: errors", "1002", "errors/1002-suspended", "flows/enter-1002"),
        CoverageRow("launch: errors", "10000", "errors/10000-disk", "errors/10000-tomorrow"),
        CoverageRow("launch: errors", "10001", "errors/10001-unknown-app", "flows/enter-10001"),
        CoverageRow("launch: errors", "10002", "errors/10002-damaged", "flows/enter-10002", "flows/reload-10002"),
        CoverageRow("launch: errors", "10003", "errors/10003-503", "flows/enter-10003", "flows/reload-10003"),
        CoverageRow("launch: errors", "10009", "errors/10009-cut", "flows/enter-10009", "flows/reload-10009"),
        CoverageRow("launch: errors", "10010", "errors/10010-hang", "flows/enter-10010", "flows/reload-10010"),
        CoverageRow("launch: errors", "10030", "errors/10030-404", "flows/enter-10030", "flows/reload-10030"),
        CoverageRow("launch: timeout", "thirty seconds, and anew", "errors/10010-short", "flows/long-waits"),
        CoverageRow("launch: loading page", "what it says", "flows/loading-page", "look/loading"),
        CoverageRow("launch: error page", "what it says", "flows/details", "flows/keys-help", "look/error"),
        CoverageRow(
            "launch: error page", "what the tile had, before the platform answers", "demo/known-name",
            "FoyerTests/LaunchSceneTests#whatTheTileShowedIsThereWhileThePlatformIsSilent"),
        CoverageRow("launch: error page", "the alert", "errors/10003-desk", "demo/alert"),
        CoverageRow(
            "launch: leaving", "close while loading, on the error page", "flows/close-loading-q",
            "flows/close-loading-esc",
            "flows/close-error-esc"),
        CoverageRow(
            "launch: leaving", "the fade", "flows/fade-skipped", "flows/no-fade",
            "flows/fade-earned", "look/movement"),
        CoverageRow("launch: splash", "whether there is one", "flows/splash-unseen", "flows/splash-late"),
        CoverageRow(
            "launch: first frame", "before any work",
            "EndToEndTests/StartTests#theSplashIsOnTheTerminalBeforeAnythingIsAskedFor"),
    ]

    static let pipeline = [
        CoverageRow(
            "pipeline: codes", "app id malformed, or 404", "errors/10001-malformed-id", "errors/10001-long-id",
            "errors/10001-slash-in-id", "errors/10001-unknown-app"),
        CoverageRow(
            "pipeline: codes", "removed, suspended", "errors/1001-removed", "errors/1001-removed-410",
            "errors/1002-suspended",
            "errors/1002-suspended-451"),
        CoverageRow(
            "pipeline: codes", "the metadata", "errors/10003-refused", "errors/10003-reset", "errors/10003-dns",
            "errors/10003-tls", "errors/10003-500", "errors/10003-418", "errors/10003-not-json",
            "errors/10003-wrong-shape",
            "errors/10003-redirect-loop", "errors/10003-redirect-scheme", "errors/10003-too-large"),
        CoverageRow(
            "pipeline: codes", "the package's bytes", "errors/10009-refused", "errors/10009-reset", "errors/10009-cut",
            "errors/10009-more", "errors/10009-fewer", "errors/10009-404", "errors/10009-endless"),
        CoverageRow(
            "pipeline: codes", "digest, signature, damage", "errors/10002-digest", "errors/10002-unsigned",
            "errors/10002-damaged"),
        CoverageRow(
            "pipeline: codes", "a resource", "errors/10030-refused", "errors/10030-cut", "errors/10030-more",
            "errors/10030-digest", "errors/10030-404"),
        CoverageRow(
            "pipeline: codes", "thirty seconds", "errors/10010-hang", "errors/10010-trickle",
            "errors/10010-package-hang",
            "errors/10010-resource-hang"),
        CoverageRow("pipeline: codes", "the disk, anything else", "errors/10000-disk", "errors/10000-tomorrow"),
        CoverageRow("pipeline: rules", "retries", "flows/retry-heals", "flows/retry-after", "errors/10003-403"),
        CoverageRow("pipeline: rules", "another app's metadata", "errors/10003-another-app"),
        CoverageRow("pipeline: rules", "a page that the package lacks", "flows/page-missing"),
        CoverageRow("pipeline: rules", "a reload continues", "flows/reload-continues", "flows/package-resumes"),
        CoverageRow("pipeline: policies", "latest", "flows/latest-again", "flows/bad-update-keeps-old"),
        CoverageRow("pipeline: policies", "installed-first", "flows/installed-first"),
        CoverageRow("pipeline: policies", "offline", "flows/offline-installed", "flows/offline-absent"),
        CoverageRow(
            "pipeline: on disk", "old or new, whole",
            "EndToEndTests/KillTests#killedAtAnyChangeTheOldVersionIsThereOrTheNewOne"),
        CoverageRow("pipeline: progress", "bytes, rate, time left", "flows/loading-page", "flows/details-times"),
    ]
}
