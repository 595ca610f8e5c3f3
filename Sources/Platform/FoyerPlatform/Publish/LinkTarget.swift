import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What links to a program depend on.
struct LinkTarget {
    let status: SiteProgram.Status
    let pages: [PagePath]

    init(_ program: SiteProgram, _ manifest: Manifest) {
        (status, pages) = (program.status, manifest.pages)
    }

    /// Reads a program's sources; `nil` if they are wrong, which is said where the program is built.
    init?(_ id: String, in root: Folder) {
        let place = "programs/\(id)/"
        guard let bytes = try? root.file(place + Manifest.path).readAll(limit: Manifest.maxBytes),
            let manifest = try? Manifest.validate(bytes)
        else { return nil }
        let file = try? root.file(place + SiteProgram.fileName).readAll(limit: YAMLDocument.largest)
        let decoded = file.map { YAMLShape<SiteProgram>.program.decode($0, as: .theProgram).value }
        guard let program = decoded ?? SiteProgram() else { return nil }
        self.init(program, manifest)
    }
}

extension SiteLink {
    /// What looks odd about a link that leads into no program, as far as Foyer knows; `nil` for nothing. Another host may
    /// well open it.
    ///
    /// - Parameter programs: the keys of the site's programs.
    static func oddity(of link: String, programs: Set<String>) -> Phrase? {
        guard let parts = try? DeepLink(link) else { return isMisplaced(link) ? .linkBelowPlatform : nil }
        let id = String((parts.segments.first ?? "").prefix { $0 != ";" })
        // A host's own scheme has its own routes; one that is nearly Foyer's is a slip.
        guard programs.contains("apps/" + id), Suggestion.distance(parts.scheme, "foyer") <= 2 else { return nil }
        return .linkAlmostToProgram(id)
    }

    /// Whether it is below the platform's own address, and was hardly meant to be.
    private static func isMisplaced(_ link: String) -> Bool {
        let start = link.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
        guard !start.contains(":") else { return false }
        return start.hasPrefix("www.") || start == "pages" || link.lowercased().hasSuffix(PagePath.ending)
    }
}
