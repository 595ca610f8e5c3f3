import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// One publication: makes documents, compares them with what is served, and puts the new ones in place.
struct PublishWork {
    /// A document to write.
    private struct Writing {
        let path: String
        let bytes: [UInt8]
        /// What is served until it is in place.
        let former: [UInt8]?
    }

    let source: SiteSource
    let site: SiteFolder?
    let now: WallTime
    let writes: Bool
    /// Whether a program that lacks a new version stays as it is served (`Publisher.holdsBack`).
    var holdsBack = false
    private(set) var result = PublishResult()
    private let known: [String: PublishIndex.Record]
    private let old: PublishIndex?
    private var records: [PublishIndex.Record] = []
    private var writings: [Writing] = []
    private var gone: [String] = []
    /// Paths of the files named by content that the site does not have yet.
    private var new: Set<String> = []
    private var goneContents: [String] = []
    private var former: [[String]] = []
    private let signing: DocumentSigning

    /// The highest serial numbers so far, by key.
    private var serials: PublishSerials

    /// - Parameter serials: what former publications have signed with, as far as that is known here.
    init(
        _ source: SiteSource, site: SiteFolder?, index: PublishIndex?, serials: PublishSerials = PublishSerials(),
        now: WallTime, writes: Bool
    ) {
        (self.source, self.site, self.now, self.writes) = (source, site, now, writes)
        old = index
        known = Dictionary((index?.records ?? []).map { ($0.key, $0) }) { first, _ in first }
        self.serials = serials
        let keys = source.keys
        for record in known.values { self.serials.reach(record.serial, by: keys) }
        // Without an index, as in another checkout, only the site itself says how far it has come.
        if index == nil, let site, !keys.isEmpty { self.serials.reach(servedBy: site, keys: keys, after: now.seconds) }
        signing = DocumentSigning(
            keys: keys, lifetime: Int64(source.settings.lifetime) * 86_400, now: now,
            serial: self.serials.next(for: keys, at: now))
        result.publicKeys = source.publicKeys
    }

    mutating func advise(_ phrase: Phrase) { result.advice.append(phrase) }

    // MARK: - Making

    /// Makes all documents, and works out what changes. Throws every problem of the sources at once.
    mutating func build() throws(PublishError) {
        let stamps = imageStamps()
        var (built, problems) = try buildChanged(stamps)
        let served = try servedKeys()
        // For hosts that pin a key, only a signed document ends a campaign.
        for key in served.subtracting(source.scan.units.map(\.key)) where signing.isOn {
            if let ended = SiteBuilder.Unit(ended: key, served: self.served(key), now: now) {
                built.append((ended, nil))
            }
        }
        for (unit, stamp) in built { try add(unit, stamp, stamps, &problems) }
        problems = source.problems + problems
        guard problems.isEmpty else { throw .problems(problems) }
        try addCatalogue()
        try renew()
        try refuseSerial()
        gone = served.subtracting(records.map(\.key)).sorted()
        if signing.isOn, gone.contains(where: { $0.hasPrefix("apps/") }) { advise(.removedUnsigned) }
        result.removed = gone.map { "v1/" + $0 }
        result.documents = records.count
        try findOldContents()
        for list in [\PublishResult.added, \.changed, \.renewed] { result[keyPath: list].sort() }
    }

    /// Makes what has changed since the last publication, and keeps the records of the rest.
    private mutating func buildChanged(
        _ stamps: [String: TreeStamp]
    ) throws(PublishError) -> (built: [Built], problems: [PublishProblem]) {
        let (site, writes) = (site, writes)
        // A reference, because the builder's closure cannot change this value.
        let (counter, trusts) = (Counter(), old != nil)
        var builder = SiteBuilder(source.root, keys: source.keys, now: now) { (path, bytes) throws(DiskError) in
            guard counter.seen.insert(path).inserted else { return }
            // Without notes that still hold, a file's name alone does not say what is in it.
            if let site, trusts ? site.root.hasFile(path) : site.holds(bytes, at: path) { return }
            counter.new.insert(path)
            if writes { try site?.stage(bytes, for: path) }
        }
        // A link to a program or a page that is gone is a mistake now.
        let programs = source.scan.programs
        var losesTarget = known.keys.contains { $0.hasPrefix("apps/") && !programs.contains($0) }
        builder.programs = programs
        var built: [Built] = []
        // Programs come first: their keys do.
        for unit in source.scan.units {
            let mayMislead = losesTarget && !unit.key.hasPrefix("apps/")
            if !mayMislead, let record = known[unit.key], isUpToDate(record, unit.stamp, stamps) {
                records.append(record)
                continue
            }
            result.sourcesRead += 1
            let isSettled = !unit.stamp.couldHideChange(since: source.scan.start)
            guard let made = try builder.build(unit.key) else { continue }
            built.append((made, isSettled ? unit.stamp : nil))
            if let record = known[unit.key], made.losesTarget(since: record) { losesTarget = true }
        }
        if !source.scan.units.contains(where: { $0.key == "config" }) {
            built.append((SiteBuilder.Unit(key: "config"), nil))
        }
        new = counter.new
        let popups = records.filter { $0.key.hasPrefix("popups/") }
        builder.noteSharedIDs(
            beside: Dictionary(popups.map { (String($0.key.dropFirst(7)), $0.row) }) { first, _ in first })
        result.notes = source.scan.notes + builder.notes
        return (built, source.scan.problems + builder.problems)
    }

    /// A serial number that no host would take, or that would lock hosts out for long, is not signed.
    private func refuseSerial() throws(PublishError) {
        guard signing.isOn, !writings.isEmpty else { return }
        let limit = now.seconds + PublishSerials.maxLead
        guard let serial = signing.serial, serial <= limit else {
            throw .serialAhead(WallTime(seconds: serials.highest(of: source.keys) ?? .max), now: now)
        }
    }

    private func isUpToDate(
        _ record: PublishIndex.Record, _ stamp: TreeStamp, _ stamps: [String: TreeStamp]
    ) -> Bool {
        guard record.stamp == stamp, !isDue(record) else { return false }
        return source.scan.images == old?.head.images || imageStamp(of: record.images, in: stamps) == record.imageStamp
    }

    private typealias Built = (unit: SiteBuilder.Unit, stamp: TreeStamp?)

    private final class Counter {
        var seen: Set<String> = []
        var new: Set<String> = []
    }

    private func isDue(_ record: PublishIndex.Record) -> Bool {
        record.nextChange != 0 && record.nextChange <= now.seconds
    }

    private func imageStamps() -> [String: TreeStamp] {
        Dictionary(source.scan.imageStamps) { first, _ in first }
    }

    private func imageStamp(of names: [String], in stamps: [String: TreeStamp]) -> TreeStamp {
        names.reduce(into: TreeStamp()) { $0.add(stamps[$1] ?? TreeStamp(), under: 5) }
    }

    /// The keys of all documents that the site serves.
    private func servedKeys() throws(PublishError) -> Set<String> {
        if old != nil { return Set(known.keys) }
        guard let site else { return [] }
        var keys: Set<String> = []
        for kind in ["apps", "banners", "popups"] {
            for name in try onSite(site.files(in: "v1/" + kind)) {
                if AppID(name) != nil { keys.insert("\(kind)/\(name)") }
            }
        }
        for name in ["config", "catalogue"] where site.root.hasFile("v1/" + name) { keys.insert(name) }
        return keys
    }

    /// A document as the site serves it.
    private func served(_ key: String) -> [UInt8]? {
        guard let site, old == nil || known[key] != nil else { return nil }
        return site.read("v1/" + key, limit: CataloguedProgram.maxCatalogueBytes)
    }

    /// Compares a new document with the one that is served.
    private mutating func add(
        _ unit: SiteBuilder.Unit, _ stamp: TreeStamp?, _ stamps: [String: TreeStamp],
        _ problems: inout [PublishProblem]
    ) throws(PublishError) {
        var (unit, stamp) = (unit, stamp)
        let bytes = served(unit.key)
        let before = bytes.flatMap { try? JSON.parse($0) }
        if let before, unit.key.hasPrefix("apps/"),
            let problem = PublishRules.version(unit.key, JSON.object(unit.members), before)
        {
            let mark = SourceMarks(problem.file, in: source.root).mark(at: "version.code")
            let marked = PublishProblem(problem.file, at: mark, problem.message)
            // With other keys than before, its package would lack a signature that counts.
            guard holdsBack, old != nil || !signing.isOn, let held = SiteBuilder.Unit(held: unit.key, served: before)
            else {
                return problems.append(marked)
            }
            result.heldBack.append(marked)
            (unit, stamp) = (held, nil)
        }
        let document = JSON.object(unit.members)
        let text = document.jsonText
        if let problem = PublishRules.refusal(of: unit.key, document) { return problems.append(problem) }
        var record = PublishIndex.Record(key: unit.key, stamp: stamp, digest: Self.digest(text))
        record.images = unit.images
        // A picture that changed just now may change again within one tick of the clock.
        record.imageStamp =
            unit.images.contains { stamps[$0]?.couldHideChange(since: source.scan.start) ?? true }
            ? TreeStamp() : imageStamp(of: unit.images, in: stamps)
        record.contents = unit.contents
        record.row = unit.row?.jsonText ?? ""
        record.pages = unit.pages
        record.nextChange = unit.nextChange?.seconds ?? 0
        try add(record, unit.members, text, bytes, before)
    }

    private mutating func add(
        _ record: PublishIndex.Record, _ members: [JSON.Member], _ text: String, _ bytes: [UInt8]?, _ before: JSON?
    ) throws(PublishError) {
        var record = record
        let path = "v1/" + record.key
        let isSame = before.map { SignedDocument.unsigned($0).jsonText == text } ?? false
        if isSame, let bytes, let before,
            let (serial, expires) = signing.standing(
                of: path, bytes, before, on: site, areKeysKnown: old != nil)
        {
            (record.serial, record.expires) = (serial, expires)
            records.append(record)
            return
        }
        let members = signing.sign(members, &record)
        records.append(record)
        writings.append(Writing(path: path, bytes: Array(JSON.object(members).jsonText.utf8), former: bytes))
        if bytes == nil {
            result.added.append(path)
        } else if isSame {
            result.renewed.append(path)
        } else {
            result.changed.append(path)
        }
    }

    /// Signs unchanged documents again if their signatures are getting old.
    private mutating func renew() throws(PublishError) {
        guard signing.isOn else { return }
        let written = Set(writings.map(\.path))
        for index in records.indices
        where signing.isOld(records[index].expires) && !written.contains("v1/" + records[index].key) {
            guard let bytes = served(records[index].key), case .object(let members)? = try? JSON.parse(bytes),
                case .object(let bare) = SignedDocument.unsigned(.object(members))
            else { continue }
            let path = "v1/" + records[index].key
            let signed = signing.sign(bare, &records[index])
            writings.append(
                Writing(path: path, bytes: Array(JSON.object(signed).jsonText.utf8), former: bytes))
            result.renewed.append(path)
        }
    }

    private mutating func addCatalogue() throws(PublishError) {
        let rows = records.map(\.row)
        let before = (old?.records ?? []).filter { $0.key != "catalogue" }.map(\.row)
        if let record = known["catalogue"], rows.filter({ !$0.isEmpty }) == before.filter({ !$0.isEmpty }) {
            records.append(record)
            return
        }
        // The rows are JSON already: thousands of them need not be parsed and written again.
        func list(_ kind: String) -> String {
            records.filter { !$0.row.isEmpty && $0.key.hasPrefix(kind) }.sorted { $0.key < $1.key }.map(\.row)
                .joined(separator: ",")
        }
        let popups = list("popups/")
        let text =
            "{\"programs\":[" + list("apps/") + "]" + (popups.isEmpty ? "" : ",\"popups\":[" + popups + "]") + "}"
        guard case .object(let members)? = try? JSON.parse(Array(text.utf8)) else { return }
        let bytes = served("catalogue")
        guard text.utf8.count < CataloguedProgram.maxCatalogueBytes else {
            throw .problems([PublishProblem("programs", .tooManyPrograms)])
        }
        try add(
            PublishIndex.Record(key: "catalogue", stamp: nil, digest: Self.digest(text)), members, text, bytes,
            bytes.flatMap { try? JSON.parse($0) })
    }

    private static func digest(_ text: String) -> String { SHA256.hexadecimal(of: Array(text.utf8)) }

    // MARK: - What goes

    /// Finds files that no document of the last publications names.
    private mutating func findOldContents() throws(PublishError) {
        let live = Set(records.lazy.flatMap(\.contents))
        // Of a program that stays as it was, nothing new is put.
        result.newContents = new.intersection(live).count
        site?.unstage { !live.contains($0) }
        var candidates: [[String]]
        if let old {
            candidates = old.former
            let dropped = Set(old.records.lazy.flatMap(\.contents)).subtracting(live)
            if !writings.isEmpty || !gone.isEmpty { candidates.insert(dropped.sorted(), at: 0) }
        } else {
            // Without an index nobody knows which publication named them; they count as the last one's.
            var found: [String] = []
            for folder in SiteContent.folders {
                for name in try onSite(site?.files(in: folder) ?? [])
                where SiteContent.isName(name) && !live.contains("\(folder)/\(name)") {
                    found.append("\(folder)/\(name)")
                }
            }
            candidates = [found.sorted()]
        }
        let keeps = source.settings.keeps
        former = candidates.prefix(keeps).map { $0.filter { !live.contains($0) } }
        let kept = Set(former.joined()).union(live)
        goneContents = candidates.dropFirst(keeps).joined().filter { !kept.contains($0) }
        result.removedContents = goneContents.count
    }

    // MARK: - Putting

    /// Puts everything in place.
    mutating func put() throws(PublishError) {
        guard let site else { return }
        // Files named by content first: no document names them yet.
        try site.putStaged()
        for writing in writings where signing.isOn {
            guard let place = SignedDocument.signaturePath(of: writing.path) else { continue }
            // A host that has just read the former document must find its signature, too.
            let signatures = signing.signatures(of: writing.path, [writing.bytes, writing.former].compactMap { $0 })
            try onSite(site.stage(SignedDocument.signatureFile(signatures), for: place))
        }
        try site.putStaged()
        // The catalogue comes last, once everything that it lists is in place.
        for writing in writings.sorted(by: { $0.path != "v1/catalogue" && $1.path == "v1/catalogue" }) {
            try onSite(site.stage(writing.bytes, for: writing.path))
        }
        try site.putStaged()
        for key in gone { try site.remove("v1/" + key) }
        for key in gone { try site.remove("v1/signatures/" + key) }
        if !signing.isOn { for writing in writings { try site.remove("v1/signatures/" + writing.path.dropFirst(3)) } }
        for path in goneContents { try site.remove(path) }
        try site.syncFolders()
    }

    /// What the next publication needs to know.
    func makeIndex(_ site: TreeStamp) -> PublishIndex {
        let dues = records.lazy.flatMap { record -> [Int64] in
            let renewal = signing.isOn ? record.expires - signing.lifetime / 2 : .max
            return [renewal, record.nextChange == 0 ? .max : record.nextChange]
        }
        var head = PublishIndex.Head(
            // What was held back is said again by the next publication, even if nothing changes until then.
            sources: result.heldBack.isEmpty ? source.scan.total : TreeStamp(), images: source.scan.images,
            site: site, settings: source.settingsDigest, validUntil: dues.min() ?? .max, serials: serials)
        for record in records { head.serials.reach(record.serial, by: source.keys) }
        var index = PublishIndex(head: head)
        index.records = records.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        index.former = former
        return index
    }
}

/// Signs a site's documents, and decides whether one that is served may stay as it is.
struct DocumentSigning {
    let keys: [Ed25519.PrivateKey]
    /// How long a signature is valid, in seconds.
    let lifetime: Int64
    let now: WallTime
    /// Of what is signed now; `nil` if there is none above the former ones.
    let serial: Int64?

    var isOn: Bool { !keys.isEmpty }

    /// Whether less than half of a signature's lifetime is left.
    func isOld(_ expires: Int64) -> Bool { expires - now.seconds < lifetime / 2 }

    func sign(_ members: [JSON.Member], _ record: inout PublishIndex.Record) -> [JSON.Member] {
        guard isOn, let serial else { return members }
        let expires = WallTime(seconds: now.seconds + lifetime)
        (record.serial, record.expires) = (serial, expires.seconds)
        return SignedDocument.members(members, serial: serial, expires: expires)
    }

    /// The signatures of every body by every key.
    func signatures(of path: String, _ bodies: [[UInt8]]) -> [[UInt8]] {
        bodies.flatMap { bytes in
            let message = SignedDocument.message(path: path, body: bytes)
            return keys.map { $0.signature(of: message) }
        }
    }

    /// The serial number and expiry of a served document that may stay as it is; `nil` if it must be signed again.
    ///
    /// - Parameter areKeysKnown: whether these keys made every signature. If not, no other may be there: a key that was
    ///   dropped must not vouch for anything any more.
    func standing(
        of path: String, _ bytes: [UInt8], _ json: JSON, on site: SiteFolder?, areKeysKnown: Bool
    ) -> (Int64, Int64)? {
        let hasSignature = json[SignedDocument.serialName] != nil || json[SignedDocument.expiresName] != nil
        guard isOn else { return hasSignature ? nil : (0, 0) }
        guard case .integer(let serial)? = json[SignedDocument.serialName],
            case .string(let text)? = json[SignedDocument.expiresName], let expires = WallTime(rfc3339: text),
            !isOld(expires.seconds), let place = SignedDocument.signaturePath(of: path),
            let file = site?.read(place, limit: SignedDocument.maxSignatureBytes)
        else { return nil }
        let lines = Set(String(decoding: file, as: UTF8.self).split(separator: "\n"))
        let own = Set(signatures(of: path, [bytes]).map { Base64.encode($0)[...] })
        guard areKeysKnown ? lines.isSuperset(of: own) : lines == own else { return nil }
        return (serial, expires.seconds)
    }
}

extension SiteBuilder.Unit {
    /// A program that stays as it is served, because its sources may not be published yet.
    ///
    /// - Parameter served: its document; `nil` comes of one that no host would launch.
    fileprivate init?(held key: String, served: JSON) {
        let document = SignedDocument.unsigned(served)
        guard case .object(let members) = document, let metadata = try? AppMetadata(document) else { return nil }
        self.init(key: key)
        self.members = members
        contents = [metadata.iconURL, metadata.package.url] + metadata.resources.map(\.file.url)
        row = SiteProgram.row(
            appID: metadata.appID.text, name: metadata.appName, iconURL: metadata.iconURL, slogan: metadata.slogan)
    }

    /// What a signed site serves in place of a campaign whose source is gone: a banner without items, or a pop-up that is
    /// over. To a host that pins a key, a missing document says nothing.
    ///
    /// - Parameters:
    ///   - key: the document's path below `v1/`; only those of campaigns have an end.
    ///   - served: the document until now, without which a pop-up ends under an id of its own.
    fileprivate init?(ended key: String, served: [UInt8]?, now: WallTime) {
        let (kind, name) = PathParts(key).both
        self.init(key: key)
        switch kind {
        case "banners":
            members = SiteBanner(name: "", items: []).document(key: name, imageURLs: [:], at: now)
        case "popups":
            let before = served.flatMap { try? JSON.parse($0) }.flatMap { try? PopupData($0) }
            // It ended when its source went, not with each publication since.
            let end = min(before?.until ?? now.seconds, now.seconds)
            members = SitePopup(
                id: before?.id ?? name, title: before?.title ?? name, text: "", until: WallTime(seconds: end)
            ).document(key: name, imageURLs: [:])
        default: return nil
        }
    }
}
