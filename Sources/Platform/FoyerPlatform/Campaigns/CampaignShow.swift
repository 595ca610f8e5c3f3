import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Shows one banner or pop-up on a screen of its own, or prints it in lines if there is no screen.
package struct CampaignShow: Sendable {
    /// The platform's base address.
    package let server: WebAddress
    /// How the service is reached, and how long answers may take.
    package var configuration = TouchConfiguration()
    private let places: Places

    package struct BannerLook: Sendable {
        package var style = BannerStyle()
        /// Stands in for pictures that have not arrived.
        package var placeholder: Pixels?
        /// Stands in for pictures, or a whole banner, that cannot be loaded.
        package var errorImage: Pixels?
        package var impressionPolicy = ImpressionPolicy.atRest

        package init() {}
    }

    /// How a banner's show ended.
    package enum BannerOutcome: Sendable {
        /// The user left before the load had ended.
        case closed
        /// - Parameter fallback: why what was shown did not come from the newest answer; `nil` if it did.
        case shown(BannerLoad.Status, BannerFailure?, fallback: Phrase?)
    }

    /// How a pop-up's show ended.
    package enum PopupOutcome: Equatable, Sendable {
        /// Printed in lines.
        case shown(PopupData)
        /// The user left before it came.
        case left
        case closed
        /// The user chose a button.
        case selected(Int, openURL: String, LinkOutcome)
        /// No card was shown.
        case absent(PopupAbsence)
    }

    /// Fetches nothing yet.
    package init(server: WebAddress, places: Places) {
        (self.server, self.places) = (server, places)
    }

    /// The launch of the program that a campaign's link names; `nil` if it names none.
    func makeScreen(leadingTo openURL: String, theme: DisplayTheme) -> (any Screen)? {
        guard let link = ProgramLink(openURL) else { return nil }
        var request = MiniProgramRequest(link, server: server)
        request.network = configuration.network
        return try? MiniProgramLaunch(request, places: places).makeScreen(theme: theme)
    }

    // MARK: - Showing

    /// Returns when the user has left, or the lines are written; events are delivered by then, or kept.
    package func banner(
        _ key: String, _ look: BannerLook = BannerLook(), on presentation: Presentation
    ) async throws(LocalizedFailure) -> BannerOutcome {
        try await run(
            presentation, .banner(key), orElse: .closed,
            lines: { campaign, format in
                let result = await campaign.load(pictures: true, hasErrorImage: look.errorImage != nil)
                let outcome = BannerOutcome.shown(
                    result.status, result.failure, fallback: result.load.fallback)
                return (outcome, Self.lines(result, format, presentation.language))
            },
            screen: { service, campaign, ended in
                BannerScreen(self, look, service, campaign) { ended(.shown($0, $1, fallback: $2)) }
            })
    }

    /// Makes a screen with the banner, for a program that has other screens as well. Call it on the thread that owns
    /// the terminal; the screen closes the service when it leaves.
    package func bannerScreen(
        _ service: BannerService, key: String?, _ look: BannerLook
    ) throws(TouchStartError) -> BannerScreen {
        BannerScreen(self, look, service, try CampaignSession(.banner(key), of: service.touch)) { _, _, _ in }
    }

    /// Returns when the card has closed or the lines are written, and its events are delivered or kept.
    package func popup(
        _ key: String, on presentation: Presentation
    ) async throws(LocalizedFailure) -> PopupOutcome {
        try await run(
            presentation, .popup(key), orElse: .left,
            lines: { campaign, format in
                let outcome = await tell(campaign)
                return (outcome, Self.lines(outcome, key, format, presentation.language))
            },
            screen: { PopupScreen(self, $0, $1, ended: $2) })
    }

    private func start() throws(LocalizedFailure) -> BannerService {
        do {
            return try BannerService(server: server, places: places, configuration: configuration)
        } catch {
            throw LocalizedFailure(error.cause)
        }
    }

    /// - Parameters:
    ///   - closed: the outcome if the screen reports none.
    ///   - screen: makes the screen, which closes the service when it leaves.
    private func run<Outcome: Sendable>(
        _ presentation: Presentation, _ wish: CampaignSession.Wish, orElse closed: Outcome,
        lines: (CampaignSession, LaunchLines.Format) async -> (Outcome, [String]),
        screen:
            @escaping @Sendable (BannerService, CampaignSession, @escaping @Sendable (Outcome) -> Void) -> any Screen
    ) async throws(LocalizedFailure) -> Outcome {
        let service = try start()
        let campaign: CampaignSession
        do { campaign = try CampaignSession(wish, of: service.touch) } catch {
            throw LocalizedFailure(error.cause)
        }
        guard case .lines(let format) = presentation.output else {
            let outcome = OutcomeBox(closed)
            do {
                try await presentation.show { service.withNotice(screen(service, campaign) { outcome.value = $0 }) }
            } catch {
                await service.close()
                throw LocalizedFailure(error.cause)
            }
            return outcome.value
        }
        if let recording = presentation.recording { LineOutput.record(with: recording) }
        let (outcome, text) = await lines(campaign, format)
        await campaign.close().value
        for line in text { LineOutput.standard.add(line) }
        LineOutput.standard.finishForGood(by: configuration.network.surroundings.now + configuration.timeout)
        await service.close()
        return outcome
    }

    // MARK: - In lines

    static func lines(_ result: BannerResult, _ format: LaunchLines.Format, _ language: Language) -> [String] {
        if format == .json { return [result.json.jsonText] }
        let items = result.load.data?.items ?? []
        let key = SafeText(result.load.bannerKey ?? "")
        let lines =
            items.map { language.plainBannerItem($0, picture: result.load.picture(of: $0)).string }
            + [
                language.plainBanner(
                    key, status: result.status, failure: result.failure, fallback: result.load.fallback
                ).string
            ]
        return lines.map(PlainText.fitted)
    }

    /// Follows the rules of a card: a script that asks again learns that the pop-up has been shown.
    private func tell(_ campaign: CampaignSession) async -> PopupOutcome {
        var machine = PopupMachine()
        func handle(_ event: PopupEvent) -> [PopupEffect] {
            machine.handle(event, at: configuration.network.surroundings.now)
        }
        campaign.report(.began)
        _ = handle(.conditions(PopupConditions(size: PopupConditions.leastSize)))
        _ = handle(.requested)
        var effects = handle(.answered(await campaign.popupAnswer(), at: configuration.wallClock()))
        // Lines have no picture.
        if case .fetchPicture = effects.first { effects = handle(.pictureSettled) }
        if case .keep(let data) = effects.first {
            effects = handle(await configuration.network.surroundings.work.run { campaign.recordShown(data) })
        }
        if let data = machine.shown {
            campaign.report(.shown(index: nil))
            return .shown(data)
        }
        let why = if case .absent(let why) = machine.phase { why } else { PopupAbsence.late }
        campaign.report(.absent(why))
        return .absent(why)
    }

    private static func lines(
        _ outcome: PopupOutcome, _ key: String, _ format: LaunchLines.Format, _ language: Language
    ) -> [String] {
        if format == .json { return [outcome.json(popupKey: key).jsonText] }
        let lines: [SafeText] =
            switch outcome {
            case .shown(let data): language.plainPopup(data)
            case .absent(let why): [language.plainPopup(SafeText(key), absence: why)]
            case .left, .closed, .selected: []
            }
        return lines.map { PlainText.fitted($0.string) }
    }

    // MARK: - Binding

    /// The result of binding an item of a banner to a view that only has a name.
    package struct Bound: Equatable, Sendable {
        package let binding: BannerBinding
        /// The bound item; `nil` if the binding failed.
        package let item: BannerItem?
        /// Why the binding failed; `nil` if it succeeded.
        package let failure: BannerFailure?
    }

    /// Reads `VIEW=ITEM`. A part may be missing; the binding then fails with the matching code.
    package static func binding(_ text: String, key: String?) -> BannerBinding {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return BannerBinding(bannerKey: key, item: parts.count > 1 ? parts[1] : nil, view: parts.first)
    }

    /// Fetches a banner's data once and binds each in turn, for a caller that draws the items itself.
    ///
    /// - Parameter views: the names of all views; if empty, those in the bindings.
    package func bind(
        _ texts: [String], of key: String?, views: [String] = []
    ) async throws(LocalizedFailure) -> [Bound] {
        let service = try start()
        let bindings = texts.map { Self.binding($0, key: key) }
        for view in views.isEmpty ? bindings.compactMap(\.view) : views { service.touch.addView(view) }
        var data: BannerData?
        var unloaded: BannerFailure?
        do { data = try await service.touch.bannerData(forKey: key) } catch {
            unloaded = error
        }
        let bound = bindings.map { binding in
            do throws(BannerFailure) {
                if let unloaded { throw unloaded }
                try service.touch.bind(binding, in: data)
                let item = binding.item.flatMap { Int($0) }.flatMap { data?.items[$0] }
                return Bound(binding: binding, item: item, failure: nil)
            } catch {
                return Bound(binding: binding, item: nil, failure: error)
            }
        }
        await service.close()
        return bound
    }

    /// One line for each binding, and in JSON one for the whole.
    package static func lines(_ all: [Bound], key: String?, json: Bool, _ language: Language) -> [String] {
        guard json else { return all.map { PlainText.fitted($0.line(language).string) } }
        let isWell = all.allSatisfy { $0.failure == nil }
        let result: JSON = [
            "event": "result", "status": isWell ? "ok" : "failed", "bannerKey": key.map { .string($0) } ?? .null,
        ]
        return all.map(\.json.jsonText) + [result.jsonText]
    }
}

extension CampaignShow.PopupOutcome {
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
        let details: [JSON.Member]
        switch self {
        case .left, .closed: details = []
        case .selected(let button, let openURL, _):
            details = JSON.members(["button": JSON(button), "openUrl": .string(openURL)])
        case .absent(let why):
            let cause: JSON? = if case .failed(let cause) = why { .string(cause.english) } else { nil }
            details = JSON.members(["reason": .string(why.name), "cause": cause])
        case .shown(let data):
            details = JSON.members([
                "id": .string(data.id), "title": .string(data.title), "text": .string(data.text),
                "buttons": .array(data.buttons.map(\.json)),
            ])
        }
        return .object(
            JSON.members(["event": "result", "status": .string(status), "popupKey": .string(popupKey)]) + details)
    }
}

extension CampaignShow.Bound {
    fileprivate func line(_ language: Language) -> SafeText {
        let view = SafeText(binding.view ?? "")
        if let failure { return "\(view): \(language.plainFailed(failure))" }
        guard let item else { return view }
        return "\(view): \(item.index) \(SafeText(item.title))  \(SafeText(item.imageURL))  \(SafeText(item.openURL))"
    }

    fileprivate var json: JSON {
        JSON([
            "event": "bind", "view": binding.view.map { .string($0) } ?? .null, "item": item.map { JSON($0.index) },
            "title": item.map { .string($0.title) }, "imageUrl": item.map { .string($0.imageURL) },
            "openUrl": item.map { .string($0.openURL) }, "error": failure?.json,
        ])
    }
}

/// Takes an outcome from the screen's thread to the task that waits for it.
package final class OutcomeBox<Outcome: Sendable>: Sendable {
    private let state: Mutex<Outcome>

    package init(_ outcome: Outcome) { state = Mutex(outcome) }

    package var value: Outcome {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
