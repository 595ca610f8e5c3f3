import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// A page of a mini program with its decoded pictures.
package struct PageContent: Sendable {
    package let path: PagePath
    package let document: MarkdownDocument
    /// Pictures by their source as the page writes it; unavailable ones are missing.
    package let pictures: [String: Pixels]
}

/// Reads pages of an installed program. Everything blocks on the disk.
package enum PageReader {
    /// The number of pictures decoded for one page.
    static let mostPictures = 32
    /// The number of pixels of all pictures of a page, which stay in memory while it is shown: 160 MB. Pictures beyond
    /// it are left out.
    static let mostPixels = 40_000_000
    /// The size for which pictures are decoded: as wide as a page gets, and as high as its picture.
    static let pictureTarget = (width: 1216, height: 640)

    /// - Parameter isCancelled: asked before each picture; once it is `true`, the rest are skipped.
    /// - Throws: errors of the page itself; a picture with an error is left out.
    static func read(
        _ path: PagePath, from lease: AppLease, in surroundings: PlatformSurroundings = .live,
        isCancelled: () -> Bool = { false }
    ) throws -> PageContent {
        let document = try MarkdownParser.parse(lease.read(path.file.text, limit: MarkdownParser.sizeLimit))
        var pictures: [String: Pixels] = [:]
        var room = mostPixels
        for source in document.pictureSources.prefix(mostPictures) where !isCancelled() {
            guard let picture = picture(source, on: path, from: lease, room: room, surroundings) else { continue }
            pictures[source] = picture
            room -= picture.width * picture.height
        }
        return PageContent(path: path, document: document, pictures: pictures)
    }

    /// The same on a thread of its own, which ends soon after the task is cancelled.
    static func read(
        _ path: PagePath, from lease: AppLease, in surroundings: PlatformSurroundings = .live
    ) async throws -> PageContent {
        try await surroundings.work.run { flag in
            try read(path, from: lease, in: surroundings, isCancelled: { flag.isRaised })
        }
    }

    private static func picture(
        _ source: String, on page: PagePath, from lease: AppLease, room: Int, _ surroundings: PlatformSurroundings
    ) -> Pixels? {
        guard let file = PackagePath(source, on: page) else { return nil }
        guard let bytes = try? lease.read(file.text, limit: TransferBounds.picture) else { return nil }
        var limits = PictureLimits.standard
        limits.pixels = min(limits.pixels, room)
        return try? surroundings.pixels(of: bytes, limits: limits, targetPixels: pictureTarget)
    }
}

extension MarkdownDocument {
    /// Sources of pictures in the order of the text, without duplicates.
    package var pictureSources: [String] {
        var sources: [String] = []
        func look(_ inlines: [MarkdownInline]) {
            for inline in inlines {
                switch inline {
                case .image(let source, _): if !sources.contains(source) { sources.append(source) }
                case .emphasis(let inner), .strong(let inner), .link(_, let inner): look(inner)
                case .text, .code, .softBreak, .lineBreak: break
                }
            }
        }
        func look(_ blocks: [MarkdownBlock]) {
            for block in blocks {
                switch block {
                case .heading(_, let inlines), .paragraph(let inlines): look(inlines)
                case .list(_, _, let items): items.forEach(look)
                case .quote(let inner): look(inner)
                case .code, .rule: break
                }
            }
        }
        look(blocks)
        return sources
    }

    /// The text of the first heading; `nil` if there is none.
    package var title: String? {
        for case .heading(_, let inlines) in blocks { return Self.plainText(inlines) }
        return nil
    }

    private static func plainText(_ inlines: [MarkdownInline]) -> String {
        inlines.map { inline in
            switch inline {
            case .text(let text), .code(let text): text
            case .emphasis(let inner), .strong(let inner), .link(_, let inner): plainText(inner)
            case .image(_, let alternative): alternative
            case .softBreak, .lineBreak: " "
            }
        }.joined()
    }
}
