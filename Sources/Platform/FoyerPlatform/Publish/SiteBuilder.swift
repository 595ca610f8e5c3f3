import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Makes a site's documents from its sources.
struct SiteBuilder {
    /// A document, and what belongs to it.
    struct Unit {
        let key: String
        var members: [JSON.Member] = []
        var images: [String] = []
        var contents: [String] = []
        var row: JSON?
    }

    /// Where a source names another file.
    private struct Naming {
        let file: String
        let key: String
        /// As written; in a manifest perhaps after a slash.
        let path: String
    }

    let root: Folder
    let keys: [Ed25519.PrivateKey]
    let now: WallTime
    /// Takes the bytes of each file that is named by its content.
    let put: (_ path: String, _ bytes: [UInt8]) throws(DiskError) -> Void
    var packing = PackageBuilder.Packing.smallest
    /// The keys of the site's programs, to which links may lead.
    var programs: Set<String> = []
    /// Whether pages are read and pictures decoded. That takes time which a host's start does not have.
    var opensContents = true
    private(set) var problems: [PublishProblem] = []
    /// What looks odd and stops no publication.
    private(set) var notes: [PublishProblem] = []
    /// The ids of pop-ups by their keys.
    private var popupIDs: [String: String] = [:]
    /// The programs that links lead to; `nil` for those that are wrong themselves.
    private var targets: [String: LinkTarget?] = [:]
    /// By their names; `nil` for those that are wrong, which is said once.
    private var pictures: [String: SiteFile?] = [:]

    init(
        _ root: Folder, keys: [Ed25519.PrivateKey], now: WallTime,
        put: @escaping (_ path: String, _ bytes: [UInt8]) throws(DiskError) -> Void
    ) {
        (self.root, self.keys, self.now, self.put) = (root, keys, now, put)
    }

    /// Returns `nil` if something is wrong; `problems` says what.
    mutating func build(_ key: String) throws(PublishError) -> Unit? {
        let (kind, name) = PathParts(key).both
        let before = problems.count
        let unit =
            switch kind {
            case "apps": try program(name)
            case "banners": try banner(name)
            case "popups": try popup(name)
            default: try config()
            }
        return problems.count == before ? unit : nil
    }

    /// The catalogue's members, of rows by their documents' keys.
    static func catalogue(_ rows: [String: JSON]) -> [JSON.Member] {
        func list(_ kind: String) -> [JSON] {
            rows.filter { $0.key.hasPrefix(kind) }.sorted { $0.key < $1.key }.map(\.value)
        }
        let popups = list("popups/")
        return JSON.members(["programs": .array(list("apps/")), "popups": popups.isEmpty ? nil : .array(popups)])
    }

    // MARK: - Programs

    private mutating func program(_ id: String) throws(PublishError) -> Unit? {
        let place = "programs/\(id)"
        let folder = try onSite(root.folder("programs").folder(id))
        let program = try decode("\(place)/\(SiteProgram.fileName)", .program, .theProgram, orElse: SiteProgram())
        guard let manifest = try manifest(id, folder, place), let program else { return nil }
        targets[id] = LinkTarget(program, manifest)
        checkPages(PageCheck(manifest, program, in: folder, place: place, opensContents: opensContents))
        guard let package = try package(manifest, folder, place) else { return nil }
        let icon = try icon(program, manifest, folder, place)
        let files = try resources(program, folder, place)
        guard let icon, let files, manifest.appID.text == id else { return nil }
        let digest = SHA256.hexadecimal(of: package)
        let file = SiteFile(url: SiteContent.package(digest), size: package.count, digest: digest)
        if program.status == .active { try keep(package, file) }
        var unit = Unit(key: "apps/" + id)
        unit.members = program.document(
            manifest, iconURL: icon.url, package: file,
            signatures: program.status == .active ? keys.map { Base64.encode($0.signature(of: package)) } : [],
            files: files)
        unit.images = program.icon.map { [$0] } ?? []
        unit.contents = [icon.url] + (program.status == .active ? [file.url] + files.map(\.url) : [])
        unit.row = program.row(manifest, iconURL: icon.url)
        return unit
    }

    private mutating func checkPages(_ check: PageCheck) {
        var check = check
        check.run()
        problems += check.problems
        notes += check.notes
    }

    private mutating func manifest(
        _ id: String, _ folder: Folder, _ place: String
    ) throws(PublishError) -> Manifest? {
        let file = place + "/" + Manifest.path
        guard let bytes = try read(Manifest.path, in: folder, limit: Manifest.maxBytes, as: file) else { return nil }
        let json: JSON
        do { json = try JSON.parse(bytes) } catch {
            let (line, column) = Self.place(of: error.offset, in: bytes)
            problems.append(PublishProblem(file, line: line, column: column, Phrase(asIs: "This is \(error).")))
            return nil
        }
        problems += Manifest.mistakes(in: json).map {
            PublishProblem(file, at: SourceMarks(file, in: root).mark(at: $0.path), Phrase(asIs: "\($0)."))
        }
        guard let manifest = try? Manifest.validate(bytes) else { return nil }
        if manifest.appID.text != id {
            let mark = SourceMarks(file, in: root).mark(at: "app_id")
            problems.append(PublishProblem(file, at: mark, .appIDDiffers(manifest.appID, folder: id)))
        }
        noteHidden(manifest.name, under: "name", in: file)
        return manifest
    }

    private mutating func package(
        _ manifest: Manifest, _ folder: Folder, _ place: String
    ) throws(PublishError) -> [UInt8]? {
        do {
            let (archive, paths, _) = try PackageBuilder.archive(
                of: folder, leavingOut: SiteProgram.besidePackage, packing: packing
            ) { _, _ in nil }
            notePaths(paths, manifest, place)
            if !keys.isEmpty, archive.count > PackageLimits.signedArchiveSize {
                problems.append(PublishProblem(place, .packageTooLargeToSign))
                return nil
            }
            return archive
        } catch {
            if case .disk(let error) = error { throw .disk(error) }
            if case .refused(let refusal) = error, refusal.reason == .entryTooLarge, let entry = refusal.entry {
                problems.append(PublishProblem("\(place)/\(entry)", .isTooLarge(limit: PackageLimits.entrySize)))
            } else {
                problems.append(PublishProblem(place, error.cause))
            }
            return nil
        }
    }

    /// What a package has in vain, or lacks without harm.
    private mutating func notePaths(_ paths: [String], _ manifest: Manifest, _ place: String) {
        let pages = Set(manifest.pages.map(\.file.text))
        for path in paths where !pages.contains(path) {
            if path.hasPrefix("pages/"), path.hasSuffix(PagePath.ending) {
                notes.append(PublishProblem("\(place)/\(path)", .pageNotListed))
            } else if path.hasSuffix("~") {
                notes.append(PublishProblem("\(place)/\(path)", .copyIsPacked))
            }
        }
        let known = Set(paths)
        for icon in manifest.icons where !known.contains(icon.text) {
            let file = "\(place)/\(Manifest.path)"
            notes += SourceMarks(file, in: root).all("src") { [icon.text, "/" + icon.text].contains($0) }
                .map { PublishProblem(file, at: $0, .namesMissing("\(place)/\(icon)")) }
        }
    }

    private mutating func icon(
        _ program: SiteProgram, _ manifest: Manifest, _ folder: Folder, _ place: String
    ) throws(PublishError) -> SiteFile? {
        if let name = program.icon {
            return try image(Naming(file: "\(place)/\(SiteProgram.fileName)", key: "icon", path: name))
        }
        guard let path = manifest.icons.first?.text else {
            problems.append(PublishProblem(place, .noIcon))
            return nil
        }
        let file = "\(place)/\(path)"
        let naming = Naming(file: "\(place)/\(Manifest.path)", key: "src", path: path)
        guard let bytes = try read(path, in: folder, limit: TransferBounds.picture, as: file, named: naming) else {
            return nil
        }
        return try picture(bytes, as: file)
    }

    private mutating func resources(
        _ program: SiteProgram, _ folder: Folder, _ place: String
    ) throws(PublishError) -> [SiteFile]? {
        var files: [SiteFile] = []
        for path in program.resources {
            let source = SiteProgram.resourceFolder + "/" + path
            guard
                let bytes = try read(
                    source, in: folder, limit: AppMetadata.maxResourceSize, as: "\(place)/\(source)",
                    named: Naming(file: "\(place)/\(SiteProgram.fileName)", key: "resources", path: path))
            else { continue }
            let digest = SHA256.hexadecimal(of: bytes)
            let file = SiteFile(url: SiteContent.resource(digest), size: bytes.count, digest: digest)
            if program.status == .active { try keep(bytes, file) }
            files.append(file)
        }
        return files.count == program.resources.count ? files : nil
    }

    // MARK: - Campaigns and config

    private mutating func banner(_ key: String) throws(PublishError) -> Unit? {
        let file = "banners/\(key).yaml"
        guard let banner = try decode(file, .banner, .theCampaign) else { return nil }
        checkLinks(banner.items.map(\.link), file)
        noteEnds(banner.items.map(\.until), file)
        for title in Set(banner.items.map(\.title)).sorted() { noteHidden(title, under: "title", in: file) }
        var unit = Unit(key: "banners/" + key)
        let urls = try imageURLs(banner.items.map(\.image), file, &unit)
        unit.members = banner.document(key: key, imageURLs: urls, at: now)
        return unit
    }

    private mutating func popup(_ key: String) throws(PublishError) -> Unit? {
        let file = "popups/\(key).yaml"
        guard let popup = try decode(file, .popup, .thePopup) else { return nil }
        checkLinks(popup.buttons.map(\.openURL), file)
        noteEnds([popup.until], file)
        noteHidden(popup.title, under: "title", in: file)
        noteHidden(popup.text, under: "text", in: file)
        for label in Set(popup.buttons.map(\.label)).sorted() { noteHidden(label, under: "label", in: file) }
        popupIDs[key] = popup.id
        var unit = Unit(key: "popups/" + key)
        let urls = try imageURLs([popup.image].compactMap { $0 }, file, &unit)
        unit.members = popup.document(key: key, imageURLs: urls)
        unit.row = popup.row(key: key)
        return unit
    }

    /// Links that lead into programs must lead somewhere.
    private mutating func checkLinks(_ links: [String], _ file: String) {
        for link in Set(links).sorted() {
            guard let program = ProgramLink(link) else {
                if let note = SiteLink.oddity(of: link, programs: programs) {
                    notes += places(of: link, under: "link", in: file).map { PublishProblem(file, at: $0, note) }
                }
                continue
            }
            let (problem, note) = judge(program)
            guard problem != nil || note != nil else { continue }
            let places = places(of: link, under: "link", in: file)
            if let problem { problems += places.map { PublishProblem(file, at: $0, problem) } }
            if let note { notes += places.map { PublishProblem(file, at: $0, note) } }
        }
    }

    private mutating func judge(_ link: ProgramLink) -> (problem: Phrase?, note: Phrase?) {
        guard programs.contains("apps/" + link.appID) else { return (.leadsToNoProgram(link.appID), nil) }
        guard let target = target(link.appID) else { return (nil, nil) }
        if let page = link.page, !target.pages.contains(page) {
            return (.leadsToNoPage(page.text, of: link.appID), nil)
        }
        return (nil, target.status == .active ? nil : .leadsToWithdrawn(link.appID, target.status.rawValue))
    }

    /// A program that has not changed is read for the links that lead to it.
    private mutating func target(_ id: String) -> LinkTarget? {
        if let known = targets[id] { return known }
        let found = LinkTarget(id, in: root)
        targets[id] = .some(found)
        return found
    }

    private mutating func config() throws(PublishError) -> Unit? {
        var unit = Unit(key: "config")
        let file = "config.yaml"
        unit.members = try decode(file, .config, .theConfig, orElse: ConfigValues.none)?.members ?? []
        let config = JSON.object(unit.members)
        let loads = TouchConfiguration.loadsKey
        if let value = config[loads], value != .bool(true), value != .bool(false) {
            let mark = SourceMarks(file, in: root).mark(at: loads)
            notes.append(PublishProblem(file, at: mark, .expected(loads, .trueOrFalse)))
        }
        return unit
    }

    // MARK: - Notes

    /// Says of pop-ups which others have their id.
    mutating func noteSharedIDs() {
        let keys = Dictionary(grouping: popupIDs.keys) { popupIDs[$0] ?? "" }
        for key in popupIDs.keys.sorted() {
            guard let id = popupIDs[key], let other = keys[id]?.sorted().first(where: { $0 != key }) else { continue }
            let file = "popups/\(key).yaml"
            let phrase = Phrase.sharesID("popups/\(other).yaml", id)
            notes += places(of: id, under: "id", in: file).prefix(1).map { PublishProblem(file, at: $0, phrase) }
        }
    }

    /// What is over is published all the same, and shown by no host.
    private mutating func noteEnds(_ ends: [WallTime?], _ file: String) {
        let now = now
        guard ends.contains(where: { $0.map { $0 <= now } ?? false }) else { return }
        notes += SourceMarks(file, in: root).all("until") { WallTime(rfc3339: $0).map { $0 <= now } ?? false }
            .map { PublishProblem(file, at: $0, .isOver) }
    }

    /// Characters that control a terminal, or are invisible, are shown by no host.
    private mutating func noteHidden(_ text: String, under key: String, in file: String) {
        let lines = text.split(separator: "\n")
        guard !lines.allSatisfy({ SafeText.keeps(String($0)) }) else { return }
        notes += places(of: text, under: key, in: file).map { PublishProblem(file, at: $0, .hidesCharacters) }
    }

    private mutating func imageURLs(
        _ names: [String], _ file: String, _ unit: inout Unit
    ) throws(PublishError) -> [String: String] {
        var urls: [String: String] = [:]
        var seen: Set<String> = []
        for name in names where seen.insert(name).inserted {
            guard let picture = try image(Naming(file: file, key: "image", path: name)) else { continue }
            urls[name] = picture.url
            unit.images.append(name)
            unit.contents.append(picture.url)
        }
        return urls
    }

    // MARK: - Files

    /// A picture below `images/`.
    private mutating func image(_ naming: Naming) throws(PublishError) -> SiteFile? {
        let name = naming.path
        if let known = pictures[name] { return known }
        let place = "images/" + name
        let before = problems.count
        let bytes = try read(place, in: root, limit: TransferBounds.picture, as: place, named: naming)
        var picture: SiteFile?
        if let bytes { picture = try self.picture(bytes, as: place) }
        // One that is missing is missing in each file that names it.
        if picture != nil || problems[before...].allSatisfy({ $0.file == place }) { pictures[name] = .some(picture) }
        return picture
    }

    private mutating func picture(_ bytes: [UInt8], as file: String) throws(PublishError) -> SiteFile? {
        guard let ending = SitePicture.ending(of: bytes) else {
            problems.append(PublishProblem(file, PictureError.unknownFormat.cause))
            return nil
        }
        if opensContents {
            switch SitePicture.verdict(on: bytes) {
            case .shown: break
            case .unknown(let why): notes.append(PublishProblem(file, why.cause))
            case .refused(let why):
                problems.append(PublishProblem(file, why.cause))
                return nil
            }
        }
        let digest = SHA256.hexadecimal(of: bytes)
        let picture = SiteFile(
            url: SiteContent.picture(digest, ending: ending), size: bytes.count, digest: digest)
        try keep(bytes, picture)
        return picture
    }

    private func keep(_ bytes: [UInt8], _ file: SiteFile) throws(PublishError) {
        try onSite(put(file.url, bytes))
    }

    private mutating func decode<Value>(
        _ file: String, _ shape: YAMLShape<Value>, _ what: Phrase, orElse standard: Value? = nil
    ) throws(PublishError) -> Value? {
        let bytes: [UInt8]
        do { bytes = try root.file(file).readAll(limit: YAMLDocument.largest) } catch {
            if error.code == ENOENT, let standard { return standard }
            problems.append(PublishProblem(file, error, limit: YAMLDocument.largest))
            return nil
        }
        let (value, found) = shape.decode(bytes, as: what)
        problems += found.map { PublishProblem(file, at: $0) }
        return value
    }

    /// - Parameter named: where it is named, which is where a missing one is reported.
    private mutating func read(
        _ path: String, in folder: Folder, limit: Int, as file: String, named: Naming? = nil
    ) throws(PublishError) -> [UInt8]? {
        do { return try folder.file(path).readAll(limit: limit) } catch {
            if error.code == ENOENT, let named {
                let isName = { [named.path, "/" + named.path].contains($0) }
                let marks = SourceMarks(named.file, in: root).all(named.key, where: isName)
                problems += marks.map { PublishProblem(named.file, at: $0, .namesMissing(file)) }
            } else {
                problems.append(PublishProblem(file, error, limit: limit))
            }
            return nil
        }
    }

    /// Where a word stands under a key of a file.
    private func places(of word: String, under key: String, in file: String) -> [YAMLMark] {
        SourceMarks(file, in: root).all(key) { $0 == word }
    }

    /// The line and column of an offset, from 1; columns count Unicode scalars.
    private static func place(of offset: Int, in bytes: [UInt8]) -> (Int, Int) {
        let before = bytes.prefix(offset)
        let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (max(1, lines.count), (lines.last ?? []).count { $0 & 0xC0 != 0x80 } + 1)
    }
}
