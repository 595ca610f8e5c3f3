import FoyerCore
import FoyerSystem

/// The events on the disk that no platform has yet, for `foyer events`.
package struct WaitingEvents: Sendable {
    private let places: Places

    package init(_ places: Places) { self.places = places }

    /// The bodies as they would be sent to each platform, oldest events first.
    package func bodies(format: EventFormat) -> [(platform: WebAddress, body: [UInt8])] {
        let platforms = ConsentStore(places).platforms()
        return folders.flatMap { name, folder -> [(platform: WebAddress, body: [UInt8])] in
            guard let platform = platforms[name] else { return [] }
            let events = files(in: folder).flatMap { (try? EventSegment.read($0, in: folder).events) ?? [] }
            return stride(from: 0, to: events.count, by: EventDelivery.largestBatch).map { start in
                let batch = Array(events[start..<min(start + EventDelivery.largestBatch, events.count)])
                return (platform, format.body(batch, source: platform.text))
            }
        }
    }

    /// Removes all of them; one that is being sent right now is sent.
    ///
    /// - Returns: how many there were.
    package func clear() throws(DiskError) -> Int {
        var count = 0
        for (_, folder) in folders {
            for name in files(in: folder) {
                count += EventSegment.count(name, in: folder)
                try folder.remove(name)
            }
        }
        return count
    }

    private var folders: [(name: String, folder: Folder)] {
        guard let all = try? Folder.openOwn(path: places.events, depth: 2, makes: false, disk: .real),
            let entries = try? all.entries()
        else { return [] }
        return entries.filter { $0.kind == .folder }.map(\.name).sorted().compactMap { name in
            (try? all.folder(name)).map { (name, $0) }
        }
    }

    private func files(in folder: Folder) -> [String] {
        ((try? folder.entries()) ?? []).map(\.name).filter(EventSegment.isName).sorted()
    }
}
