import Foyer
import FoyerPlatform
import Synchronization

/// A program that the home screen offers.
public struct CataloguedProgram: Equatable, Sendable {
    public let appID: String
    public let name: SafeText
    public let slogan: SafeText
    let iconURL: String
}

/// What the tiles show, for the launches that they lead to.
final class KnownPrograms: Sendable {
    private let programs = Mutex<[String: KnownProgram]>([:])

    subscript(appID: String) -> KnownProgram? { programs.withLock { $0[appID] } }

    func note(_ listed: [CataloguedProgram]) {
        programs.withLock { programs in
            for program in listed { programs[program.appID, default: KnownProgram(name: "")].name = program.name }
        }
    }

    func note(_ icon: Pixels, of appID: String) {
        programs.withLock { $0[appID]?.icon = icon }
    }
}

/// What the stage says it has: the host's list of programs.
struct ProgramCatalogue: Sendable {
    let server: WebAddress
    private let transport: HTTPTransport
    private let surroundings: PlatformSurroundings

    /// Bytes of the stage's answer.
    static let bound = 1 << 20
    static let timeout = Duration.seconds(10)

    init(server: WebAddress, network: HTTPTransport.Configuration) {
        self.server = server
        transport = HTTPTransport(network)
        surroundings = network.surroundings
    }

    /// The programs in the catalogue's order; none where the stage does not answer.
    func programs() async -> [CataloguedProgram] {
        guard let address = try? server.appending("stage"),
            let response = try? await transport.fetch(
                transport.request(.get, address, bodyBound: Self.bound, timeout: Self.timeout)),
            let json = try? JSON.parse(response.body), let apps = try? JSONNode(json).field("apps").elements()
        else { return [] }
        return apps.compactMap { app in
            guard let id = try? app.field("appId").text(), let name = try? app.field("appName").text() else {
                return nil
            }
            return CataloguedProgram(
                appID: id, name: SafeText(name), slogan: SafeText((try? app.field("slogan").text()) ?? ""),
                iconURL: (try? app.field("iconUrl").text()) ?? "")
        }
    }

    func icon(of program: CataloguedProgram) async -> Pixels? {
        guard let address = try? server.resolve(program.iconURL),
            let response = try? await transport.fetch(
                transport.request(.get, address, bodyBound: TransferBounds.picture, timeout: Self.timeout)),
            response.isSuccess
        else { return nil }
        let pixels = try? surroundings.pixels(of: response.body, targetPixels: (width: 96, height: 96))
        return pixels?.roundingCorners(by: PictureMapping.usualCornerRadius)
    }
}
