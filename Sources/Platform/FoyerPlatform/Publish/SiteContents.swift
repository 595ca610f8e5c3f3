import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// A site in memory: what `publish` makes of its sources, before documents are signed.
package struct SiteContents: Sendable {
    /// The members of each document, by its path below `v1/`.
    package private(set) var documents: [String: [JSON.Member]] = [:]
    /// The files that are named by their content, by their paths.
    package private(set) var files: [String: [UInt8]] = [:]
    /// The pictures of each campaign: their paths, and their names in the sources.
    package private(set) var pictures: [String: [String: String]] = [:]
    /// What signs packages and documents.
    package let keys: [Ed25519.PrivateKey]

    /// - Parameters:
    ///   - folder: the sources.
    ///   - key: signs where the site has no key of its own.
    /// - Throws: every problem of the sources.
    package init(
        sources folder: String, key: Ed25519.PrivateKey?, packing: PackageBuilder.Packing, now: WallTime
    ) throws(PublishError) {
        let source = try SiteSource(Publisher(sources: folder))
        keys = source.keys.isEmpty ? [key].compactMap { $0 } : source.keys
        // A reference, because the builder's closure cannot change this value.
        let found = Found()
        var builder = SiteBuilder(source.root, keys: keys, now: now) { found.files[$0] = $1 }
        (builder.programs, builder.packing) = (source.list.programs, packing)
        builder.opensContents = packing == .smallest
        var (rows, problems): ([String: JSON], [PublishProblem]) = ([:], [])
        for key in source.list.keys {
            guard let made = try builder.build(key) else { continue }
            problems += [PublishRules.refusal(of: key, JSON.object(made.members))].compactMap { $0 }
            documents[key] = made.members
            pictures[key] = Dictionary(zip(made.contents, made.images)) { first, _ in first }
            rows[key] = made.row
        }
        problems = source.problems + source.list.problems + builder.problems + problems
        guard problems.isEmpty else { throw .problems(problems) }
        files = found.files
        if documents["config"] == nil { documents["config"] = [] }
        documents["catalogue"] = SiteBuilder.catalogue(rows)
    }

    private final class Found { var files: [String: [UInt8]] = [:] }
}
