import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// A picture drawn in cells, ready to be shown.
package struct PreparedPicture: Sendable {
    /// As the item writes it.
    package let imageURL: String
    package let style: CellPicture.Style
    package let picture: CellPicture
}

/// The pictures of one banner in memory: encoded, decoded, and drawn in cells, each kind within a limit.
///
/// A thread of its own draws one picture after another, in the order of the requests.
package final class CampaignPictures: Sendable {
    struct Bounds: Sendable {
        /// Bytes of encoded pictures.
        var encoded = 16 << 20
        /// Bytes of decoded pictures.
        var decoded = 32 << 20
        /// Bytes of cells.
        var drawn = 24 << 20
    }

    private struct DecodedKey: Hashable {
        let digest: String
        let width: Int?
        let height: Int?
    }

    private struct DrawnKey: Hashable {
        let digest: String
        let style: CellPicture.Style
    }

    private struct Job {
        let imageURL: String
        let style: CellPicture.Style
        let round: Int
        let post: @Sendable (PreparedPicture) -> Void
    }

    private struct State {
        /// What is shown for each address.
        var digests: [String: String] = [:]
        var encoded: LeastRecentlyUsed<String, [UInt8]>
        var decoded: LeastRecentlyUsed<DecodedKey, Pixels>
        var drawn: LeastRecentlyUsed<DrawnKey, CellPicture>
        var jobs: [Job] = []
        /// The number of calls of `prepare` so far; results of an older one come too late.
        var round = 0
        var style: CellPicture.Style?
        var isDrawing = false
        var isClosed = false
    }

    private let state: Mutex<State>
    /// Reloads a picture that is no longer in memory.
    private let reread: @Sendable (String) -> CachedBody?

    private let surroundings: PlatformSurroundings

    init(
        bounds: Bounds = Bounds(), in surroundings: PlatformSurroundings = .live,
        reread: @escaping @Sendable (String) -> CachedBody?
    ) {
        self.surroundings = surroundings
        state = Mutex(
            State(
                encoded: LeastRecentlyUsed(bound: bounds.encoded), decoded: LeastRecentlyUsed(bound: bounds.decoded),
                drawn: LeastRecentlyUsed(bound: bounds.drawn)))
        self.reread = reread
    }

    // MARK: - Drawn

    /// The picture in that style, if it is in memory already.
    package func cells(for imageURL: String, style: CellPicture.Style) -> CellPicture? {
        state.withLock { state in
            guard let digest = state.digests[imageURL] else { return nil }
            return state.drawn.value(for: DrawnKey(digest: digest, style: style))
        }
    }

    /// Draws these pictures in order: the visible page, then its neighbours. Pictures of an earlier call that have not
    /// begun are dropped; one that has begun is kept but not posted.
    ///
    /// - Parameters:
    ///   - imageURLs: as the items write them. One that has not arrived is skipped; ask again when it has.
    ///   - post: called for each on a client thread, even if it was drawn before.
    package func prepare(
        _ imageURLs: [String], style: CellPicture.Style, post: @escaping @Sendable (PreparedPicture) -> Void
    ) {
        let begins = state.withLock { state in
            guard !state.isClosed else { return false }
            state.round += 1
            state.style = style
            var asked: Set<String> = []
            state.jobs = imageURLs.filter { asked.insert($0).inserted }.map {
                Job(imageURL: $0, style: style, round: state.round, post: post)
            }
            guard !state.isDrawing, !state.jobs.isEmpty else { return false }
            state.isDrawing = true
            return true
        }
        if begins { Task { [self] in await surroundings.work.run { [self] in drawAll() } } }
    }

    private func drawAll() {
        while let job = nextJob() {
            guard let picture = draw(job.imageURL, job.style) else { continue }
            let isWanted = state.withLock { $0.round == job.round && !$0.isClosed }
            if isWanted { job.post(PreparedPicture(imageURL: job.imageURL, style: job.style, picture: picture)) }
        }
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty, !state.isClosed else {
                state.isDrawing = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }

    private func draw(_ imageURL: String, _ style: CellPicture.Style) -> CellPicture? {
        guard let digest = state.withLock({ $0.digests[imageURL] }) else { return nil }
        let key = DrawnKey(digest: digest, style: style)
        if let picture = state.withLock({ $0.drawn.value(for: key) }) { return picture }
        guard let pixels = try? pixels(imageURL, digest, style.usefulPixels) else { return nil }
        let picture = surroundings.cells(for: pixels, style: style)
        let cost = picture.cells.count * MemoryLayout<ScreenCell>.stride
        state.withLock { $0.drawn.insert(picture, for: key, cost: cost) }
        return picture
    }

    // MARK: - Decoded

    /// The size to decode pictures for until a style is known: a wide terminal's banner.
    static let usualPixels = (width: 1_600, height: 640)

    private func pixels(
        _ imageURL: String, _ digest: String, _ target: (width: Int, height: Int)?
    ) throws(PictureError) -> Pixels {
        let key = DecodedKey(digest: digest, width: target?.width, height: target?.height)
        if let pixels = state.withLock({ $0.decoded.value(for: key) }) { return pixels }
        let bytes = state.withLock { $0.encoded.value(for: digest) } ?? reread(imageURL)?.bytes
        guard let bytes else { throw .unknownFormat }
        return try decode(bytes, key, target)
    }

    private func decode(
        _ bytes: [UInt8], _ key: DecodedKey, _ target: (width: Int, height: Int)?
    ) throws(PictureError) -> Pixels {
        let pixels = try surroundings.pixels(of: bytes, targetPixels: target)
        state.withLock { $0.decoded.insert(pixels, for: key, cost: pixels.bytes.count) }
        return pixels
    }

    /// Decodes and stores a picture, and blocks meanwhile.
    ///
    /// - Returns: whether it differs from the former one.
    /// - Throws: why the bytes are not a picture.
    func take(_ picture: CachedBody, for imageURL: String) throws(PictureError) -> Bool {
        let digest = picture.digest
        if state.withLock({ $0.digests[imageURL] == digest }) { return false }
        let style = state.withLock { $0.style }
        let target = style.map { $0.usefulPixels } ?? Self.usualPixels
        let key = DecodedKey(digest: digest, width: target?.width, height: target?.height)
        if !state.withLock({ $0.decoded.contains(key) }) { _ = try decode(picture.bytes, key, target) }
        state.withLock { state in
            state.digests[imageURL] = digest
            state.encoded.insert(picture.bytes, for: digest, cost: picture.bytes.count)
        }
        return true
    }

    /// Whether the picture has arrived.
    package func has(_ imageURL: String) -> Bool {
        state.withLock { $0.digests[imageURL] != nil }
    }

    /// Stops drawing and posting, and frees the memory.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.jobs = []
            state.digests = [:]
            state.encoded.removeAll()
            state.decoded.removeAll()
            state.drawn.removeAll()
        }
    }
}
