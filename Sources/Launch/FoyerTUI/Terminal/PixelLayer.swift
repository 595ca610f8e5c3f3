import FoyerCore

/// The pixels over the cells of pictures at rest, and in kitty over those that move: decides what to send, and what
/// accompanies a frame.
///
/// Kitty moves what it has: the pictures that a banner shows or is about to show are sent while nothing moves, and each
/// frame of a slide then places other parts of them. Cells beneath pixels are not drawn meanwhile; whatever removes the
/// pixels draws them in the same frame.
///
/// Encoding is requested and handed back, so that this type knows neither a thread nor a clock.
struct PixelLayer {
    /// The consequences of a new frame.
    struct Change: Equatable {
        /// To be sent before the frame's own bytes.
        var bytes: [UInt8] = []
        /// Rows whose cells must be drawn again.
        var spoiled: [Int] = []
        /// The cells to draw; `nil` for the frame's own.
        var cells: [ScreenCell]?
    }

    private struct Painted: Equatable {
        let picture: ShownPicture
        let image: UInt32
        /// Kitty's, one for each part.
        let placements: [KittyPlacement]
    }

    private struct Transfer {
        let painted: Painted
        /// The picture is sent for later, and not shown yet.
        var isAhead = false
        /// Once the last of these has been sent, kitty has the picture.
        let uploads: Int
        let pieces: [[UInt8]]
        var next = 0
        /// Pieces from here on move the cursor.
        var isPainting: Bool { next > uploads }
    }

    /// The longest piece, so that a frame never waits for more.
    static let pieceLength = 2048
    private static let firstImage: UInt32 = 0x464F_0001

    private let output: PixelOutput
    /// Pixels follow pictures that move.
    private let follows: Bool
    private var rest = PicturesAtRest()
    /// The pictures that may come into view, as if they rested beside the screen.
    private var coming = PicturesAtRest()
    /// The same in the last frame.
    private var expected: [ShownPicture] = []
    /// Until when nothing is sent, because pictures move: each frame would cut it off.
    private var heldUntil: Instant?
    private var store: PictureStore
    private var nextImage = firstImage
    /// Requested but not encoded yet, by number.
    private var encoding: [UInt32: ShownPicture] = [:]
    private var transfers: [Transfer] = []
    /// Those that are at least partly on the screen.
    private var painted: [Painted] = []
    private var lastCells: [ScreenCell] = []
    /// The cursor's place while nothing is being painted.
    private var cursor = CellPosition(column: 0, row: 0)
    private var nextPlacement: UInt32 = 1
    /// Kitty's pictures must be removed before anything else, because the screen is redrawn.
    private var isUnknown = false

    /// - Parameters:
    ///   - isRecorded: whether the cells are recorded, which then have to be complete: pictures move in cells.
    ///   - wasteBound: the most bytes of unused pictures in kitty.
    init(output: PixelOutput, isRecorded: Bool = false, wasteBound: Int = PictureStore.bound) {
        self.output = output
        follows = output.form == .kitty && !isRecorded
        store = PictureStore(isKitty: output.form == .kitty, wasteBound: wasteBound)
    }

    private var isKitty: Bool { output.form == .kitty }

    // MARK: Frames

    /// Takes in a frame that is about to be drawn.
    ///
    /// - Parameter settle: moves the cursor to a known place; returns the bytes for that, and the place.
    mutating func show(
        _ frame: Frame, size: CellSize, at now: Instant,
        settle: () -> (bytes: [UInt8], cursor: CellPosition) = { ([], CellPosition(column: 0, row: 0)) }
    ) -> Change {
        // Terminals scroll if a picture touches the last row.
        let lastRow = isKitty ? Int.max : size.rows - 1
        var change = Change(bytes: interrupt() + clear())
        var resting: [ShownPicture] = []
        var followed: [ShownPicture] = []
        var next = follows ? frame.expected.compactMap(\.beside) : []
        for picture in frame.pictures where frame.size == size && (picture.isComplete || follows) {
            guard let shown = picture.shown(in: frame.cells, size: size, isUsable: { $0 < lastRow }) else { continue }
            let isSent = store.sentImage(of: shown) != nil
            if picture.isFollowed, follows, isSent {
                followed.append(shown)
            } else if picture.isComplete {
                resting.append(shown)
            }
            // A picture that was expected and is not there yet is still awaited.
            if follows, picture.isFollowed || !isSent && isExpected(shown), let beside = picture.beside {
                next.append(beside)
            }
        }
        let ready = follows ? resting.filter { isExpected($0) && store.sentImage(of: $0) != nil } : []
        let gone = rest.show(resting, at: now, ready: ready)
        expect(next, at: now)
        if isKitty {
            change.bytes += replace(gone, by: followed, at: now, settle: settle)
        } else {
            takeAway(gone, spoiled: &change.spoiled)
            repaint(in: frame, spoiled: &change.spoiled)
        }
        change.bytes += free()
        change.cells = cells(of: frame)
        lastCells = change.cells ?? frame.cells
        return change
    }

    private func isExpected(_ picture: ShownPicture) -> Bool { expected.contains { store.isSame($0, picture) } }

    /// Takes in what may come into view.
    private mutating func expect(_ pictures: [ShownPicture], at now: Instant) {
        expected = pictures.reduce(into: []) { pictures, picture in
            if !pictures.contains(picture) { pictures.append(picture) }
        }
        let gone = coming.show(expected, at: now)
        // One that is under way is completed.
        let first = (transfers.first?.next ?? 0) > 0 ? 1 : 0
        transfers[first...].removeAll { $0.isAhead && gone.contains($0.painted.picture) }
    }

    /// The frame's cells with those of the last frame beneath pixels, where nobody sees them: a slide draws none.
    private func cells(of frame: Frame) -> [ScreenCell]? {
        guard follows, lastCells.count == frame.cells.count else { return nil }
        var cells: [ScreenCell]?
        for entry in painted {
            for part in entry.picture.parts {
                let column = entry.picture.column + part.column
                for row in entry.picture.row + part.row..<entry.picture.row + part.row + part.rows {
                    let place = row * frame.size.columns + column..<row * frame.size.columns + column + part.columns
                    let former = lastCells[place]
                    // A wide character that is cut in half stays nowhere.
                    guard former.first?.width != 0, former.last.map({ $0.width < 2 }) == true,
                        former != frame.cells[place]
                    else { continue }
                    cells = cells ?? frame.cells
                    cells?.replaceSubrange(place, with: former)
                }
            }
        }
        return cells
    }

    /// Drawing beside a picture's cells may damage it, and a redrawn row loses all of its pictures: they are sent again
    /// right after the frame.
    private mutating func repaint(in frame: Frame, spoiled: inout [Int]) {
        let changes = painted.isEmpty ? [:] : RowChange.spans(from: lastCells, to: frame)
        var rows = Set(spoiled)
        var lost: [Painted] = []
        var isComplete = false
        while !isComplete {
            isComplete = true
            for entry in painted where !lost.contains(entry) {
                let picture = entry.picture
                let columns = picture.column..<picture.column + picture.source.size.columns
                let isTouched = picture.rows.contains { rows.contains($0) || changes[$0]?.overlaps(columns) == true }
                guard isTouched else { continue }
                lost.append(entry)
                rows.formUnion(picture.rows)
                isComplete = false
            }
        }
        spoiled = rows.sorted()
        painted.removeAll { lost.contains($0) }
        transfers.removeAll { lost.contains($0.painted) }
        for entry in lost {
            if let encoded = store[entry.image] { send(entry.picture, encoded, image: entry.image) }
        }
    }

    /// Stops painting a picture, which starts over after the frame. One that is only being transferred continues.
    private mutating func interrupt() -> [UInt8] {
        guard let first = transfers.first, first.isPainting else { return [] }
        transfers[0].next = first.uploads
        return Sixel.end + Self.move(to: cursor)
    }

    /// Removes everything from a screen that is redrawn.
    private mutating func clear() -> [UInt8] {
        guard isUnknown else { return [] }
        let bytes = isKitty ? abortUpload() + KittyGraphics.removeAll : []
        forgetScreen()
        isUnknown = false
        return bytes
    }

    private mutating func takeAway(_ gone: [ShownPicture], spoiled: inout [Int]) {
        let leaving = Set(gone)
        transfers.removeAll { leaving.contains($0.painted.picture) }
        spoiled = Set(painted.filter { leaving.contains($0.picture) }.flatMap(\.picture.rows)).sorted()
        painted.removeAll { leaving.contains($0.picture) }
    }

    /// Kitty's: removes what is no longer due or followed, and places what follows a movement.
    private mutating func replace(
        _ gone: [ShownPicture], by followed: [ShownPicture], at now: Instant,
        settle: () -> (bytes: [UInt8], cursor: CellPosition)
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        if let first = transfers.first, gone.contains(first.painted.picture) { bytes += abortUpload() }
        transfers.removeAll { gone.contains($0.painted.picture) }
        let sharp = followed + rest.duePictures
        let leaving = painted.filter { !sharp.contains($0.picture) }
        let arriving = sharp.filter { picture in
            !painted.contains { $0.picture == picture } && !transfers.contains { $0.painted.picture == picture }
        }.compactMap { picture in store.sentImage(of: picture).map { (picture: picture, image: $0) } }
        let change = KittyPlacement.replace(leaving.flatMap(\.placements), by: arriving, next: &nextPlacement)
        painted.removeAll { leaving.contains($0) }
        painted += zip(arriving, change.placements).map {
            Painted(picture: $0.picture, image: $0.image, placements: $1)
        }
        guard !change.commands.isEmpty else { return bytes }
        bytes += abortUpload()
        if followed.contains(where: { picture in arriving.contains { $0.picture == picture } }) {
            heldUntil = now + PicturesAtRest.time
        }
        guard !arriving.isEmpty else { return bytes + change.commands.flatMap { $0.bytes(cell: output.cell) } }
        let settled = settle()
        bytes += settled.bytes + change.commands.flatMap { $0.bytes(cell: output.cell) }
        return bytes + Self.move(to: settled.cursor)
    }

    /// Kitty accepts nothing else of its protocol during a transfer; its result is ignored.
    private mutating func abortUpload() -> [UInt8] {
        guard isKitty, let first = transfers.first, first.next > 0, first.next < first.uploads else { return [] }
        transfers[0].next = 0
        return KittyGraphics.abort
    }

    /// Forgets unused pictures. Tells kitty once that is worth it; pictures it frees in addition are sent again.
    private mutating func free() -> [UInt8] {
        let shown = Set(painted.map(\.image))
        let awaited = coming.duePictures
        let inUse = shown.union(transfers.map(\.painted.image)).union(awaited.compactMap { store.image(of: $0) })
        let freed = store.free(inUse: inUse, painted: shown)
        guard !freed.isEmpty else { return [] }
        let bytes = abortUpload() + freed.flatMap { KittyGraphics.free(image: $0) }
        for index in transfers.indices where !shown.contains(transfers[index].painted.image) {
            transfers[index].next = 0
        }
        for picture in awaited {
            if let entry = store.use(picture) { send(picture, entry.encoded, image: entry.image) }
        }
        return bytes
    }

    // MARK: What is at rest

    /// When a picture will have rested long enough, or may be sent.
    var nextDeadline: Instant? {
        [rest.nextDeadline, coming.nextDeadline, transfers.isEmpty ? nil : heldUntil].compactMap { $0 }.min()
    }

    /// The pictures to encode, each with its number; the others are queued. First those in view.
    mutating func due(at now: Instant) -> [(picture: ShownPicture, image: UInt32)] {
        if let end = heldUntil, end <= now { heldUntil = nil }
        return (rest.due(at: now) + coming.due(at: now)).compactMap { prepare($0) }
    }

    /// Queues a picture; returns it with a number if it has to be encoded first.
    private mutating func prepare(_ picture: ShownPicture) -> (picture: ShownPicture, image: UInt32)? {
        if let entry = store.use(picture) {
            send(picture, entry.encoded, image: entry.image)
            return nil
        }
        guard !encoding.values.contains(where: { store.isSame($0, picture) }) else { return nil }
        nextImage += 1
        encoding[nextImage] = picture
        return (picture, nextImage)
    }

    /// Takes an encoded picture.
    mutating func take(_ encoded: EncodedPicture?, of picture: ShownPicture, image: UInt32) {
        guard encoding.removeValue(forKey: image) != nil, let encoded else { return }
        store.add(encoded, of: picture, image: image)
        for due in rest.duePictures + coming.duePictures where store.isSame(due, picture) {
            send(due, encoded, image: image)
        }
    }

    private mutating func send(_ picture: ShownPicture, _ encoded: EncodedPicture, image: UInt32) {
        let uploads = encoded.pieces
        guard rest.isDue(picture) else { return sendAhead(picture, uploads, image: image) }
        var placements: [KittyPlacement] = []
        var body: [UInt8] = []
        if isKitty {
            let change = KittyPlacement.replace([], by: [(picture, image)], next: &nextPlacement)
            placements = change.placements[0]
            body = change.commands.flatMap { $0.bytes(cell: output.cell) }
        }
        for part in encoded.parts {
            body += Self.move(
                to: CellPosition(column: picture.column + part.area.column, row: picture.row + part.area.row))
            body += part.bytes
        }
        // Kitty places a picture in one piece: no frame ever finds a half of it.
        let length = isKitty ? max(1, body.count) : Self.pieceLength
        let pieces = stride(from: 0, to: body.count, by: length).map {
            Array(body[$0..<min($0 + length, body.count)])
        }
        transfers.append(
            Transfer(
                painted: Painted(picture: picture, image: image, placements: placements),
                uploads: uploads.count, pieces: uploads + pieces))
    }

    /// Kitty is to have a picture that is not in view yet.
    private mutating func sendAhead(_ picture: ShownPicture, _ uploads: [[UInt8]], image: UInt32) {
        guard isKitty, !store.isSent(image), !transfers.contains(where: { $0.painted.image == image && $0.isAhead })
        else { return }
        transfers.append(
            Transfer(
                painted: Painted(picture: picture, image: image, placements: []), isAhead: true,
                uploads: uploads.count, pieces: uploads))
    }

    // MARK: Sending

    /// There is something to send. Not before the frame after which the screen is known again, and not while
    /// pictures move.
    var hasPieces: Bool { !transfers.isEmpty && !isUnknown && heldUntil == nil }

    /// A picture has been sent in part: nothing may come between its pieces.
    var isSending: Bool { transfers.first.map { $0.next > 0 } ?? false }

    /// The next bytes to send while nothing else is waiting.
    ///
    /// - Parameter settle: moves the cursor to a known place; returns the bytes for that, and the place.
    mutating func nextPiece(settle: () -> (bytes: [UInt8], cursor: CellPosition)) -> [UInt8] {
        guard hasPieces else { return [] }
        var transfer = transfers[0]
        var bytes: [UInt8] = []
        // It has been sent for another place in the meantime.
        if transfer.next == 0, store.isSent(transfer.painted.image) { transfer.next = transfer.uploads }
        if transfer.next == transfer.uploads {
            (bytes, cursor) = settle()
            if !painted.contains(transfer.painted) { painted.append(transfer.painted) }
        }
        bytes += transfer.pieces[transfer.next]
        transfer.next += 1
        transfers[0] = transfer
        if transfer.isPainting, transfer.next == transfer.pieces.count { bytes += Self.move(to: cursor) }
        if transfer.next == transfer.pieces.count { transfers.removeFirst() }
        if transfer.next == transfer.uploads {
            store.markSent(transfer.painted.image)
            transfers.removeAll { $0.isAhead && $0.painted.image == transfer.painted.image }
        }
        return bytes
    }

    // MARK: Losing the screen

    /// The screen will be redrawn completely.
    mutating func invalidate(at now: Instant) {
        rest.restart(at: now)
        coming.restart(at: now)
        isUnknown = true
    }

    /// The terminal has been restored in between, and has lost all pictures.
    mutating func forget(at now: Instant) {
        invalidate(at: now)
        forgetScreen()
        isUnknown = false
    }

    /// The bytes that remove everything from the screen, which will be redrawn.
    mutating func leave() -> [UInt8] {
        let bytes = interrupt() + abortUpload()
        return isKitty ? bytes + KittyGraphics.removeAll : bytes
    }

    private mutating func forgetScreen() {
        (painted, heldUntil) = ([], nil)
        transfers = []
        lastCells = []
        store.forgetSent()
    }

    private static func move(to place: CellPosition) -> [UInt8] {
        Array("\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
    }
}
