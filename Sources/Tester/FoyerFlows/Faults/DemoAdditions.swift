import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerStage
import FoyerSystem

extension Demo.Additions {
    /// The page of faults.
    ///
    /// - Parameter control: the address of the stage's control, once it is known; the platform's own if `nil`.
    package mutating func addFaults(control: @escaping @Sendable () -> WebAddress?) {
        makeFaultsPage = { FaultsPanel(.init($0, theme: $1, control: control())) }
    }

    /// The page of faults, and the network in the settings.
    mutating func addStage(_ stage: OwnStage, places: Places) {
        makeFaultsPage = {
            var host = FaultsPanel.Host($0, theme: $1, control: stage.control)
            host.stage = stage
            return FaultsPanel(host)
        }
        let all = StageNetwork.allCases
        settings = [
            Demo.AddedSetting(
                word: .network, detail: .networkDetail, choices: all.map(\.word),
                shown: { all.firstIndex(of: stage.network) ?? 0 }, choose: { stage.network = all[$0] },
                keep: { choice throws(SettingsFailure) in
                    _ = await stage.tellNetwork()
                    try await SettingsFile.keep(all[choice], in: places)
                })
        ]
    }

    /// Records each launch.
    mutating func record(in record: FlowRecord) {
        makeLaunch = { order throws(LaunchEngineError) in
            try record.makeScreen(order.request, known: order.known, places: order.places, theme: order.theme)
        }
    }
}

extension Demo.Configuration {
    /// The demo on a stage of its own, which ends with it.
    package static func onStage(_ stage: OwnStage) -> Demo.Configuration {
        var configuration = Demo.Configuration(places: Places(), findPlatform: stage.start)
        configuration.additions.addStage(stage, places: configuration.places)
        configuration.errorImage = { errorPicture }
        return configuration
    }

    /// The demo on a platform that exists already.
    package static func on(_ platform: Demo.Platform) -> Demo.Configuration {
        var configuration = Demo.Configuration(places: Places()) { platform }
        configuration.additions.addFaults { nil }
        configuration.errorImage = { errorPicture }
        return configuration
    }

    /// Replaces a banner that cannot be loaded; `nil` if the assets are not beside the program.
    private static var errorPicture: [UInt8]? {
        let assets = try? AssetFolder.locate(environment: Places.variable("FOYER_ASSETS"))
        return try? assets?.read("images/away.jpg")
    }
}

extension FaultsPanel.Host {
    /// What the panel needs of the home screen.
    init(_ home: HomeScreen, theme: DisplayTheme, control: WebAddress?) {
        let display = home.display
        let server = display.platform.address
        self.init(
            control: control ?? server, network: display.platform.network, canGoOff: control != nil,
            places: display.places,
            onLaunch: { appID, places in
                let screen = display.makeScreen(MiniProgramRequest(appID: appID, server: server), theme, in: places)
                return screen.map { .push($0) } ?? .stay
            }, onBanner: { [weak home] in home?.showBanner($0) },
            onPopup: { [weak home] in home?.showPopup($0) },
            onRoot: { [weak home] in home?.show(version: $0) })
    }
}
