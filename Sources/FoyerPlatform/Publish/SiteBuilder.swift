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
        var nextChange: WallTime?
    }

    let root: Folder
    let keys: [Ed25519.PrivateKey]
    let now: WallTime
    /// Takes the bytes of each file that is named by its content.
    let put: (_ path: String, _ bytes: [UInt8]) throws(DiskError) -> Void
    var packing = PackageBuilder.Packing.smallest
    /// The keys of the site's programs, to which links may lead.
    var programs: Set<String> = []
    private(set) var problems: [PublishProblem] = []
    private var pictures: [String: SiteFile] = [:]

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

    // MARK: - Programs

    private mutating func program(_ id: String) throws(PublishError) -> Unit? {
        let place = "programs/\(id)"
        let folder = try onSite(root.folder("programs").folder(id))
        let program = try decode("\(place)/\(SiteProgram.fileName)", .program, .theProgram, orElse: SiteProgram())
        guard let manifest = try manifest(id, folder, place), let program else { return nil }
        guard let package = try package(folder, place) else { return nil }
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

    private mutating func manifest(_ id: String, _ folder: Folder, _ place: String) throws(PublishError) -> Manifest? {
        let file = place + "/" + Manifest.path
        guard let bytes = try read(Manifest.path, in: folder, limit: Manifest.maxBytes, as: file) else { return nil }
        do {
            let manifest = try Manifest.validate(bytes)
            if manifest.appID.text != id {
                problems.append(PublishProblem(file, .appIDDiffers(manifest.appID, folder: id)))
            }
            return manifest
        } catch {
            // If it is not even JSON, the place of the error is known.
            do { _ = try JSON.parse(bytes) } catch {
                let (line, column) = Self.place(of: error.offset, in: bytes)
                problems.append(PublishProblem(file, line: line, column: column, Phrase(asIs: "This is \(error).")))
                return nil
            }
            problems.append(PublishProblem(file, Phrase(asIs: "\(error.reason).")))
            return nil
        }
    }

    private mutating func package(_ folder: Folder, _ place: String) throws(PublishError) -> [UInt8]? {
        do {
            let archive = try PackageBuilder.archive(
                of: folder, leavingOut: SiteProgram.besidePackage, packing: packing
            ) { bytes, paths in
                guard let manifest = try? Manifest.validate(bytes) else { return nil }
                return manifest.pages.first { !paths.contains($0.file.text) }.map { Phrase.pageWithoutFile($0) }
            }.bytes
            if !keys.isEmpty, archive.count > PackageLimits.signedArchiveSize {
                problems.append(PublishProblem(place, .packageTooLargeToSign))
                return nil
            }
            return archive
        } catch {
            if case .disk(let error) = error { throw .disk(error) }
            if case .manifest = error {
                problems.append(PublishProblem(place + "/" + Manifest.path, Phrase(asIs: error.description)))
            } else {
                problems.append(PublishProblem(place, Phrase(asIs: error.description)))
            }
            return nil
        }
    }

    private mutating func icon(
        _ program: SiteProgram, _ manifest: Manifest, _ folder: Folder, _ place: String
    ) throws(PublishError) -> SiteFile? {
        if let name = program.icon { return try image(name, named: "\(place)/\(SiteProgram.fileName)") }
        guard let path = manifest.icons.first?.text else {
            problems.append(PublishProblem(place, .noIcon))
            return nil
        }
        let file = "\(place)/\(path)"
        guard let bytes = try read(path, in: folder, limit: TransferBounds.picture, as: file) else { return nil }
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
                    source, in: folder, limit: AppMetadata.maxResourceSize, as: "\(place)/\(source)")
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
        checkPrograms(banner.items.map(\.link), file)
        var unit = Unit(key: "banners/" + key)
        let urls = try imageURLs(banner.items.map(\.image), file, &unit)
        unit.members = banner.document(key: key, imageURLs: urls, at: now)
        unit.nextChange = banner.nextChange(after: now)
        return unit
    }

    private mutating func popup(_ key: String) throws(PublishError) -> Unit? {
        let file = "popups/\(key).yaml"
        guard let popup = try decode(file, .popup, .thePopup) else { return nil }
        checkPrograms(popup.buttons.map(\.openURL), file)
        var unit = Unit(key: "popups/" + key)
        let urls = try imageURLs([popup.image].compactMap { $0 }, file, &unit)
        unit.members = popup.document(key: key, imageURLs: urls)
        unit.row = popup.row(key: key)
        return unit
    }

    /// Links to programs that the site does not have.
    private mutating func checkPrograms(_ links: [String], _ file: String) {
        for link in Set(links) {
            guard let program = ProgramLink(link), !programs.contains("apps/" + program.appID) else { continue }
            let mark = mark(of: link, in: file)
            problems.append(
                PublishProblem(file, line: mark.line, column: mark.column, .leadsToNoProgram(program.appID)))
        }
    }

    private mutating func config() throws(PublishError) -> Unit? {
        var unit = Unit(key: "config")
        unit.members = try decode("config.yaml", .config, .theConfig, orElse: ConfigValues.none)?.members ?? []
        return unit
    }

    private mutating func imageURLs(
        _ names: [String], _ file: String, _ unit: inout Unit
    ) throws(PublishError) -> [String: String] {
        var urls: [String: String] = [:]
        for name in names where urls[name] == nil {
            guard let picture = try image(name, named: file) else { continue }
            urls[name] = picture.url
            unit.images.append(name)
            unit.contents.append(picture.url)
        }
        return urls
    }

    // MARK: - Files

    /// A picture below `images/`.
    private mutating func image(_ name: String, named file: String) throws(PublishError) -> SiteFile? {
        if let known = pictures[name] { return known }
        let place = "images/" + name
        guard let bytes = try read(place, in: root, limit: TransferBounds.picture, as: place, namedIn: file),
            let picture = try picture(bytes, as: place)
        else { return nil }
        pictures[name] = picture
        return picture
    }

    private mutating func picture(_ bytes: [UInt8], as file: String) throws(PublishError) -> SiteFile? {
        guard let ending = Self.ending(of: bytes) else {
            problems.append(PublishProblem(file, .noPicture))
            return nil
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

    private static func ending(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if bytes.starts(with: "GIF8".utf8) { return "gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
        return nil
    }

    private mutating func decode<Value>(
        _ file: String, _ shape: YAMLShape<Value>, _ what: Phrase, orElse standard: Value? = nil
    ) throws(PublishError) -> Value? {
        let bytes: [UInt8]
        do { bytes = try root.file(file).readAll(limit: YAMLDocument.largest) } catch {
            if error.code == ENOENT, let standard { return standard }
            report(error, file)
            return nil
        }
        let (value, found) = shape.decode(bytes, as: what)
        problems += found.map { PublishProblem(file, at: $0) }
        return value
    }

    /// - Parameter other: the file that names it, where a missing one is reported.
    private mutating func read(
        _ path: String, in folder: Folder, limit: Int, as file: String, namedIn other: String? = nil
    ) throws(PublishError) -> [UInt8]? {
        do { return try folder.file(path).readAll(limit: limit) } catch {
            if error.code == ENOENT, let other {
                let mark = mark(of: path.hasPrefix("images/") ? String(path.dropFirst(7)) : path, in: other)
                problems.append(
                    PublishProblem(
                        other, line: mark.line, column: mark.column, .namesMissing(file)))
            } else {
                report(error, file)
            }
            return nil
        }
    }

    /// Where a word stands in a file.
    private func mark(of word: String, in file: String) -> YAMLMark {
        func find(_ node: YAMLNode) -> YAMLMark? {
            switch node.content {
            case .scalar(let text): text == word ? node.mark : nil
            case .sequence(let nodes): nodes.lazy.compactMap(find).first
            case .mapping(let pairs): pairs.lazy.compactMap { find($0.value) }.first
            }
        }
        let bytes = try? root.file(file).readAll(limit: YAMLDocument.largest)
        return bytes.flatMap { YAMLDocument($0).root }.flatMap(find) ?? YAMLMark(line: 1, column: 1)
    }

    private mutating func report(_ error: DiskError, _ file: String) {
        let problem = error.code == EFBIG ? Phrase.isTooLarge : error.cause
        problems.append(PublishProblem(file, problem))
    }

    /// The line and column of an offset, from 1; columns count Unicode scalars.
    private static func place(of offset: Int, in bytes: [UInt8]) -> (Int, Int) {
        let before = bytes.prefix(offset)
        let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (max(1, lines.count), (lines.last ?? []).count { $0 & 0xC0 != 0x80 } + 1)
    }
}
