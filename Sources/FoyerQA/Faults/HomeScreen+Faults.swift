import Foyer
import FoyerPlatform

extension HomeScreen {
    /// What the faults panel needs of the home screen.
    func faultsHost(_ theme: Theme) -> FaultsPanel.Host {
        let (server, display) = (server, display)
        return FaultsPanel.Host(
            control: display.control ?? server, network: display.network, canGoOff: display.control != nil,
            places: display.places,
            onLaunch: { appID, places in
                let screen = display.makeScreen(MiniProgramRequest(appID: appID, server: server), theme, in: places)
                return screen.map { .push($0) } ?? .stay
            }, onBanner: { [weak self] in self?.showBanner($0) },
            onPopup: { [weak self] in self?.showPopup($0) },
            onRoot: { [weak self] in self?.onVersion?($0) })
    }
}
