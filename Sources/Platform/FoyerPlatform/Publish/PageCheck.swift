import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Reads a program's pages as hosts do, and finds what none of them could open or show.
struct PageCheck {
    private let manifest: Manifest
    private let program: SiteProgram
    private let folder: Folder
    /// The program's folder, relative to the sources.
    private let place: String
    private let opensContents: Bool
    private(set) var problems: [PublishProblem] = []
    private(set) var notes: [PublishProblem] = []
    /// The pictures that have been opened; each is judged once.
    private var opened: Set<String> = []

    /// - Parameter opensContents: whether to read the pages; if not, they only have to be there.
    init(_ manifest: Manifest, _ program: SiteProgram, in folder: Folder, place: String, opensContents: Bool) {
        (self.manifest, self.program, self.folder) = (manifest, program, folder)
        (self.place, self.opensContents) = (place, opensContents)
    }

    mutating func run() {
        for (index, page) in manifest.pages.enumerated() {
            guard Self.isPacked(page.file), folder.hasFile(page.file.text) else {
                let file = "\(place)/\(Manifest.path)"
                let mark = SourceMarks(Manifest.path, in: folder).mark(at: "pages[\(index)]")
                problems.append(PublishProblem(file, at: mark, .pageWithoutFile(page)))
                continue
            }
            if opensContents { check(page) }
        }
    }

    /// Hidden files, and those beside the package, do not get into it.
    private static func isPacked(_ path: PackagePath) -> Bool {
        let names = path.names
        return !names.contains { $0.hasPrefix(".") } && !SiteProgram.besidePackage.contains(names.first ?? "")
    }

    private mutating func check(_ page: PagePath) {
        let file = "\(place)/\(page.file)"
        let bytes: [UInt8]
        let references: [MarkdownReference]
        do {
            bytes = try folder.file(page.file.text).readAll(limit: MarkdownParser.sizeLimit)
            references = try MarkdownParser.references(in: bytes)
        } catch let error as DiskError {
            return problems.append(PublishProblem(file, error, limit: MarkdownParser.sizeLimit))
        } catch {
            return problems.append(PublishProblem(file, Phrase(asIs: "\(error)")))
        }
        if let note = Self.oddity(of: bytes) { notes.append(PublishProblem(file, line: note.line, note.message)) }
        for reference in references {
            let problem = reference.isPicture ? problem(picture: reference, page) : problem(link: reference, page)
            guard let problem else { continue }
            problems.append(PublishProblem(file, line: reference.line, column: reference.column, problem))
        }
    }

    /// What looks odd in a page's text, and where.
    private static func oddity(of bytes: [UInt8]) -> (line: Int, message: Phrase)? {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            return (wrong + 1, .pageNotUTF8)
        }
        return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? (1, .pageIsEmpty) : nil
    }

    private func problem(link: MarkdownReference, _ page: PagePath) -> Phrase? {
        switch PageLink(link.target, on: page) {
        case .external: nil
        case .page(let target): manifest.pages.contains(target) ? nil : .leadsToNoPage(target.text)
        case .refused(let refusal): .linkRefused(refusal)
        }
    }

    /// What is wrong with a picture itself is said of its own file.
    private mutating func problem(picture: MarkdownReference, _ page: PagePath) -> Phrase? {
        guard let path = PackagePath(picture.target, on: page) else { return .pictureOutside }
        guard let source = source(of: path) else { return .namesMissing("\(place)/\(path)") }
        guard opened.insert(source).inserted else { return nil }
        let file = "\(place)/\(source)"
        do {
            switch SitePicture.verdict(on: try folder.file(source).readAll(limit: TransferBounds.picture)) {
            case .shown: break
            case .unknown(let why): notes.append(PublishProblem(file, why.cause))
            case .refused(let why): problems.append(PublishProblem(file, why.cause))
            }
        } catch {
            problems.append(PublishProblem(file, error, limit: TransferBounds.picture))
        }
        return nil
    }

    /// The file that a path leads to in the installed program; `nil` if there is none.
    private func source(of path: PackagePath) -> String? {
        let file = program.resources.contains(path.text) ? "\(SiteProgram.resourceFolder)/\(path)" : path.text
        guard file != path.text || Self.isPacked(path), folder.hasFile(file) else { return nil }
        return file
    }
}
