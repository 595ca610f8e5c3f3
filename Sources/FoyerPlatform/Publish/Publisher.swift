import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Turns a folder of sources into a folder that any web server serves.
///
/// Files named by their content come first, then signatures, then documents, each by rename; what is no longer named is
/// removed last. A reader always gets a whole file, old or new. If a publication is killed, the next one finishes it.
package struct Publisher: Sendable {
    package let sources: String
    /// How long to wait for another publication to the same site.
    package var patience = Duration.seconds(600)
    /// Whether a site may be replaced that other sources have published.
    package var replacesOthers = false
    /// Whether a program whose content has changed without a new version stays as it is served, while everything else is
    /// published; otherwise nothing is.
    package var holdsBack = false
    /// Called before waiting for another publication.
    package var waits: @Sendable () -> Void = {}
    var disk = Disk.real
    var now: @Sendable () -> WallTime = { WallClock.now }
    /// The time at which a scan of the sources begins.
    var scanTime = SourceScan.clock

    package init(sources: String) { self.sources = sources }

    package static let stateName = ".foyer"
    static let settingsName = "site.yaml"

    /// Reads all sources and reports what is wrong with them; changes nothing.
    package func check() throws(PublishError) -> PublishResult {
        let source = try SiteSource(self)
        var work = PublishWork(source, site: nil, index: nil, now: now(), writes: false)
        try work.build()
        return work.result
    }

    /// Reports what publishing would change; changes nothing.
    package func plan(to path: String) throws(PublishError) -> PublishResult {
        try publish(to: path, writes: false)
    }

    /// Publishes. Blocks, also while another publication holds the site's lock.
    package func publish(to path: String) throws(PublishError) -> PublishResult {
        try publish(to: path, writes: true)
    }

    /// A stamp that differs once the sources have changed.
    package func sourceStamp() throws(PublishError) -> TreeStamp {
        let root = try onSite(Folder.open(path: sources, makes: false, disk: disk))
        return try onSite(SourceScan(root, others: [Self.settingsName]).total)
    }

    private func publish(to path: String, writes: Bool) throws(PublishError) -> PublishResult {
        let source = try SiteSource(self)
        try refuseServedSources(path)
        if !source.problems.isEmpty {
            // With what is wrong in the other files, before anything is made.
            var work = PublishWork(source, site: nil, index: nil, now: now(), writes: false)
            try work.build()
        }
        let site =
            writes
            ? try SiteFolder.open(path, disk: disk, patience: patience, waits: waits)
            : try SiteFolder.look(path, disk: disk)
        let now = now()
        let notes = notes(of: site, for: source)
        if let head = notes.head, head.sources == source.scan.total, now.seconds < head.validUntil, source.isSettled {
            var result = PublishResult()
            result.documents = source.scan.units.count
            result.publicKeys = source.publicKeys
            return result
        }
        let former = site.map { FormerSite(site: $0) }
        let index = index(of: site, notes.head)
        var work = PublishWork(
            source, site: site, index: index, serials: notes.serials, now: now, writes: writes)
        work.holdsBack = holdsBack
        do {
            try refuseForeign(former, source, hasPublished: notes.exist)
            try refuseUnsigned(former, source, hasSigned: !notes.serials.isEmpty)
            try work.build()
            if !notes.haveSameKeys, !source.keys.isEmpty, former?.isSigned(byOtherThan: source.keys) == true {
                work.advise(.signedByAnotherKey)
            }
            guard let site, writes else { return work.result }
            try work.put()
            try keep(work.makeIndex(site.stamp), of: site)
        } catch {
            if writes { site?.discard() }
            throw error
        }
        site?.discard()
        return work.result
    }

    /// What the last publication of these sources to a site has left in their folder.
    private struct Notes {
        var exist = false
        var serials = PublishSerials()
        var haveSameKeys = false
        /// `nil` unless site and settings are still as they say.
        var head: PublishIndex.Head?
    }

    private func notes(of site: SiteFolder?, for source: SiteSource) -> Notes {
        var notes = Notes()
        guard let site, let file = try? indexes.file(PublishIndex.fileName(of: site.path)) else { return notes }
        notes.exist = true
        guard let bytes = try? file.readBytes(at: 0, count: 4_096), let head = PublishIndex.head(in: bytes[...]) else {
            return notes
        }
        (notes.serials, notes.haveSameKeys) = (head.serials, head.settings == source.settingsDigest)
        if notes.haveSameKeys, head.site == site.stamp { notes.head = head }
        return notes
    }

    /// All that the notes say; `nil` if they do not hold, or are others by now.
    private func index(of site: SiteFolder?, _ head: PublishIndex.Head?) -> PublishIndex? {
        guard let site, let head, let file = try? indexes.file(PublishIndex.fileName(of: site.path)),
            let bytes = try? file.readAll(limit: PublishIndex.sizeLimit), let index = PublishIndex(bytes),
            index.head == head
        else { return nil }
        return index
    }

    /// A site that contains the sources would serve them, and the private key.
    private func refuseServedSources(_ path: String) throws(PublishError) {
        if UserFile.isWithin(path, sources) { throw .servesSources(path: path) }
    }

    /// The wrong folder, or the wrong site: all programs of somebody else's would be gone.
    private func refuseForeign(
        _ former: FormerSite?, _ source: SiteSource, hasPublished: Bool
    ) throws(PublishError) {
        guard let former, !hasPublished, !replacesOthers,
            try former.servesOnlyOthers(than: source.scan.programs)
        else { return }
        throw .foreign(path: former.site.root.path)
    }

    /// A lost line of `site.yaml` must not make hosts that pin a key refuse everything.
    private func refuseUnsigned(_ former: FormerSite?, _ source: SiteSource, hasSigned: Bool) throws(PublishError) {
        guard source.keys.isEmpty, !source.settings.isUnsigned, let former,
            former.isSigned || (hasSigned && former.isEmpty)
        else { return }
        throw .unsigned(path: former.site.root.path)
    }

    // MARK: - The index

    /// One for each site that the sources were published to.
    private var indexes: Records {
        Records(
            .init(largest: PublishIndex.sizeLimit), path: "\(sources)/\(Self.stateName)", depth: 1, disk: disk)
    }

    private func keep(_ index: PublishIndex, of site: SiteFolder) throws(PublishError) {
        let bytes = index.bytes
        try onSite(indexes.write(bytes, to: PublishIndex.fileName(of: site.path)))
    }
}

/// The opened sources: settings, keys, and a scan of the files.
struct SiteSource {
    let root: Folder
    let settings: SiteSettings
    let keys: [Ed25519.PrivateKey]
    let scan: SourceScan
    /// Changes with the settings and the keys.
    let settingsDigest: String
    /// What is wrong with the settings and the keys.
    let problems: [PublishProblem]

    var publicKeys: [String] { keys.map { Base64.encode($0.publicKey.bytes) } }

    /// Whether no change since the scan could go unnoticed.
    var isSettled: Bool { !scan.total.couldHideChange(since: scan.start) }

    init(_ publisher: Publisher) throws(PublishError) {
        let root = try onSite(Folder.open(path: publisher.sources, makes: false, disk: publisher.disk))
        let name = Publisher.settingsName
        let bytes: [UInt8]
        var unreadable: PublishProblem?
        do { bytes = try root.file(name).readAll(limit: YAMLDocument.largest) } catch {
            bytes = []
            unreadable = PublishProblem(name, error.cause)
        }
        let (decoded, found) = YAMLShape<SiteSettings>.settings.decode(bytes, as: .theSite)
        var problems = unreadable.map { [$0] } ?? found.map { PublishProblem(name, at: $0) }
        var keys: [Ed25519.PrivateKey] = []
        for file in decoded?.keys ?? [] {
            if ["programs", "banners", "popups", "images"].contains(file.split(separator: "/").first) {
                problems.append(
                    PublishProblem(name, .keyIsPublished(file)))
            }
            do {
                keys.append(try KeyFile.read(publisher.sources + "/" + file, disk: publisher.disk))
            } catch {
                problems.append(PublishProblem(name, error.cause))
            }
        }
        // With other settings, or none, what is wrong in the other files is wrong all the same.
        let settings = decoded ?? SiteSettings(name: "")
        (self.root, self.settings, self.keys, self.problems) = (root, settings, keys, problems)
        scan = try onSite(SourceScan(root, others: [name] + settings.keys, at: publisher.scanTime()))
        settingsDigest = SHA256.hexadecimal(of: bytes + keys.flatMap(\.publicKey.bytes))
    }
}
