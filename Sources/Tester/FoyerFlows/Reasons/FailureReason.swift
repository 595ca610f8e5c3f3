import Foyer
import FoyerEmulator
import FoyerSystem

/// Why a text did not come, or what the program does instead. Found only after a failure, and only where there is one.
package enum FailureReason: Equatable, Sendable {
    case nearest(NearestText)
    /// The same, on a former screen.
    case nearestBefore(NearestText, from: String, to: String)
    /// Seconds since the flow began; whether that was on the alternate screen, which the program has left.
    case wasThere(from: String, to: String, isLeft: Bool)
    /// It is broken at the edge of the screen; the row from 1.
    case wrapped(row: Int)
    /// From 1; the screen has this many rows.
    case below(row: Int, rows: Int)
    /// The column where it begins, from 1; the screen has this many columns.
    case beyondEdge(column: Int, columns: Int)
    case scrolledAway
    case behindAlternate
    /// The program waits for the answer to this question.
    case unanswered(String)
    /// - Parameters:
    ///   - after: seconds since the flow began.
    ///   - last: the last line that it wrote.
    case ended(CommandEnd, after: String, last: String)
    /// With what the program does meanwhile.
    case silent(seconds: String, ForegroundState.Activity?)
    /// The launch that should have become ready shows this error.
    case launchFailed(Int, cause: String)

    /// Whether it is how the program ended.
    var isEnd: Bool { if case .ended = self { true } else { false } }

    /// How long what a program has written is searched.
    static let patience = Duration.milliseconds(150)

    /// All that is known to be why, the most telling first; at most two.
    ///
    /// - Parameters:
    ///   - failure: what did not hold.
    ///   - began: when the flow began, which times are counted from.
    static func find(
        for failure: StepFailure, on screen: Buffer, history: FrameHistory, began: Instant, program: ProgramFacts? = nil
    ) -> [FailureReason] {
        let wanted = failure.missingText
        let text = wanted.flatMap { wanted -> FailureReason? in
            if let stood = history.stood(wanted) {
                return .wasThere(
                    from: (stood.from - began).inTenths, to: (stood.to - began).inTenths,
                    isLeft: program?.hasLeft(wanted) == true)
            }
            return wrapped(wanted, screen) ?? program?.elsewhere(wanted) ?? nearest(to: wanted, screen)
                ?? history.nearest(to: wanted).map { found in
                    .nearestBefore(
                        found.text, from: (found.from - began).inTenths, to: (found.to - began).inTenths)
                }
        }
        guard wanted != nil || failure.concernsProgram, let program else { return [text].compactMap { $0 } }
        return [text, program.reason].compactMap { $0 }
    }

    /// The error that a launch shows, where another state was looked for.
    static func find(for failure: StepFailure, in launch: LaunchRecord?) -> FailureReason? {
        guard failure.concernsLaunch else { return nil }
        var (cause, reason): (String, FailureReason?) = ("", nil)
        for line in launch?.log ?? [] {
            switch line.entry {
            case .stepFailed(_, let why): cause = why
            case .failed(let code): reason = .launchFailed(code.rawValue, cause: cause)
            case .attemptBegan, .reloaded, .completed, .closed: (cause, reason) = ("", nil)
            case .stepBegan, .stepEnded, .infoArrived: break
            }
        }
        return reason
    }

    private static func wrapped(_ wanted: String, _ screen: Buffer) -> FailureReason? {
        ScreenText.brokenRow(of: wanted, on: screen).map { .wrapped(row: $0 + 1) }
    }

    private static func nearest(to wanted: String, _ screen: Buffer) -> FailureReason? {
        let full = (0..<screen.size.rows).filter { screen.isFull($0) }
        return NearestText(to: wanted, in: screen.textLines, fullRows: Set(full)).map { .nearest($0) }
    }
}

extension StepFailure {
    /// The text that was looked for and not found.
    var missingText: String? {
        switch self {
        case .notOnScreen(let text), .notInOneLine(let text): text
        default: awaited?.missingText
        }
    }

    /// Whether it is that the program has ended, and no more.
    var isEnd: Bool { if case .programEnded = self { true } else { false } }

    /// Whether it matters how the launch went.
    fileprivate var concernsLaunch: Bool {
        switch self {
        case .isNot(.state, _, _), .isNot(.outcome, _, _): true
        default: awaited?.concernsLaunch ?? false
        }
    }

    /// Whether it matters what the program does.
    fileprivate var concernsProgram: Bool {
        switch self {
        case .isNot(.exitStatus, _, _), .programEnded: true
        default: awaited?.concernsProgram ?? false
        }
    }
}

extension Duration {
    /// Seconds with one decimal.
    var inTenths: String {
        let tenths = max(0, (saturatedNanoseconds + 50_000_000) / 100_000_000)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
