/// Rows that need other processes: commands, kills, disks.
extension CoverageRow {
    static let commands = [
        CoverageRow(
            "cli: commands", "foyer = foyer demo", "root/v1",
            "EndToEndTests/DemoTests#itHasAStageOfItsOwnThatEndsWithIt"),
        CoverageRow("cli: commands", "foyer launch", "flows/success", "EndToEndTests/StartTests#aPageCanBeAskedFor"),
        CoverageRow(
            "cli: commands", "foyer run",
            "EndToEndTests/RunTests#theTerminalIsHandedOverWithItsHistoryAndTheStatusComesBack"),
        CoverageRow("cli: commands", "foyer banner", "banner/native", "EndToEndTests/BannerTests#jsonTellsEveryState"),
        CoverageRow("cli: commands", "foyer config", "EndToEndTests/LinkTests#theCommandSaysTheSame"),
        CoverageRow(
            "cli: commands", "foyer open", "links/running", "EndToEndTests/LinkTests#withNoneRunningALinkStartsOne"),
        CoverageRow(
            "cli: commands", "foyer shortcut", "EndToEndTests/ShortcutTests#itIsAddedListedRemovedAndNothingIsLeft"),
        CoverageRow("cli: commands", "foyer apps", "EndToEndTests/CommandTests#whatIsInstalledIsListedAndRemoved"),
        CoverageRow(
            "cli: commands", "foyer serve",
            "EndToEndTests/CommandTests#theStageAloneSaysItsAddressFirstAndServesUntilItIsEnded"),
        CoverageRow(
            "cli: commands", "foyer scenario", "EndToEndTests/ScenarioTests#aChoiceRunsInTheTerminal",
            "EndToEndTests/CommandTests#scenariosRunWithoutATerminalAndTellAMachine"),
        CoverageRow(
            "cli: commands", "foyer snapshot", "EndToEndTests/CommandTests#aScreenOfAScenarioIsTheSameBytesEachTime"),
        CoverageRow(
            "cli: commands", "foyer doctor",
            "EndToEndTests/WithoutTerminalTests#theDoctorSaysWhichLanguageIsUsedAndWhy"),
        CoverageRow("cli: commands", "foyer pack", "FoyerPlatformTests/Programs/PackagesPackTests#packsAndSigns"),
        CoverageRow("cli: commands", "foyer qa", "EndToEndTests/QATests#allNineCodesAreJudgedWithAKillBetween"),
        CoverageRow("cli: options", "--policy", "flows/installed-first", "flows/offline-absent"),
        CoverageRow("cli: options", "--timeout", "errors/10010-short", "banner/wrong-timeout", "root/timeout-hang"),
        CoverageRow("cli: options", "--language", "terminal/language-zh-Hans"),
        CoverageRow("cli: options", "--public-key", "flows/signed", "errors/10002-unsigned"),
        CoverageRow("cli: options", "--plain, --json", "EndToEndTests/WithoutTerminalTests#jsonLinesEndWithTheResult"),
        CoverageRow(
            "cli: options", "--record, --trace", "EndToEndTests/EvidenceTests#aRecordingPlaysWhatWasShown",
            "EndToEndTests/EvidenceTests#aLaunchWithAReloadHasItsStepsItsFirstFrameAndItsEnd"),
        CoverageRow("cli: options", "--reduce-motion, --ascii", "flows/no-fade", "terminal/ascii"),
        CoverageRow(
            "cli: exit statuses", "of each code",
            "EndToEndTests/WithoutTerminalTests#everyErrorHasItsStatusAndItsResult"),
    ]

    static let robustness = [
        CoverageRow("robustness", "1 restore", "EndToEndTests/StormTests#trapsInSwiftCodeAtAnyMoment"),
        CoverageRow(
            "robustness", "2 suspend", "EndToEndTests/SignalTests#controlZGivesTheShellItsTerminalAndFgTheSamePage"),
        CoverageRow(
            "robustness", "3 resize", "terminal/resize-storm",
            "EndToEndTests/StormTests#aThousandSizesAndTheLastOneIsDrawn"),
        CoverageRow("robustness", "4 no terminal", "EndToEndTests/OutputTests#aFullDeviceIsAFailure"),
        CoverageRow("robustness", "5 text from outside", "flows/hostile-link-text"),
        CoverageRow("robustness", "6 deadline", "flows/long-waits", "errors/10010-trickle"),
        CoverageRow("robustness", "7 codes", "errors/10003-503"),
        CoverageRow(
            "robustness", "8 bounds", "errors/10003-large-headers", "errors/10003-too-large",
            "errors/10003-redirect-userinfo"),
        CoverageRow(
            "robustness", "9 no answer ends the process", "errors/10003-garbage", "errors/10009-garbage",
            "errors/10030-garbage"),
        CoverageRow("robustness", "10 retry", "flows/retry-heals", "flows/retry-after", "errors/10003-401"),
        CoverageRow(
            "robustness", "11 trust", "errors/10002-unsigned", "errors/10003-another-app", "flows/bad-update-keeps-old"),
        CoverageRow("robustness", "12 unzip", "errors/10002-damaged"),
        CoverageRow(
            "robustness", "13 atomic", "EndToEndTests/KillTests#killedAtAnyChangeTheOldVersionIsThereOrTheNewOne"),
        CoverageRow(
            "robustness", "14 faulty disk", "errors/10000-disk",
            "FoyerPlatformTests/Programs/PackagesFaultTests#refusedAtEachChange"),
        CoverageRow("robustness", "15 in parallel", "EndToEndTests/KillTests#eightAtOnceLeaveOneVersionWhole"),
        CoverageRow("robustness", "16 damaged state", "FoyerPlatformTests/Programs/PackagesFaultTests#eachKeptFile"),
        CoverageRow(
            "robustness", "17 config and banners", "root/timeout-hang", "root/failed-corrupt", "banner/error-994-server"
        ),
        CoverageRow("robustness", "18 links", "links/refused-spaces", "banner/call-select-open"),
        CoverageRow(
            "robustness", "19 shortcuts",
            "FoyerPlatformTests/Shortcuts/ShortcutsDesktopTests#everyTitleReadsBackAndValidates"),
        CoverageRow(
            "robustness", "20 local server and socket",
            "EndToEndTests/LinkTests#twentyStartsAtOnceGiveOnePrimaryAndNineteenThatWereServed"),
    ]
}
