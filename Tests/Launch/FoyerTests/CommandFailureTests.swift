import Testing

@testable import Foyer
@testable import FoyerCore

/// The error page calls a command a command; scripts read the catalogue's message.
struct CommandFailureTests {
    @Test func itIsNoMiniProgramInAnyLanguage() {
        let failures: [LaunchFailure] = [
            .commandNotReady("npm", within: .seconds(30)), .commandEnded("npm", .status(1), lastWords: nil),
            .commandNotStarted("npm", "there is no such command"), .commandNotStarted(because: .portTaken(80)),
        ]
        for failure in failures {
            for language in Language.allCases {
                let said = language.plainFailed(failure).string + language.message(failure).string
                #expect(!said.contains("rogram preparation") && !said.contains("小程") && !said.contains("Unknown"))
                #expect(!language.advice(failure).isEmpty)
            }
        }
        let late = failures[0]
        #expect(late.code == .timedOut && late.code.message == "Mini program preparation timed out")
        #expect(late.cause == "npm was not ready within 30 s.")
        #expect(failures[1].cause == "npm ended with status 1 before it was ready.")
        #expect(
            Language.english.plainFailed(late).string
                == "error 10010: The command was not ready in time (npm was not ready within 30 s.)")
    }

    /// Lines have no page: nothing to reload, and no details.
    @Test func linesAdviseNothingThatOnlyAPageHas() {
        var failures = LaunchCode.allCases.map { LaunchFailure($0, cause: "") }
        failures += [
            .commandNotReady("npm", within: .seconds(30)), .commandEnded("npm", .status(1), lastWords: nil),
            .commandStepFailed("npm", .status(1), lastWords: nil), .commandNotStarted(because: .portTaken(80)),
        ]
        for failure in failures {
            for language in Language.allCases {
                for format in [LaunchLines.Format.plain, .log] {
                    let lines = LaunchLines(format: format, language: language).result(.failed(failure))
                    #expect(lines.count == 2 && !lines[1].isEmpty)
                    let said = lines.joined(separator: "\n").lowercased()
                    for word in ["reload", "details", "重新加载", "详情", "重新載入", "詳細資料"] {
                        #expect(!said.contains(word), "\(said)")
                    }
                }
            }
        }
    }

    @Test func aTitleOfTheHostsOwnKeepsTheAdviceForLines() throws {
        var configuration = LaunchMachine.Configuration(
            schedule: try StepSchedule([LaunchStep("ready", label: "Ready", weight: 1)]), timeout: .seconds(1))
        configuration.titles = [.unknown: Phrase("No mail", [.simplifiedChinese: "没有邮件", .traditionalChinese: "沒有郵件"])]
        var machine = LaunchMachine(configuration)
        _ = machine.handle(.opened, at: .zero)
        _ = machine.handle(.presented(learned: nil), at: .zero)
        let failure = LaunchFailure(.unknown, cause: "x").advisingInLines(.startAgain)
        _ = machine.handle(.reported(.stepFailed("ready", failure), attempt: 1), at: .zero)
        guard case .failed(let shown) = machine.phase else { return #expect(Bool(false), "\(machine.phase)") }
        #expect(Language.english.lineAdvice(shown).string == "Start it again once that is fixed.")
    }

    /// A mail program's failures are no package's.
    @Test func aTitleOfTheHostsOwnBringsPlainAdvice() {
        let title = Phrase("No mail", [.simplifiedChinese: "没有邮件", .traditionalChinese: "沒有郵件"])
        for code in LaunchCode.allCases {
            let (plain, titled) = (LaunchFailure(code, cause: ""), LaunchFailure(code, Phrase(asIs: ""), title: title))
            for language in Language.allCases {
                let said = language.advice(titled).string + language.lineAdvice(titled).string
                #expect(!language.advice(titled).isEmpty && language.advice(titled) != language.advice(plain))
                for word in ["program", "package", "小程", "安装包", "安裝套件", "app id"] {
                    #expect(!said.contains(word), "\(said)")
                }
            }
        }
        let own = LaunchFailure(
            .fetchFailed, Phrase(asIs: ""),
            advice: Phrase("Ask the postman.", [.simplifiedChinese: "问邮递员。", .traditionalChinese: "問郵差。"]), title: title
        )
        #expect(Language.english.advice(own).string == "Ask the postman.")
        #expect(Language.english.lineAdvice(own).string == "Ask the postman.")
    }

    @Test func itMayAskForMoreTimeButNotForLess() throws {
        let schedule = try StepSchedule([LaunchStep("ready", label: "Ready", weight: 1)])
        var machine = LaunchMachine(LaunchMachine.Configuration(schedule: schedule, timeout: .seconds(2)))
        _ = machine.handle(.opened, at: .zero)
        _ = machine.handle(.presented(learned: nil), at: .zero)
        _ = machine.handle(
            .reported(.deadlineExtended(until: .zero + .seconds(5)), attempt: 1), at: .zero + .seconds(1))
        _ = machine.handle(
            .reported(.deadlineExtended(until: .zero + .seconds(3)), attempt: 1), at: .zero + .seconds(1))
        _ = machine.handle(
            .reported(.deadlineExtended(until: .zero + .seconds(9)), attempt: 2), at: .zero + .seconds(1))
        _ = machine.handle(.deadlineReached, at: .zero + .milliseconds(4999))
        #expect(machine.isLoading)
        _ = machine.handle(.deadlineReached, at: .zero + .seconds(5))
        guard case .failed(let failure) = machine.phase else { return #expect(Bool(false), "\(machine.phase)") }
        #expect(failure.code == .timedOut)
    }
}
