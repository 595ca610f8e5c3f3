import Testing

@testable import FoyerCore

@Suite struct WordTests {
    @Test func theEnglishMessageIsTheTables() {
        for code in LaunchCode.allCases {
            #expect(Language.english[.message(code)].string == code.message)
        }
    }

    @Test(
        arguments: [
            ("zh_TW.UTF-8", .traditionalChinese), ("zh_HK", .traditionalChinese), ("zh_MO.utf8", .traditionalChinese),
            ("zh-Hant", .traditionalChinese), ("zh_CN.UTF-8", .simplifiedChinese), ("zh", .simplifiedChinese),
            ("zh_SG@x", .simplifiedChinese), ("zh-Hans-HK", .simplifiedChinese), ("C", .english), ("POSIX", .english),
            ("", .english),
            ("de_DE", .english), ("en_US.UTF-8", .english), ("zha_CN", .english),
        ] as [(String, Language)])
    func theLocaleChooses(locale: String, language: Language) {
        #expect(Language(locale: locale) == language)
    }

    @Test func theNearestWordWins() {
        let environment = Language.Environment(lcAll: "", lcMessages: "zh_TW", lang: "zh_CN")
        #expect(Language.choose(option: nil, setting: nil, environment: environment) == .traditionalChinese)
        #expect(Language.choose(option: nil, setting: .english, environment: environment) == .english)
        #expect(
            Language.choose(option: .simplifiedChinese, setting: .english, environment: environment)
                == .simplifiedChinese)
        #expect(Language.choose(option: nil, setting: nil, environment: .init(lcAll: "C", lang: "zh_CN")) == .english)
        #expect(Language.choose(option: nil, setting: nil, environment: .init()) == .english)
    }

    @Test func aHostsStepLabelIsNeverTakenForAWordOfFoyers() {
        #expect(Language.simplifiedChinese.stepLabel(LaunchStep("package", words: .stepPackage)) == "正在下载")
        for key in ["metadata", "icon", "package", "verify", "unzip", "resources", "ready", "command.start"] {
            for language in Language.allCases {
                #expect(language.stepLabel(LaunchStep(key, label: key)).string == key)
            }
        }
        #expect(Language.english.stepLabel(LaunchStep("a", label: "Warm\nup")) == "Warm up")
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
            (2_100_000, "2.1 MB"),
            (1_400_000_000, "1.4 GB"), (-5, "0 B"),
        ] as [(Int64, SafeText)])
    func bytesAreReadable(count: Int64, text: SafeText) {
        #expect(Language.english.bytes(count) == text)
    }

    @Test(
        arguments: [
            (0, "0 B/s"), (35, "35 B/s"), (999.4, "999 B/s"), (999.5, "1.0 kB/s"), (3_400_000, "3.4 MB/s"),
            (34_000, "34 kB/s"), (340_000, "340 kB/s"),
            (999_499, "999 kB/s"),
            (999_500, "1.0 MB/s"), (9_960, "10 kB/s"), (.infinity, "0 B/s"), (.nan, "0 B/s"),
            (1e300, "999 GB/s"),
        ] as [(Double, SafeText)])
    func `rates have no more digits than they need`(rate: Double, text: SafeText) {
        #expect(Language.english.rate(rate) == text)
    }

    @Test func `the line under the bar has no padding`() {
        let reading = SplashInfo.Transfer(bytes: 1_200_000, total: 2_100_000, rate: 3_400_000, timeLeft: .seconds(2))
        let line = Language.english.transfer(reading)
        #expect(line.leading == "1.2 of 2.1 MB · 3.4 MB/s" && line.trailing == "2 s left")
        let small = SplashInfo.Transfer(bytes: 0, total: 99_100, rate: 35)
        #expect(Language.english.transfer(small).leading == "0.0 of 99.1 kB · 35 B/s")
        let late = SplashInfo.Transfer(bytes: 100_000, total: 2_100_000, rate: 34_000, exceededLimit: .seconds(30))
        #expect(Language.english.transfer(late).trailing == "too slow for 30 s")
        #expect(Language.simplifiedChinese.transfer(late).trailing == "预计超过 30 秒")
        #expect(Language.traditionalChinese.transfer(late).trailing == "預計超過 30 秒")
        let nearly = SplashInfo.Transfer(bytes: 2_099_000, total: 2_100_000)
        #expect(Language.english.transfer(nearly).leading == "2.0 of 2.1 MB")
        let early = [1, 99_999, 1_200_000, 2_100_000].map { bytes in
            Language.english.transfer(SplashInfo.Transfer(bytes: bytes, total: 2_100_000)).leading
        }
        #expect(Set(early.map(\.columns)).count == 1 && early[2] == "1.2 of 2.1 MB")
    }

    @Test func oddTransfersCanBeTold() {
        let unknown = Language.english.transfer(SplashInfo.Transfer(bytes: 5))
        #expect(unknown.leading == "5 B" && unknown.trailing.isEmpty)
        let huge = Language.english.transfer(
            SplashInfo.Transfer(bytes: .max, total: .max, rate: 1e300, timeLeft: .seconds(400)))
        #expect(huge.leading.string.hasSuffix(" GB · 999 GB/s") && huge.trailing == "7 min left")
    }

    @Test func durationsAreShort() {
        #expect(Language.english.took(.microseconds(420)) == "0.4 ms")
        #expect(Language.english.took(.microseconds(9_960)) == "9.9 ms")
        #expect(Language.english.took(.milliseconds(42)) == "42 ms")
        #expect(Language.english.took(.milliseconds(999)) == "999 ms")
        #expect(Language.english.took(.milliseconds(1_420)) == "1.42 s")
        #expect(Language.english.took(.milliseconds(12_340)) == "12.3 s")
        #expect(Language.english.took(.seconds(125)) == "2 min 5 s")
        #expect(Language.english.took(.milliseconds(-1)) == "0 ms")
        #expect(Language.simplifiedChinese.timeLeft(.seconds(45)) == "剩余 45 秒")
        #expect(Language.english.timeLeft(.seconds(90)) == "2 min left")
    }
}
