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
