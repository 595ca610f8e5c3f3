import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Publishes and serves a site on this machine, and publishes again whenever its sources change.
package struct SiteShow: Sendable {
    private let publisher: Publisher
    private let site: String
    private let port: Int
    /// How often to look for changes of the sources, by names and times alone.
    static let interval = Duration.milliseconds(500)

    /// - Parameter site: the folder to publish to; `nil` for one in the sources' `.foyer` folder.
    package init(_ publisher: Publisher, site: String?, port: Int) {
        self.publisher = publisher
        self.site = site ?? "\(publisher.sources)/\(Publisher.stateName)/site"
        self.port = port
    }

    package static func start(_ site: String, port: Int) async throws(PublishError) -> LoopbackServer {
        let files = try SiteFiles(site)
        do { return try await LoopbackServer.start(files, port: port) } catch {
            throw .server(error.cause)
        }
    }

    /// Runs until the process ends. Mistakes in the sources are printed, and the site stays as it is until they are
    /// corrected; a program that lacks a new version holds nothing else back.
    ///
    /// - Parameter say: called after each publication.
    package func run(_ say: (PublishResult) -> Void) async throws(PublishError) {
        var stamp = try publisher.sourceStamp()
        if !(try publish(say)), !UserFile.exists(site + "/v1/catalogue") {
            print("Nothing is served until the sources are right.")
            fflush(nil)
            repeat { await nextChange(&stamp) } while !(try publish(say))
        }
        let server = try await Self.start(site, port: port)
        print("Serving \(server.address) until this is ended.")
        fflush(nil)
        while true {
            await nextChange(&stamp)
            do { _ = try publish(say) } catch { list(error) }
            fflush(nil)
        }
    }

    /// Waits until the sources have changed.
    private func nextChange(_ stamp: inout SourceStamp) async {
        let interval = Self.interval
        while true {
            _ = await BlockingThread.run { MonotonicClock.sleep(interval) }
            guard let now = try? publisher.sourceStamp(), now != stamp else { continue }
            stamp = now
            return
        }
    }

    /// - Returns: whether the sources were right.
    private func publish(_ say: (PublishResult) -> Void) throws(PublishError) -> Bool {
        var publisher = publisher
        publisher.holdsBack = true
        do { say(try publisher.publish(to: site)) } catch {
            guard case .problems = error else { throw error }
            list(error)
            return false
        }
        return true
    }

    private func list(_ error: PublishError) {
        for line in SafeText.lines(of: error.cause.english) { print(line.string) }
    }
}

/// A site's folder, as a ``LoopbackServer`` serves it while its author tries it out: GET and HEAD, ranges, and 204 for
/// events.
///
/// In public a web server does this (see the article *A platform of your own*).
struct SiteFiles: LoopbackService {
    private let root: Folder

    init(_ folder: String) throws(PublishError) {
        do { root = try Folder.open(path: folder, makes: false, disk: .real) } catch { throw .disk(error) }
    }

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
        let path = String((request.path ?? "").drop { $0 == "/" })
        if request.method == "POST", path == "v1/events" { return LoopbackAnswer(status: 204) }
        guard request.method == "GET" || request.method == "HEAD" else { return .wrongMethod(allowed: "GET, HEAD") }
        var answer = file(path, for: request)
        answer.sendsBody = request.method == "GET"
        return answer
    }

    private func file(_ path: String, for request: LoopbackRequest) -> LoopbackAnswer {
        // Nothing hidden is served, such as the mark and staged files.
        guard let known = PackagePath(path), !known.names.contains(where: { $0.hasPrefix(".") }),
            let bytes = try? root.file(path).readAll(limit: PackageLimits.archiveSize)
        else { return .sentence(404, "Nothing is published here.") }
        guard path.hasPrefix("v1/") else {
            return .file(bytes, type: "application/octet-stream", tag: known.names.last ?? "", for: request)
        }
        var answer = LoopbackAnswer.file(
            bytes, type: "application/json", tag: SHA256.hexadecimal(of: bytes), for: request)
        answer.set("Cache-Control", "no-cache")
        return answer
    }
}
