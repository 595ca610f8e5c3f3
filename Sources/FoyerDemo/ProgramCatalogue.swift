import Foyer
import FoyerPlatform
import Synchronization

/// The programs on the tiles, for their launches.
final class KnownPrograms: Sendable {
    private let programs = Mutex<[String: KnownProgram]>([:])

    subscript(appID: String) -> KnownProgram? { programs.withLock { $0[appID] } }

    func store(_ listed: [CataloguedProgram]) {
        programs.withLock { programs in
            for program in listed { programs[program.appID, default: KnownProgram(name: "")].name = program.name }
        }
    }

    func store(_ icon: Pixels, of appID: String) {
        programs.withLock { $0[appID]?.icon = icon }
    }
}

/// The platform's catalogue, as the host's list of programs.
struct ProgramCatalogue: Sendable {
    let server: WebAddress
    private let transport: HTTPTransport
    private let documents: PlatformDocuments
    let surroundings: PlatformSurroundings

    static let timeout = Duration.seconds(10)

    /// The outcome of asking for it.
    enum Answer: Sendable {
        case programs([CataloguedProgram])
        /// The platform has no catalogue: its programs can only be launched by name.
        case none
        case failed(Cause)

        var programs: [CataloguedProgram] {
            if case .programs(let programs) = self { programs } else { [] }
        }
    }

    init(server: WebAddress, network: HTTPTransport.Configuration, trust: DocumentTrust?) {
        self.server = server
        transport = HTTPTransport(network)
        surroundings = network.surroundings
        documents = PlatformDocuments(server: server, transport: transport, trust: trust)
    }

    /// The programs in the catalogue's order.
    func ask() async -> Answer {
        do {
            let response = try await documents.get(
                "v1", "catalogue", bodyBound: CataloguedProgram.maxCatalogueBytes,
                deadline: surroundings.now + Self.timeout)
            if response.status == 404 { return .none }
            return .programs(try CataloguedProgram.catalogue(JSON.parse(response.requiringSuccess().body)))
        } catch let refusal as DocumentRefusal {
            return .failed(refusal.cause)
        } catch {
            return .failed(Cause(asIs: "\(error)"))
        }
    }

    func icon(of program: CataloguedProgram) async -> Pixels? {
        guard let address = try? server.resolve(program.iconURL),
            let response = try? await documents.picture(
                transport.request(.get, address, bodyBound: TransferBounds.picture, timeout: Self.timeout)),
            response.isSuccess
        else { return nil }
        let pixels = try? surroundings.pixels(of: response.body, targetPixels: (width: 96, height: 96))
        return pixels?.roundingCorners(by: PictureMapping.usualCornerRadius)
    }
}
