import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Events that wait to be delivered, as earlier runs leave them.
enum WaitingEvents {
    private static let aFile = 100

    /// Leaves so many in a user's home, and the user's consent.
    static func leave(_ count: Int, for server: String, home: String) {
        let places = Places { $0 == "HOME" ? home : nil }
        do {
            let server = try WebAddress(server)
            try ConsentStore(places).keep(.granted, for: server)
            let folder = places.events + "/" + ConsentStore.name(of: server)
            try places.make(folder)
            write(count, into: folder)
        } catch {
            fail("\(error)")
        }
    }

    private static func write(_ count: Int, into folder: String) {
        var random = SystemRandomNumberGenerator()
        for first in stride(from: 0, to: count, by: aFile) {
            let events = (first..<min(first + aFile, count)).map { index in
                CampaignEvent(
                    id: CampaignEvent.makeID(using: &random), kind: .impression, key: "home", index: index % 5,
                    time: "2026-11-22T08:00:00.000Z")
            }
            let name = digits(first) + "-" + digits(first) + ".events"
            guard let file = fopen(folder + "/" + name, "w") else { fail("cannot write into \(folder)") }
            let bytes = events.flatMap(EventLine.encode)
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
    }

    private static func digits(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
