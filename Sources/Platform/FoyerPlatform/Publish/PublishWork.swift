import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// One publication: makes documents, compares them with what is served, and puts the new ones in place.
struct PublishWork {
    /// A document of the site.
    private struct Document {
        /// Its path below `v1/`.
        let key: String
        var serial: Int64 = 0
        /// The files named by content that it refers to.
        var contents: [String] = []
        /// A program's or pop-up's row in the catalogue; `nil` if it has none.
        var row: JSON?
    }

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
    /// The same settings and keys made the last publication.
    let areKeysKnown: Bool
    private var documents: [Document] = []
    private var writings: [Writing] = []
    private var gone: [String] = []
    /// Paths of the files named by content that the site does not have yet.
    private var new: Set<String> = []
    private var goneContents: [String] = []
    /// Contents that the last publications named and this one does not, the latest publication first.
    private var former: [[String]]
    private let signing: DocumentSigning

    /// The highest serial numbers so far, by key.
    private var serials: PublishSerials

    /// - Parameter notes: what former publications have left; `nil` if nothing is known, as in another checkout.
    init(_ source: SiteSource, site: SiteFolder?, notes: PublishNotes?, now: WallTime, writes: Bool) {
        (self.source, self.site, self.now, self.writes) = (source, site, now, writes)
        areKeysKnown = notes?.settings == source.settingsDigest
        former = notes?.former ?? []
        let keys = source.keys
        serials = notes?.serials ?? PublishSerials()
        // Another checkout may have published since.
        if let site, !keys.isEmpty { serials.reach(servedBy: site, keys: keys, after: now.seconds) }
        signing = DocumentSigning(
            keys: keys, lifetime: Int64(source.settings.lifetime) * 86_400, now: now,
            serial: serials.next(for: keys, at: now))
        result.publicKeys = source.publicKeys
    }

    mutating func advise(_ phrase: Phrase) { result.advice.append(phrase) }

    // MARK: - Making

    /// Makes all documents, and works out what changes. Throws every problem of the sources at once.
    mutating func build() throws(PublishError) {
        var (units, problems) = try buildUnits()
        let served = try servedKeys()
        // For hosts that pin a key, only a signed document ends a campaign.
        for key in served.subtracting(source.list.keys) where signing.isOn {
            if let ended = SiteBuilder.Unit(ended: key, served: self.served(key), now: now) { units.append(ended) }
        }
        for unit in units { try add(unit, &problems) }
        problems = source.problems + problems
        guard problems.isEmpty else { throw .problems(problems) }
        try addCatalogue()
        try refuseSerial()
        gone = served.subtracting(documents.map(\.key)).sorted()
        if signing.isOn, gone.contains(where: { $0.hasPrefix("apps/") }) { advise(.removedUnsigned) }
        result.removed = gone.map { "v1/" + $0 }
        result.documents = documents.count
        try findOldContents()
        for list in [\PublishResult.added, \.changed, \.renewed] { result[keyPath: list].sort() }
    }

    private mutating func buildUnits() throws(PublishError) -> ([SiteBuilder.Unit], [PublishProblem]) {
        let (site, writes) = (site, writes)
        // A reference, because the builder's closure cannot change this value.
        let counter = Counter()
        var builder = SiteBuilder(source.root, keys: source.keys, now: now) { (path, bytes) throws(DiskError) in
            guard counter.seen.insert(path).inserted else { return }
            // A file's name alone does not say what is in it.
            if let site, site.holds(bytes, at: path) { return }
            counter.new.insert(path)
            if writes { try site?.stage(bytes, for: path) }
        }
        builder.programs = source.list.programs
        var units: [SiteBuilder.Unit] = []
        for key in source.list.keys {
            if let unit = try builder.build(key) { units.append(unit) }
        }
        if !source.list.keys.contains("config") { units.append(SiteBuilder.Unit(key: "config")) }
        new = counter.new
        builder.noteSharedIDs()
        result.notes = source.list.notes + builder.notes
        return (units, source.list.problems + builder.problems)
    }

    /// A serial number that no host would take, or that would lock hosts out for long, is not signed.
    private func refuseSerial() throws(PublishError) {
        guard signing.isOn, !writings.isEmpty else { return }
        let limit = now.seconds + PublishSerials.maxLead
        guard let serial = signing.serial, serial <= limit else {
            throw .serialAhead(WallTime(seconds: serials.highest(of: source.keys) ?? .max), now: now)
        }
    }

    private final class Counter {
        var seen: Set<String> = []
        var new: Set<String> = []
    }

    /// The keys of all documents that the site serves.
    private func servedKeys() throws(PublishError) -> Set<String> {
        guard let site else { return [] }
        return Set(try onSite(site.documents()).map { String($0.dropFirst(3)) })
    }

    /// A document as the site serves it.
    private func served(_ key: String) -> [UInt8]? {
        site?.read("v1/" + key, limit: CataloguedProgram.maxCatalogueBytes)
    }

    /// Compares a new document with the one that is served.
    private mutating func add(_ unit: SiteBuilder.Unit, _ problems: inout [PublishProblem]) throws(PublishError) {
        var unit = unit
        let bytes = served(unit.key)
        let before = bytes.flatMap { try? JSON.parse($0) }
        if let before, unit.key.hasPrefix("apps/"),
            let problem = PublishRules.version(unit.key, JSON.object(unit.members), before)
        {
            let mark = SourceMarks(problem.file, in: source.root).mark(at: "version.code")
            let marked = PublishProblem(problem.file, at: mark, problem.message)
            // With other keys than before, its package would lack a signature that counts.
            guard holdsBack, areKeysKnown || !signing.isOn, let held = SiteBuilder.Unit(held: unit.key, served: before)
            else {
                return problems.append(marked)
            }
            result.heldBack.append(marked)
            unit = held
        }
        if let problem = PublishRules.refusal(of: unit.key, JSON.object(unit.members)) {
            return problems.append(problem)
        }
        add(Document(key: unit.key, contents: unit.contents, row: unit.row), unit.members, bytes, before)
    }

    /// - Parameters:
    ///   - bytes: the document that is served; `nil` if there is none.
    ///   - before: the same as JSON.
    private mutating func add(_ document: Document, _ members: [JSON.Member], _ bytes: [UInt8]?, _ before: JSON?) {
        var document = document
        let path = "v1/" + document.key
        let isSame = before.map { SignedDocument.unsigned($0).jsonText } == JSON.object(members).jsonText
        if isSame, let bytes, let before,
            let serial = signing.standing(of: path, bytes, before, on: site, areKeysKnown: areKeysKnown)
        {
            document.serial = serial
            documents.append(document)
            return
        }
        let signed = signing.sign(members, &document.serial)
        documents.append(document)
        writings.append(Writing(path: path, bytes: Array(JSON.object(signed).jsonText.utf8), former: bytes))
        if bytes == nil {
            result.added.append(path)
        } else if isSame {
            result.renewed.append(path)
        } else {
            result.changed.append(path)
        }
    }

    private mutating func addCatalogue() throws(PublishError) {
        let rows = documents.compactMap { document in document.row.map { (document.key, $0) } }
        let members = SiteBuilder.catalogue(Dictionary(rows) { $1 })
        guard JSON.object(members).jsonText.utf8.count < CataloguedProgram.maxCatalogueBytes else {
            throw .problems([PublishProblem("programs", .tooManyPrograms)])
        }
        let bytes = served("catalogue")
        add(Document(key: "catalogue"), members, bytes, bytes.flatMap { try? JSON.parse($0) })
    }

    // MARK: - What goes

    /// Finds files that no document of the last publications names.
    private mutating func findOldContents() throws(PublishError) {
        let live = Set(documents.lazy.flatMap(\.contents))
        // Of a program that stays as it was, nothing new is put.
        result.newContents = new.intersection(live).count
        site?.unstage { !live.contains($0) }
        let known = Set(former.joined()).union(live)
        // Nobody knows which publication named them; they count as the last one's.
        var dropped: [String] = []
        for folder in SiteContent.folders {
            for name in try onSite(site?.files(in: folder) ?? [])
            where SiteContent.isName(name) && !known.contains("\(folder)/\(name)") {
                dropped.append("\(folder)/\(name)")
            }
        }
        var candidates = former
        if !dropped.isEmpty || !writings.isEmpty || !gone.isEmpty { candidates.insert(dropped.sorted(), at: 0) }
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
    func makeNotes() -> PublishNotes {
        var notes = PublishNotes(settings: source.settingsDigest, serials: serials)
        for document in documents { notes.serials.reach(document.serial, by: source.keys) }
        notes.former = former
        return notes
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

    /// - Parameter signed: gets the serial number.
    func sign(_ members: [JSON.Member], _ signed: inout Int64) -> [JSON.Member] {
        guard isOn, let serial else { return members }
        signed = serial
        return SignedDocument.members(members, serial: serial, expires: WallTime(seconds: now.seconds + lifetime))
    }

    /// The signatures of every body by every key.
    func signatures(of path: String, _ bodies: [[UInt8]]) -> [[UInt8]] {
        bodies.flatMap { bytes in
            let message = SignedDocument.message(path: path, body: bytes)
            return keys.map { $0.signature(of: message) }
        }
    }

    /// The serial number of a served document that may stay as it is; `nil` if it must be signed again.
    ///
    /// - Parameter areKeysKnown: whether these keys made every signature. If not, no other may be there: a key that was
    ///   dropped must not vouch for anything any more.
    func standing(
        of path: String, _ bytes: [UInt8], _ json: JSON, on site: SiteFolder?, areKeysKnown: Bool
    ) -> Int64? {
        let hasSignature = json[SignedDocument.serialName] != nil || json[SignedDocument.expiresName] != nil
        guard isOn else { return hasSignature ? nil : 0 }
        guard case .integer(let serial)? = json[SignedDocument.serialName],
            case .string(let text)? = json[SignedDocument.expiresName], let expires = WallTime(rfc3339: text),
            !isOld(expires.seconds), let place = SignedDocument.signaturePath(of: path),
            let file = site?.read(place, limit: SignedDocument.maxSignatureBytes),
            SignedDocument.signatures(in: file) != nil
        else { return nil }
        let lines = Set(String(decoding: file, as: UTF8.self).split(separator: "\n"))
        let own = Set(signatures(of: path, [bytes]).map { Base64.encode($0)[...] })
        guard areKeysKnown ? lines.isSuperset(of: own) : lines == own else { return nil }
        return serial
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
