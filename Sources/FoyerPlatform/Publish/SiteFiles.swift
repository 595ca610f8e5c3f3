import FoyerCore
import FoyerSystem

/// A site's folder, as a ``LoopbackServer`` serves it while its author tries it out: GET and HEAD, ranges, and 204 for
/// events.
///
/// In public a web server does this (see the article *A platform of your own*).
struct SiteFiles: LoopbackService {
    private let root: Folder

    init(_ folder: String) throws(PublishError) {
        root = try onSite { () throws(DiskError) in try Folder.open(path: folder, makes: false, disk: .real) }
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
        return LoopbackAnswer(
            status: 200, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-cache")], body: bytes)
    }
}
