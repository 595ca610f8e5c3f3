import Foyer
import FoyerClient

/// What a scenario's launches need, whoever runs it.
struct ScenarioHost {
    let server: WebAddress
    let places: Places
    let theme: Theme
    let language: Language
    let stage: any PlayedStage
    let calls = CallLog()

    func makeScreen(_ start: Scenario.Start) throws(LaunchEngineError) -> any Screen {
        switch start {
        case .home: return home()
        case .launch(let order): return try launch(order).makeScreen(theme: theme) { [calls] in calls.note($0) }
        }
    }

    private func home() -> any Screen {
        do throws(TouchStartError) {
            let service = try BannerService(server: server, places: places, collector: CollectorOfNothing())
            let banner = try TouchBanner(service.touch, key: HomeScreen.bannerKey)
            let timeout = LaunchMachine.Configuration.standardTimeout
            return HomeScreen(
                server: server, display: .init(places: places, timeout: timeout), service: service, banner: banner)
        } catch {
            return MissingPage()
        }
    }

    private func launch(_ order: LaunchOrder) -> MiniProgramLaunch {
        calls.reset()
        var request = MiniProgramRequest(
            appID: order.app, server: order.server ?? server, policy: order.policy, publicKey: order.publicKey)
        request.page = order.page
        if let seconds = order.timeout { request.timeout = .seconds(seconds) }
        return MiniProgramLaunch(request, places: places, splash: { [calls] in RecordingDelegate(calls) })
    }
}

/// A scenario's events are nobody's business.
private struct CollectorOfNothing: EventCollector {
    var version: CollectorVersion { .least }
    var isStarted: Bool { true }
    func record(_ kind: BannerEvent.Kind, bannerKey: String, index: Int?) {}
}
