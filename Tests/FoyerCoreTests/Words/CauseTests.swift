import Testing

@testable import FoyerCore

@Suite struct CauseTests {
    private static let app = AppID(alreadyValid: "com.example.tea")
    private static let kinds: [TransferFailure.Kind] = [
        .refused, .dns, .tls, .reset, .cut, .tooLarge, .headerTooLarge, .badRedirect, .garbage, .status(503),
        .wrongSize,
        .timedOut, .cancelled, .sinkFailed(errno: 28), .unavailable,
    ]

    private static let launch: [Cause] = [
        .unknownProgram(app), .programGone(app), .programWithheld(app), .programRemoved(app),
        .programSuspended(app), .answered(status: 503), .metadataTooLarge(limit: 7),
        .metadataNotJSON(JSONShapeError(path: "a", expected: "b", found: "c")),
        .metadataMisshapen(JSONShapeError(path: "a", expected: "b", found: "c")), .metadataOfAnother("x"),
        .rollback(offered: 1, highest: 2), .packageTooLarge(limit: 7), .tooLargeToVerify(limit: 7),
        .resourceTooLarge("r", limit: 7),
        .notAnAppID("?"), .notInstalledOffline, .notReady(within: "30", running: []),
        .notReady(within: "30", running: ["package", "resources"]),
        .addressUnusable("x", JSONShapeError(path: "a", expected: "b", found: "c")), .portTaken(80),
        .commandNotReady("npm", within: "30"), .commandLate, .commandEndedEarly, .commandUnstarted, .reloadStartsAgain,
        .commandNotStarted("npm", "x"), .commandEnded("npm", .status(1), lastWords: "no"),
        .commandEnded("npm", .signal(9), lastWords: nil), .pictureUnreadable("x"), .pictureUnreadable("x", .isLink),
    ]

    private static let system: [Cause] = [
        .wrongSize(expected: 1, found: 2), .wrongDigest(expected: "a", found: "b"), .wrongSignature("x"),
        .damaged(entry: "e", "x"), .resource("r", "x"), .olderVersion(offered: 1, highest: 2), .locked("a"),
        .inUse("a"), .invalidAppID, .cancelled, .noManifest, .needsPlatform(2, has: 1), .manifest("x"),
        .disk("x", nil, detail: "y"), .terminalUnusable(doing: "x", errno: 5), .terminalUnknown("x"),
        .noThreads(errno: 5), .noDescriptors(errno: 5), .inputIsNoTerminal, .outputIsNoTerminal, .terminalTypeMissing,
        .terminalTypeDumb,
        .terminalTypeUnknown("x"), .needsTerminal(since: .terminalTypeDumb), .folderUnusable("x", .isLink),
        .fileNotWritten("x", .isLink), .fileNotRead("x", .isLink), .settingsUnreadable("x", .isLink),
        .outputLost(.isLink), .trustedKeyUnknown,
        .isLink, .ofAnotherUser, .writableByOthers, .isNotPrivate, .socketOfAnotherUser, .system("x", .missing),
        .assetsMissing(looked: ["x"]), .assetWrong("x", "y"), .scenarioNeedsTerminal(.inputIsNoTerminal),
        .noScenarios("x"),
        .notReplaceable("x"), .platformMissing, .platformWrong("x", "y"), .trustedKeyWrong, .pictureNotRead,
        .recordingNotWritten("x", .isLink), .notInstalled("x"), .leftOut("x"), .notForPackages("x"),
        .folderWithoutManifest, .manifestWrong(.noManifest), .notASigningKey("x", "y"), .stageMissing,
        .notStarted("x", .isLink), .stageNotStarted("x"), .none(because: .terminalTypeDumb),
        .english(insteadOf: .traditionalChinese),
    ]

    private static let shortcuts: [Cause] = [
        .shortcutWithoutTitle, .linkRefused(.port), .linkRefused(.path("/a")), .of(file: "f", .iconNotDrawn),
        .iconNotDrawn, .entryNotWritten(.program), .entryNotWritten(.control(key: "Name")), .shortcutsBusy(folder: "f"),
        .shortcutUnknown("x"), .shortcutAmbiguous("x", names: ["a", "b"]), .guidePortTaken(80),
        .cannotListen(port: 80, "x"), .noDisplay, .noTerminalOpened(tried: ["xterm"]),
        .instanceUnreachable(doing: "listen", folder: "f", "x"), .instanceSilent(folder: "f"), .linkTooLong,
        .noPlatformNamed, .configAnswered(host: "h", status: 500, path: "/p"), .configRefused("x"),
        .pictureTooManyBytes(2, limit: 1), .pictureTooManyPixels(width: 1, height: 2, limit: 1),
        .pictureFormatUnknown, .pictureDamaged("PNG", detail: ""), .pictureUnsupported("PNG", detail: " (x)"),
        .pictureLibraryMissing("WebP", library: "libwebp"), .pictureOutOfMemory,
        .versionElsewhere(wanted: "2", offered: "1"), .openWithoutVersion(wanted: "2", offered: "1"),
        .versionNotInstalledOffline("2", installed: "1"),
    ]
    private static let disk: [Cause] = Cause.DiskTrouble.allCases.map { .disk("x", $0, detail: "y") }
    private static let refused: [Cause] = ZipRefusal.Reason.allCases.flatMap { reason -> [Cause] in
        [.refused(ZipRefusal(reason)), .refused(ZipRefusal(reason, entry: "a"))]
    }
    private static let transfers: [Cause] = kinds.map { .transfer(TransferFailure($0, "127.0.0.1: it broke")) }
    private static let banners: [Cause] = [
        .noBannerKey, .noCampaign("x"), .bannerTooLarge(limit: 7), .bannerOfAnotherKey("x"),
        .bannerWrong(LinkTestError()),
        .bannerNotAskedFor(LinkTestError()), TouchStartError.collectorNotStarted.cause,
        TouchStartError.notStarted.cause,
        TouchStartError.collectorTooOld(CollectorVersion(1, 0, 0)).cause, TouchStartError.noServerHost.cause,
    ]
    private static let all: [Cause] = [launch, system, shortcuts, disk, refused, transfers, banners].flatMap { $0 }

    private func hasChinese(_ text: SafeText) -> Bool { text.string.unicodeScalars.contains { $0.value > 0x4E00 } }

    @Test func everyCauseIsSaidInEveryLanguage() {
        let onlySimplified = Set("关闭载获个换务试为动无软请开图资错误压缩连击键详这与设备")
        let onlyTraditional = Set("關閉載獲個換務試為動無軟請開圖資錯誤壓縮連擊鍵詳這與設備")
        for cause in Self.all {
            #expect(!Language.english[cause].isEmpty && !hasChinese(Language.english[cause]), "\(cause)")
            let (simplified, traditional) = (Language.simplifiedChinese[cause], Language.traditionalChinese[cause])
            #expect(hasChinese(simplified) && hasChinese(traditional), "\(cause)")
            #expect(!simplified.string.contains { onlyTraditional.contains($0) && !onlySimplified.contains($0) })
            #expect(!traditional.string.contains { onlySimplified.contains($0) && !onlyTraditional.contains($0) })
        }
    }

    /// Names and numbers from outside stay what they are, and can do nothing.
    @Test(arguments: Language.allCases) func namesAreInEveryLanguage(language: Language) {
        let refusal = Cause.refused(ZipRefusal(.link, entry: "evil\u{1B}[2J"))
        #expect(language[refusal].string.contains("evil\u{FFFD}[2J"))
        #expect(language[.transfer(TransferFailure(.refused, "127.0.0.1: no"))].string.contains("127.0.0.1: no"))
        #expect(language[.wrongSize(expected: 12, found: 34)].string.contains("34"))
    }

    @Test func theLogIsReadInTheUsersLanguage() {
        let entries: [LaunchRecord.Entry] = [
            .attemptBegan(2), .stepBegan("package"), .stepEnded("package"), .stepFailed("package", cause: "it broke"),
            .infoArrived(appID: "tea"), .failed(.timedOut), .reloaded, .completed, .closed,
        ]
        for entry in entries {
            #expect(Language.english.logLine(entry).string == entry.description)
            #expect(hasChinese(Language.simplifiedChinese.logLine(entry)))
            #expect(hasChinese(Language.traditionalChinese.logLine(entry)))
        }
    }

    @Test func aHostsOwnSentenceIsTheSameEverywhere() {
        let failure = LaunchFailure(.unknown, cause: "No power.")
        #expect(failure.cause == "No power." && failure == LaunchFailure(.unknown, Cause(asIs: "No power.")))
        for language in Language.allCases { #expect(language[failure.reason] == "No power.") }
    }

    @Test func aLaunchesLastLineIsInTheUsersLanguage() {
        let failure = LaunchFailure(.unzipFailed, .noManifest)
        #expect(
            Language.traditionalChinese.plainFailed(failure).string
                == "錯誤 10002：小程式解壓縮失敗（安裝套件中沒有 manifest.json。）")
    }

    @Test func whatIsWrongWithAFileIsSaidInEveryLanguage() {
        #expect(Cause.damaged(entry: "a/b", "has a wrong checksum").simplified == "安装包已损坏：“a/b”校验和不符。")
        let flaws = PackageFlaws.table.keys + [ZipRefusal.Reason.nameTooLong.rawValue]
        for flaw in flaws {
            for cause in [Cause.damaged(entry: "1", flaw), .resource("1", flaw), .wrongSignature(flaw)] {
                #expect(cause.english.contains(flaw))
                #expect(!cause.simplified.contains(flaw) && !cause.traditional.contains(flaw))
            }
        }
    }
}

private struct LinkTestError: Error, CustomStringConvertible {
    var description: String { "x" }
}
