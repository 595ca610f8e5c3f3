import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI

/// Leads from a campaign's links to the mini programs that they name.
struct ProgramEntrance: Sendable {
    var server: WebAddress
    var places: Places
    /// The pinned keys for the programs.
    var publicKeys: [[UInt8]] = []
    var network: HTTPTransport.Configuration

    /// The program's launch; `nil` if the link does not name one.
    func makeScreen(_ openURL: String, theme: Theme) -> (any Screen)? {
        guard let link = ProgramLink(openURL) else { return nil }
        var request = MiniProgramRequest(link, server: server)
        request.publicKeys = publicKeys
        request.network = network
        return try? MiniProgramLaunch(request, places: places).makeScreen(theme: theme)
    }
}
