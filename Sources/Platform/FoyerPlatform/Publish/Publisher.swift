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

    package init(sources: String) { self.sources = sources }

    package static let stateName = ".foyer"
    static let settingsName = "site.yaml"

    /// Reads all sources and reports what is wrong with them; changes nothing.
    package func check() throws(PublishError) -> PublishResult {
        let source = try SiteSource(self)
        var work = PublishWork(source, site: nil, notes: nil, now: now(), writes: false)
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

    package func sourceStamp() throws(PublishError) -> SourceStamp {
        try onSite(SourceStamp(Folder.open(path: sources, makes: false, disk: disk)))
    }

    private func publish(to path: String, writes: Bool) throws(PublishError) -> PublishResult {
        let source = try SiteSource(self)
        try refuseServedSources(path)
        if !source.problems.isEmpty {
            // With what is wrong in the other files, before anything is made.
            var work = PublishWork(source, site: nil, notes: nil, now: now(), writes: false)
            try work.build()
        }
        let site =
            writes
            ? try SiteFolder.open(path, disk: disk, patience: patience, waits: waits)
            : try SiteFolder.look(path, disk: disk)
        let former = site.map { FormerSite(site: $0) }
        let (notes, hasPublished) = notes(of: site)
        var work = PublishWork(source, site: site, notes: notes, now: now(), writes: writes)
        work.holdsBack = holdsBack
        do {
            try refuseForeign(former, source, hasPublished: hasPublished)
            try refuseUnsigned(former, source, hasSigned: notes?.serials.isEmpty == false)
            try work.build()
            if !work.areKeysKnown, !source.keys.isEmpty, former?.isSigned(byOtherThan: source.keys) == true {
                work.advise(.signedByAnotherKey)
            }
            guard let site, writes else { return work.result }
            try work.put()
            try keep(work.makeNotes(), of: site, inPlaceOf: notes)
        } catch {
            if writes { site?.discard() }
            throw error
        }
        site?.discard()
        return work.result
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
            try former.servesOnlyOthers(than: source.list.programs)
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

    // MARK: - Notes

    /// One file for each site that the sources were published to.
    private var store: Store<PublishNotes> {
        Store(
            "\(sources)/\(Self.stateName)", depth: 1, StoreFormat.bytes.map(\.bytes, PublishNotes.init),
            largest: PublishNotes.sizeLimit, disk: disk)
    }

    /// - Returns: `nil` if there are none, or damaged ones, and whether there are any.
    private func notes(of site: SiteFolder?) -> (PublishNotes?, exist: Bool) {
        guard let site, let found = try? store.find(PublishNotes.fileName(of: site.path)) else { return (nil, false) }
        return (found.value, found.value != nil || found.isDamaged)
    }

    private func keep(
        _ notes: PublishNotes, of site: SiteFolder, inPlaceOf former: PublishNotes?
    ) throws(PublishError) {
        if notes == former { return }
        try onSite(store.write(notes, to: PublishNotes.fileName(of: site.path)))
    }
}

/// The opened sources: settings, keys, and a list of the files.
struct SiteSource {
    let root: Folder
    let settings: SiteSettings
    let keys: [Ed25519.PrivateKey]
    let list: SourceList
    /// Changes with the settings and the keys.
    let settingsDigest: String
    /// What is wrong with the settings and the keys.
    let problems: [PublishProblem]

    var publicKeys: [String] { keys.map { Base64.encode($0.publicKey.bytes) } }

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
        list = try onSite(SourceList(root, others: [name] + settings.keys))
        settingsDigest = SHA256.hexadecimal(of: bytes + keys.flatMap(\.publicKey.bytes))
    }
}
