import Foyer
import FoyerCore
import FoyerSystem

/// Shows one pop-up on a screen of its own, or prints it in lines if there is no screen.
package struct PopupShow: Sendable {
    package let popupKey: String
    package let server: WebAddress
    package var configuration = TouchConfiguration()
    /// The Ed25519 keys that the host pins; with none, the platform's documents need no signature.
    package var publicKeys: [[UInt8]] = []
    /// Receives what happens; on a screen, on the thread that owns it.
    package var note: @Sendable (PopupMoment) -> Void = { _ in }
    private let places: Places

    /// How it ended.
    package enum Outcome: Equatable, Sendable {
        /// Printed in lines.
        case shown(PopupData)
        /// The user left before it came.
        case left
        /// The user closed it.
        case closed
        /// The user chose a button.
        case selected(Int, openURL: String, LinkOutcome)
        /// No card was shown.
        case absent(PopupAbsence)
    }

    package init(popupKey: String, server: WebAddress, places: Places) {
        (self.popupKey, self.server, self.places) = (popupKey, server, places)
    }

    /// Returns when the card has closed or the lines are written, and its events are delivered or kept.
    package func run(_ presentation: Presentation) async throws(BannerShowError) -> Outcome {
        let show = TouchShow(server: server, places: places, configuration: configuration, publicKeys: publicKeys)
        return try await show.run(
            presentation, orElse: .left,
            session: { touch throws(TouchStartError) in try touch.popupSession(forKey: popupKey) },
            lines: { session, format in
                let outcome = await tell(session)
                await session.close().value
                return (outcome, lines(outcome, format, presentation.language))
            },
            screen: { PopupScreen(.init(service: $0, entrance: entrance, note: note), $1, ended: $2) })
    }

    private var entrance: ProgramEntrance {
        ProgramEntrance(
            server: server, places: places, publicKeys: publicKeys, network: configuration.network)
    }

    /// Follows the rules of a card: a script that asks again learns that the pop-up has been shown.
    private func tell(_ session: PopupSession) async -> Outcome {
        var machine = PopupMachine()
        func handle(_ event: PopupEvent) -> [PopupEffect] {
            machine.handle(event, at: configuration.network.surroundings.now)
        }
        func record(_ kind: PopupMoment.Kind) {
            note(PopupMoment(instant: configuration.network.surroundings.now, kind: kind))
        }
        record(.began)
        _ = handle(.surroundings(PopupSurroundings(size: PopupSurroundings.leastSize)))
        _ = handle(.requested)
        var effects = handle(.answered(await session.answer(), at: configuration.wallClock()))
        // Lines have no picture.
        if case .fetchPicture = effects.first { effects = handle(.pictureSettled) }
        if case .keep(let data) = effects.first {
            effects = handle(await configuration.network.surroundings.work.run { session.recordShown(data) })
        }
        if let data = machine.shown {
            session.record(.popupImpression)
            record(.shown)
            return .shown(data)
        }
        let why = if case .absent(let why) = machine.phase { why } else { PopupAbsence.late }
        record(.absent(why))
        return .absent(why)
    }

    private func lines(_ outcome: Outcome, _ format: LaunchLines.Format, _ language: Language) -> [String] {
        if format == .json { return [outcome.json(popupKey: popupKey).jsonText] }
        let lines: [SafeText] =
            switch outcome {
            case .shown(let data): language.plainPopup(data)
            case .absent(let why): [language.plainPopup(SafeText(popupKey), absence: why)]
            case .left, .closed, .selected: []
            }
        return lines.map { PlainText.fitted($0.string) }
    }
}

extension PopupShow.Outcome {
    /// The outcome in one word, for programs.
    package var status: String {
        switch self {
        case .shown: "shown"
        case .left, .closed: "closed"
        case .selected: "selected"
        case .absent: "none"
        }
    }

    /// The last line of `foyer popup --json`.
    package func json(popupKey: String) -> JSON {
        var members: [JSON.Member] = [
            .init("event", "result"), .init("status", .string(status)), .init("popupKey", .string(popupKey)),
        ]
        switch self {
        case .left, .closed: break
        case .selected(let button, let openURL, _):
            members += [.init("button", .integer(Int64(button))), .init("openUrl", .string(openURL))]
        case .absent(let why):
            members.append(.init("reason", .string(why.name)))
            if case .failed(let cause) = why { members.append(.init("cause", .string(cause.english))) }
        case .shown(let data):
            members += [
                .init("id", .string(data.id)), .init("title", .string(data.title)), .init("text", .string(data.text)),
                .init(
                    "buttons",
                    .array(
                        data.buttons.map { ["label": .string($0.label), "openUrl": .string($0.openURL)] })),
            ]
        }
        return .object(members)
    }
}

/// Something that happened to a pop-up, for recordings and traces.
package struct PopupMoment: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case began
        case shown
        case selected(Int)
        /// The outcome of the chosen button's link.
        case opened(LinkOutcome)
        case closed
        case absent(PopupAbsence)
    }

    /// When it happened, on the loop's clock.
    package let instant: Instant
    package let kind: Kind
}
