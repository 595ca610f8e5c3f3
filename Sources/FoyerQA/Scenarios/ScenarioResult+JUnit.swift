extension [ScenarioResult] {
    /// A test case for each scenario, as JUnit XML.
    public var junit: String {
        let cases = map { result in
            JUnitFile.Case(
                name: result.title, group: result.file, file: result.file, time: result.realTime.inSeconds,
                result: result.failure.map {
                    .failure(message: $0.reason.description, details: result.report(.english))
                } ?? .passed)
        }
        return JUnitFile(suite: "foyer scenarios", cases: cases).xml
    }
}
