import FoyerCore

/// A launch as lines: what `--plain` and `--json` print in place of the screen.
package struct LaunchLines {
    package enum Format: Sendable {
        /// For people.
        case plain
        /// For a log that somebody may read later.
        case log
        /// For programs.
        case json
    }

    let format: Format
    let language: Language
    private var lastProgress: Instant?
    private var lastLabel: LoadingState.Label?
    private var namedSteps: Set<String> = []
    private var began: Instant?
    /// When a log next says that the launch goes on; `nil` for other formats.
    private(set) var nextSign: Instant?

    /// Prints progress a few times a second at most, and always its first and last value.
    static let progressInterval = Duration.milliseconds(250)
    /// How often a log says that the launch goes on.
    static let signInterval = Duration.seconds(30)

    /// How often lines want to be told of an estimate: a log has no use for it.
    var crawlInterval: Duration { format == .log ? Self.signInterval : Self.progressInterval }

    /// Fits a plain line to the user's locale.
    private let fit: @Sendable (String) -> String

    init(format: Format, language: Language, fit: @escaping @Sendable (String) -> String = { $0 }) {
        self.format = format
        self.fit = fit
        self.language = language
    }

    /// The lines to print for an effect.
    ///
    /// - Parameter state: what the loading page would show after the effect's event.
    mutating func lines(for effect: LaunchEffect, state: LoadingState, at now: Instant) -> [String] {
        switch effect {
        case .updateInfo(let info): [format == .json ? Self.json(info) : fit(Self.plain(info))]
        case .updateProgress(let value): progress(value, state, at: now)
        // The bar need not have moved.
        case .startStep where state.label != lastLabel: progress(state.fraction, state, at: now)
        default: []
        }
    }

    /// The line that a log gets when `nextSign` has come.
    mutating func sign(at now: Instant) -> [String] {
        guard let began, let due = nextSign, now >= due else { return [] }
        let passed = (now - began).inSeconds / Self.signInterval.inSeconds
        nextSign = began + Self.signInterval * (Int(passed) + 1)
        return [fit(language.plainStillLoading(seconds: Int((now - began).inSeconds)).string)]
    }

    /// Counts the time of a log from here.
    mutating func begin(at now: Instant) { (began, nextSign) = (now, now + Self.signInterval) }

    /// A log names each step once; how far it is would only be repeated.
    mutating func stepLine(_ label: LoadingState.Label, at now: Instant) -> [String] {
        if began == nil { begin(at: now) }
        guard case .step(let step) = label, namedSteps.insert(step.id).inserted else { return [] }
        return [fit(language.stepLabel(step).string)]
    }

    private mutating func progress(_ value: Double, _ state: LoadingState, at now: Instant) -> [String] {
        if format == .log { return stepLine(state.label, at: now) }
        let isDue = lastProgress.map { now >= $0 + Self.progressInterval } ?? true
        guard isDue || value == 0 || value == 1 || state.label != lastLabel else { return [] }
        lastProgress = now
        lastLabel = state.label
        guard format == .json else {
            return [fit(language.plainProgress(percent: state.percent, label: language.label(state.label)).string)]
        }
        var members = [JSON.Member("event", "progress"), JSON.Member("value", .number(value))]
        if case .step(let step) = state.label { members.append(JSON.Member("step", .string(step.id))) }
        return [JSON.object(members).jsonText]
    }

    private static func plain(_ info: SplashInfo) -> String {
        let slogan = info.slogan.isEmpty ? "" : " · " + info.slogan
        return SafeText(info.appName + slogan + " (" + info.appID + ")").string
    }

    private static func json(_ info: SplashInfo) -> String {
        let line: JSON = [
            "event": "info", "appId": .string(info.appID), "appName": .string(info.appName),
            "iconUrl": .string(info.iconURL), "desc": .string(info.description), "slogan": .string(info.slogan),
        ]
        return line.jsonText
    }

    // MARK: - The result

    /// What the result says of a program: its id, its version's name, and its folder.
    package typealias ProgramLine = (appID: String, version: String, path: String)

    /// The last line.
    ///
    /// - Parameter members: further members of the JSON object.
    func result(
        _ outcome: LaunchOutcome, program: ProgramLine? = nil, members: [JSON.Member] = []
    ) -> [String] {
        guard format == .json else { return plainResult(outcome, program).map(fit) }
        return [JSON.object(jsonResult(outcome, program) + members).jsonText]
    }

    private func jsonResult(_ outcome: LaunchOutcome, _ program: ProgramLine?) -> [JSON.Member] {
        switch outcome {
        case .completed:
            var members: [JSON.Member] = [.init("event", "result"), .init("status", "ok")]
            if let program {
                members += [
                    .init("appId", .string(program.appID)), .init("version", .string(program.version)),
                    .init("path", .string(program.path)),
                ]
            }
            return members
        case .closed: return [.init("event", "result"), .init("status", "closed")]
        case .failed(let failure):
            return [
                .init("event", "result"), .init("status", "failed"),
                .init("code", .integer(Int64(failure.code.rawValue))),
                .init("message", .string(failure.code.message)),
                .init("cause", .string(SafeText(failure.cause).string)),
            ] + Self.words(of: failure)
        }
    }

    /// What a host or a command calls the failure, and what a command advises.
    private static func words(of failure: LaunchFailure) -> [JSON.Member] {
        let advice = failure.isInItsOwnWords ? failure.advice : nil
        return [("title", failure.title), ("advice", advice)].compactMap { name, words in
            words.map { JSON.Member(name, .string(SafeText($0.english).string)) }
        }
    }

    private func plainResult(_ outcome: LaunchOutcome, _ program: ProgramLine?) -> [String] {
        switch outcome {
        case .completed:
            guard let program else { return [language[.stepReady].string] }
            let ready = language.plainReady(SafeText(program.appID), version: SafeText(program.version))
            return [ready.string, SafeText(program.path).string]
        case .closed: return [language.plainClosed.string]
        case .failed(let failure):
            return [language.plainFailed(failure).string, language.lineAdvice(failure).string]
        }
    }
}

extension LaunchOutcome {
    /// The last line of a launch with JSON output.
    package var jsonLine: String {
        LaunchLines(format: .json, language: .english).result(self).joined()
    }
}
