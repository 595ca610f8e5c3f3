import Glibc
import Testing

@testable import FoyerFlows

/// The folders of a flow.
struct TemporaryPlacesTests {
    /// Pages may show the path: with a random one, the same page would be drawn with other bytes each time.
    @Test func areNumberedAndNeverUsedTwice() throws {
        let names = try (0..<3).map { _ in
            let places = try TemporaryPlaces(blocked: false)
            defer { places.remove() }
            let home = String(places.places.runtime.dropLast("/foyer".count))
            var status = stat()
            #expect(stat(home, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700 && status.st_uid == geteuid())
            return places.places.runtime
        }
        #expect(Set(names).count == 3)
        #expect(names.allSatisfy { $0.wholeMatch(of: /.*\/foyer-scenario-[0-9]+\/foyer/) != nil }, "\(names)")
    }
}
