import Foyer
import FoyerSystem

/// Decides when a program has responded to what it was sent: it has read it, has been still for 100 ms, and waits for input
/// again. A value: its owner has the clock.
///
///     var response = ResponseWait(sent: now)
///     response.decide(evidence, at: now)      // .wait(until:), until it is .over
struct ResponseWait {
    /// What is known of the program.
    struct Evidence {
        /// When it had last not read what it was sent: now, if it still has not.
        var unread: Instant
        /// When it last changed its screen, or whatever else its terminal shows.
        var changed: Instant
        /// When it last wrote something.
        var wrote: Instant
        /// What it does; `nil` if that says nothing. Asked only once it has read and is still.
        var foreground: () -> ForegroundState? = { nil }
    }

    enum Decision: Equatable {
        case wait(until: Instant)
        case over(isAnswered: Bool)
    }

    static let stillness = Duration.milliseconds(100)
    /// How long a screen that is never still is waited for.
    static let longestUnrest = Duration.seconds(1)
    /// How long a program is waited for that does not read, or does not return to its input.
    static let patience = Duration.seconds(5)
    /// How often to check what nothing announces.
    private static let look = Duration.milliseconds(10)
    /// How long it must have waited for input: what it has written before may still be on its way.
    private static let transit = Duration.milliseconds(20)
    /// A timer that is due later is not a part of the answer.
    private static let longestTimer = Duration.milliseconds(500)
    /// A loop that asks for input without waiting has done so once it has slept that often.
    private static let sleepsOfLoop = 2

    private let sent: Instant
    /// Since when it is waited for.
    private var began: Instant?
    /// Whether it has answered; `nil` while it is waited for.
    private(set) var isAnswered: Bool?
    /// The sleeps of its threads, how often they have changed, and since when that is often enough.
    private var (sleeps, changes): ([Int32: UInt64]?, Int) = (nil, 0)
    private var looped: Instant?
    /// Since when it waits for input.
    private var ready: Instant?
    /// The sleeps of its threads at that time.
    private var sleepsWhenReady: [Int32: UInt64] = [:]
    /// When one of them had woken since: what it wrote may still be on its way.
    private var woken: Instant?

    init(sent: Instant) { self.sent = sent }

    /// - Parameter needsSilence: whether what it writes counts, even if it changes nothing.
    mutating func decide(_ evidence: Evidence, needsSilence: Bool = false, at now: Instant) -> Decision {
        if let isAnswered { return .over(isAnswered: isAnswered) }
        let decision = check(evidence, needsSilence, at: now)
        if case .over(let isAnswered) = decision { self.isAnswered = isAnswered }
        return decision
    }

    private mutating func check(_ evidence: Evidence, _ needsSilence: Bool, at now: Instant) -> Decision {
        let since = began ?? now
        began = since
        func wait(until instant: Instant, _ limit: Duration) -> Decision {
            now < since + limit ? .wait(until: min(instant, since + limit)) : .over(isAnswered: false)
        }
        if evidence.unread >= now { return wait(until: now + Self.look, Self.patience) }
        let still = max(sent, evidence.unread, needsSilence ? evidence.wrote : evidence.changed) + Self.stillness
        if now < still {
            (sleeps, changes, looped, ready) = (nil, 0, nil, nil)
            return wait(until: still, needsSilence ? Self.patience : Self.longestUnrest)
        }
        guard let state = evidence.foreground() else { return .over(isAnswered: true) }
        if state.isReady {
            if ready == nil { (ready, sleepsWhenReady, woken) = (now, state.sleeps, nil) }
            let beginning = ready ?? now
            // Of one that has just come back to its input, an answer is on its way.
            let end = beginning + (sleeps == nil ? Self.transit : Self.stillness)
            if now < end { return wait(until: end, Self.patience) }
            // A program that waits for input and for a timer at once may write when that is due.
            if woken == nil, state.sleeps != sleepsWhenReady { woken = now }
            if let woken {
                return now < woken + Self.transit ? .wait(until: woken + Self.transit) : .over(isAnswered: true)
            }
            if let timer = state.timer, timer <= Self.longestTimer,
                case let due = min(beginning + timer + Self.transit, since + Self.longestUnrest), now < due
            {
                return .wait(until: min(now + Self.look, due))
            }
            return .over(isAnswered: true)
        }
        ready = nil
        if let sleeps, sleeps != state.sleeps { changes += 1 }
        sleeps = state.sleeps
        if changes >= Self.sleepsOfLoop {
            looped = looped ?? now
            if let looped, now >= looped + Self.stillness { return .over(isAnswered: true) }
        }
        return wait(until: now + Self.look, Self.patience)
    }
}
