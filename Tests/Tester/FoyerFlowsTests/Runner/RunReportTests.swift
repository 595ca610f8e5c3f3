import Foyer
import Testing

@testable import FoyerFlows
@testable import FoyerTrace

/// The same figures in every form, byte by byte.
@Suite struct RunReportTests {
    private func flow(_ title: String, _ file: String) throws -> Scenario {
        try Scenario.read(
            Array("title: \"\(title)\"\nlaunch: com.example.tea\nsteps:\n  - press: q\n  -   expect: x\n".utf8),
            file: file
        ).get()
    }

    /// One of each kind.
    private func report(_ change: (inout RunRules) -> Void = { _ in }) throws -> RunReport {
        var rules = RunRules()
        change(&rules)
        let flows = [
            try flow("Opens", "flows/a.yaml"), try flow("Says 50 %: a, b", "flows/b,1.yaml"),
            try flow("Comes | goes", "flows/c.yaml"), try flow("Waits", "flows/d.yaml"),
        ]
        var outcomes = flows.map { FlowOutcome($0) }
        for (index, verdict) in [FlowVerdict.passed, .failed, .flaky, .notRun].enumerated() {
            outcomes[index].verdict = verdict
            guard verdict != .notRun else { continue }
            (outcomes[index].plays, outcomes[index].time) = (1, .milliseconds(250))
            guard verdict != .passed else { continue }
            outcomes[index].bad = 1
            outcomes[index].result = ScenarioResult(
                flows[index], screen: Buffer(size: CellSize(columns: 4, rows: 1)), theme: DisplayTheme(),
                failure: .init(step: flows[index].steps[1], reason: .notOnScreen("x\ny 100%")),
                attempt: Trace.Try(frames: TraceFrames(ScreenTrack(), since: .zero), took: .zero))
            let tries = outcomes[index].result?.tries ?? []
            outcomes[index].result?.tries += tries
        }
        return RunReport(outcomes, in: .milliseconds(1_234), rules)
    }

    /// GitHub takes `##[…]` for a command wherever it stands in a line.
    @Test func aLineOfJSONHoldsNoCommandOfGitHubs() throws {
        for text in ["##[error]x", "###[add-mask]x", "a\\##[group]", "## [x"] {
            let line = JSON.string(text).logText
            #expect(!line.contains("##["))
            #expect(try JSON.parse(Array(line.utf8)) == .string(text))
        }
    }

    @Test func gitHubGetsALineForEachPlace() throws {
        let github = GitHubReport(try report(), folder: "/home/me/tea/sub", root: "/home/me/tea")
        let reason = "\"x[LF]y 100%25\" is not on the screen."
        #expect(
            github.annotations == [
                "::error file=sub/flows/b%2C1.yaml,line=5,col=7,title=Says 50 %25%3A a%2C b::\(reason)",
                "::error file=sub/flows/c.yaml,line=5,col=7,title=Comes | goes::"
                    + "Flaky: it passed only at try 2. \(reason)",
            ])
        let allowed = GitHubReport(try report { $0.allowsFlaky = true }, folder: "/", root: nil)
        #expect(allowed.annotations.last?.hasPrefix("::warning file=flows/c.yaml,line=5") == true)
    }

    @Test func gitHubGetsASummary() throws {
        #expect(
            GitHubReport(try report(), folder: "/home/me/tea", root: "/home/me/tea").summary == """
                ### Foyer: not all passed

                | passed | failed | flaky | not run | seconds |
                | ---: | ---: | ---: | ---: | ---: |
                | 1 | 1 | 1 | 1 | 1.23 |

                | flow | result | place | reason |
                | --- | --- | --- | --- |
                | Says 50 %\\: a, b | failed | flows/b,1\\.yaml\\:5 | "x\\[LF\\]y 100%" is not on the screen\\. |
                | Comes \\| goes | flaky | flows/c\\.yaml\\:5 | Flaky\\: it passed only at try 2\\. "x\\[LF\\]y 100%" is not on the screen\\. |
                | Waits | not run | flows/d\\.yaml |  |

                """)
    }

    @Test func pathsAreThoseOfTheCheckout() {
        func path(_ file: String, _ folder: String, _ root: String?) -> String {
            GitHubReport.path(file, folder: folder, root: root)
        }
        #expect(path("a.yaml", "/w/tea", "/w/tea") == "a.yaml")
        #expect(path("./x/../a.yaml", "/w/tea/b", "/w/tea") == "b/a.yaml")
        #expect(path("/w/tea/b/a.yaml", "/", "/w/tea/") == "b/a.yaml")
        #expect(path("/tmp/a.yaml", "/w/tea", "/w/tea") == "/tmp/a.yaml")
        #expect(path("a.yaml", "/w/tea", nil) == "a.yaml")
    }

    @Test func jUnitHasTheSameFigures() throws {
        let figures = "tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\" time=\"1.230\""
        let xml = try report().junit
        #expect(xml.contains("<testsuite name=\"foyer scenarios\" \(figures)>"))
        #expect(xml.contains("<property name=\"passed\" value=\"1\"/>"))
        #expect(xml.contains("<property name=\"flaky\" value=\"1\"/>"))
        #expect(xml.contains("<skipped message=\"Not run.\"/>"))
        let allowed = try report { $0.allowsFlaky = true }.junit
        #expect(allowed.contains("failures=\"1\""))
        #expect(allowed.contains("<flakyFailure message=\"Flaky: it passed only at try 2."))
    }

    @Test func jsonLinesHaveTheSameFigures() throws {
        let report = try report()
        #expect(
            report.json.jsonText
                == "{\"event\":\"result\",\"status\":\"failed\",\"flows\":4,\"passed\":1,\"failed\":1,\"flaky\":1,"
                + "\"notRun\":1,\"seconds\":1.23}")
        #expect(
            report.outcomes[1].json(trace: "/t/b.html").jsonText
                == "{\"event\":\"flow\",\"file\":\"flows/b,1.yaml\",\"title\":\"Says 50 %: a, b\",\"status\":\"failed\","
                + "\"plays\":1,\"bad\":1,\"seconds\":0.25,\"line\":5,\"column\":7,\"step\":\"expect x\","
                + "\"reason\":\"\\\"x[LF]y 100%\\\" is not on the screen.\",\"trace\":\"/t/b.html\"}")
        #expect(
            report.outcomes[3].json().jsonText
                == "{\"event\":\"flow\",\"file\":\"flows/d.yaml\",\"title\":\"Waits\",\"status\":\"not-run\","
                + "\"plays\":0,\"bad\":0,\"seconds\":0.0}")
    }

    @Test func theLastLineNamesOnlyWhatThereIs() {
        func said(_ verdicts: [FlowVerdict]) -> String {
            Language.english.told(RunFigures(verdicts, in: .milliseconds(1_500), RunRules())).string
        }
        #expect(said([.passed, .passed]) == "2 passed, 0 failed in 1.5 s")
        #expect(said([.passed, .flaky, .failed, .notRun]) == "1 passed, 1 flaky, 1 failed, 1 not run in 1.5 s")
    }

    @Test func theMovingLineNamesTheSlowest() throws {
        let flow = try flow("A", "a.yaml")
        let result = ScenarioResult.failed(flow, .noMemory)
        var progress = RunProgress(titles: ["A", "B", "C"], rounds: 2)
        func line(at seconds: Int) -> String {
            progress.line(.english, at: .zero + .seconds(seconds)).string
        }
        progress.take(.began(flow: 0), at: .zero)
        progress.take(.began(flow: 2), at: .zero + .seconds(1))
        #expect(line(at: 0) == "0 of 6 done")
        #expect(line(at: 4) == "0 of 6 done; slowest, 4 s: A")
        progress.take(.ended(flow: 0, .failed, result, FlowOutcome(flow)), at: .zero + .seconds(4))
        #expect(line(at: 4) == "1 of 6 done, 1 failed; slowest, 3 s: C")
        progress.take(.dropped(flow: 2), at: .zero + .seconds(4))
        #expect(line(at: 9) == "1 of 6 done, 1 failed")
        #expect(progress.sentence(.english).string == "1 of 6 flows are done, 1 failed.")
    }

    @Test func `a long wait says what it waits for`() {
        var progress = RunProgress(titles: ["A"], rounds: 1)
        progress.take(.began(flow: 0), at: .zero)
        progress.take(.waits(flow: 0, "wait text READY"), at: .zero + .seconds(1))
        #expect(
            progress.line(.english, at: .zero + .seconds(3)) == "0 of 1 done; slowest, 3 s: A (at wait text READY)")
        progress.take(.waits(flow: 0, nil), at: .zero + .seconds(4))
        #expect(progress.line(.english, at: .zero + .seconds(4)) == "0 of 1 done; slowest, 4 s: A")
    }
}
