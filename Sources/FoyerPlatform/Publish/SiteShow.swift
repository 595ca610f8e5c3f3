import FoyerCore
import FoyerSystem
import Glibc

/// Publishes and serves a site on this machine, and publishes again whenever its sources change.
package struct SiteShow: Sendable {
    private let publisher: Publisher
    private let site: String
    private let port: Int
    /// How often to scan the sources; a scan reads names and times alone.
    static let interval = Duration.milliseconds(500)

    /// - Parameter site: the folder to publish to; `nil` for one in the sources' `.foyer` folder.
    package init(_ publisher: Publisher, site: String?, port: Int) {
        self.publisher = publisher
        self.site = site ?? "\(publisher.sources)/\(Publisher.stateName)/site"
        self.port = port
    }

    static func start(_ site: String, port: Int) async throws(PublishError) -> LoopbackServer {
        let files = try SiteFiles(site)
        do throws(LoopbackError) { return try await LoopbackServer.start(files, port: port) } catch {
            throw .server(error)
        }
    }

    /// Runs until the process ends.
    ///
    /// - Parameter say: called after each publication.
    package func run(_ say: (PublishResult) -> Void) async throws(PublishError) {
        var stamp = try publisher.sourceStamp()
        say(try publisher.publish(to: site))
        let server = try await Self.start(site, port: port)
        print("Serving \(server.address) until this is ended.")
        fflush(nil)
        while true {
            let interval = Self.interval
            _ = await BlockingThread.run { MonotonicClock.sleep(interval) }
            guard let now = try? publisher.sourceStamp(), now != stamp else { continue }
            stamp = now
            do throws(PublishError) { say(try publisher.publish(to: site)) } catch {
                // The site stays as it is until the sources are right again.
                for line in SafeText.lines(of: error.cause.english) { print(line.string) }
            }
            fflush(nil)
        }
    }
}
