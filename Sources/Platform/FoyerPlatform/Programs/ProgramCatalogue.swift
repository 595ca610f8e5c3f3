import Foyer
import FoyerCore
import FoyerPlatformCore

/// The mini programs that a platform lists, for a host's own page of programs.
///
/// ```swift
/// let catalogue = ProgramCatalogue(server: server)
/// for program in try await catalogue.programs() ?? [] { print(program.name, program.slogan) }
/// ```
public struct ProgramCatalogue: Sendable {
    /// The platform's base address.
    public let server: WebAddress
    private let transport: HTTPTransport
    private let documents: PlatformDocuments
    private let timeout: Duration

    /// - Parameters:
    ///   - network: how the platform is reached.
    ///   - timeout: how long the list, and each icon, may take.
    ///   - places: where the list is kept, so that the platform sends it only if it has changed; `nil` to keep nothing.
    public init(
        server: WebAddress, network: HTTPTransport.Configuration = HTTPTransport.Configuration(),
        timeout: Duration = .seconds(10), places: Places? = nil
    ) {
        self.server = server
        self.timeout = timeout
        transport = HTTPTransport(network)
        documents = PlatformDocuments(server: server, transport: transport, cache: places.map { DocumentCache($0) })
    }

    /// The programs in the platform's order; `nil` if it lists none at all, so that they can only be launched by name.
    public func programs() async throws(CatalogueError) -> [CataloguedProgram]? {
        try await documents.catalogue(
            deadline: transport.surroundings.now + timeout, CataloguedProgram.catalogue)
    }

    /// A program's icon with rounded corners; `nil` if it has none, or it cannot be fetched or decoded.
    ///
    /// - Parameter size: a size in pixels beyond which more are not needed.
    public func icon(of program: CataloguedProgram, fitting size: (width: Int, height: Int)? = nil) async -> Pixels? {
        guard let address = try? server.resolveBelow(program.iconURL),
            let response = try? await documents.picture(
                transport.request(.get, address, bodyBound: TransferBounds.picture, timeout: timeout)),
            response.isSuccess
        else { return nil }
        let pixels = try? transport.surroundings.pixels(decoding: response.body, fitting: size)
        return pixels?.roundingCorners(by: PictureMapping.usualCornerRadius)
    }
}

extension PlatformDocuments {
    /// One of the lists of `v1/catalogue`; `nil` if the platform has none at all.
    func catalogue<List>(
        deadline: Instant, _ read: (JSON) throws(JSONShapeError) -> List
    ) async throws(CatalogueError) -> List? {
        do {
            let response = try await get(
                "v1", "catalogue", bodyBound: CataloguedProgram.maxCatalogueBytes, deadline: deadline)
            if response.status == 404 { return nil }
            return try read(JSON.parse(response.requiringSuccess().body))
        } catch let refusal as DocumentRefusal {
            throw .refused(refusal.cause)
        } catch let failure as TransferFailure {
            throw .unreachable(failure)
        } catch {
            throw .unreadable(Phrase(asIs: "\(error)"))
        }
    }
}

/// Why a platform's list of programs or pop-ups could not be had.
public enum CatalogueError: Error, Sendable, CustomStringConvertible {
    /// The platform did not answer as it should.
    case unreachable(TransferFailure)
    /// The host pins keys, and none of them has signed this list.
    case refused(Phrase)
    /// The answer is no such list.
    case unreadable(Phrase)
    /// The touch service has not been started.
    case notStarted(TouchStartError)

    /// The sentence in every language.
    public var cause: Phrase {
        switch self {
        case .unreachable(let failure): .transfer(failure)
        case .refused(let cause), .unreadable(let cause): cause
        case .notStarted(let error): Phrase(asIs: error.description)
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
