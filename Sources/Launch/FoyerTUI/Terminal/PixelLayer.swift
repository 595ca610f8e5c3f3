import FoyerCore

/// The pixels over the cells of pictures at rest: decides what to send, and what accompanies a frame.
///
/// Encoding is requested and handed back, so that this type knows neither a thread nor a clock.
struct PixelLayer {
    /// The consequences of a new frame.
    struct Change: Equatable {
        /// To be sent before the frame's own bytes.
        var bytes: [UInt8] = []
        /// Rows whose cells must be drawn again.
        var spoiled: [Int] = []
    }

    private struct Painted: Equatable {
        let picture: ShownPicture
        let image: UInt32
        /// Kitty's numbers for its parts.
        let placements: Range<UInt32>
    }

    private struct Transfer {
        let painted: Painted
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
    private var rest = PicturesAtRest()
    private var store: PictureStore
    private var nextImage = firstImage
    /// Requested but not encoded yet.
    private var encoding: Set<UInt32> = []
    private var transfers: [Transfer] = []
    /// Those that are at least partly on the screen.
    private var painted: [Painted] = []
    private var lastCells: [ScreenCell] = []
    /// The cursor's place while nothing is being painted.
    private var cursor = CellPosition(column: 0, row: 0)
    private var nextPlacement: UInt32 = 1
    /// Kitty's pictures must be removed before anything else, because the screen is redrawn.
    private var isUnknown = false

    /// - Parameter wasteBound: the most bytes of unused pictures in kitty.
    init(output: PixelOutput, wasteBound: Int = PictureStore.bound) {
        self.output = output
        store = PictureStore(isKitty: output.form == .kitty, wasteBound: wasteBound)
    }

    private var isKitty: Bool { output.form == .kitty }

    // MARK: Frames

    /// Takes in a frame that is about to be drawn.
    mutating func show(_ frame: Frame, size: CellSize, at now: Instant) -> Change {
        defer { lastCells = frame.cells }
        // Terminals scroll if a picture touches the last row.
        let lastRow = isKitty ? Int.max : size.rows - 1
        let isSized = frame.size == size
        let pictures = frame.pictures.compactMap { picture in
            isSized ? picture.shown(in: frame.cells, size: frame.size) { $0 < lastRow } : nil
        }
        let gone = rest.show(pictures, at: now)
        var change = Change(bytes: interrupt(), spoiled: [])
        change.bytes += takeAway(gone, spoiled: &change.spoiled)
        if !isKitty { repaint(in: frame, spoiled: &change.spoiled) }
        change.bytes += free()
        return change
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

    private mutating func takeAway(_ gone: [ShownPicture], spoiled: inout [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        if isUnknown, isKitty { bytes += abortUpload() + KittyGraphics.removeAll }
        if isUnknown { forgetScreen() }
        isUnknown = false
        guard !gone.isEmpty else { return bytes }
        let leaving = Set(gone)
        if let first = transfers.first, leaving.contains(first.painted.picture) { bytes += abortUpload() }
        transfers.removeAll { leaving.contains($0.painted.picture) }
        for entry in painted where leaving.contains(entry.picture) {
            if isKitty {
                bytes += abortUpload()
                for placement in entry.placements {
                    bytes += KittyGraphics.remove(image: entry.image, placement: placement)
                }
            } else {
                spoiled += entry.picture.rows
            }
        }
        painted.removeAll { leaving.contains($0.picture) }
        spoiled = Array(Set(spoiled)).sorted()
        return bytes
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
        let freed = store.free(inUse: shown.union(transfers.map(\.painted.image)), painted: shown)
        guard !freed.isEmpty else { return [] }
        let bytes = abortUpload() + freed.flatMap { KittyGraphics.free(image: $0) }
        for index in transfers.indices where !shown.contains(transfers[index].painted.image) {
            transfers[index].next = 0
        }
        return bytes
    }

    // MARK: What is at rest

    /// When a picture will have rested long enough.
    var nextDeadline: Instant? { rest.nextDeadline }

    /// The pictures to encode, each with its number; the others are queued.
    mutating func due(at now: Instant) -> [(picture: ShownPicture, image: UInt32)] {
        rest.due(at: now).compactMap { picture in
            if let entry = store.use(picture) {
                send(picture, entry.encoded, image: entry.image)
                return nil
            }
            nextImage += 1
            encoding.insert(nextImage)
            return (picture, nextImage)
        }
    }

    /// Takes an encoded picture.
    mutating func take(_ encoded: EncodedPicture?, of picture: ShownPicture, image: UInt32) {
        guard encoding.remove(image) != nil, let encoded else { return }
        store.add(encoded, of: picture, image: image)
        if rest.isDue(picture) { send(picture, encoded, image: image) }
    }

    private mutating func send(_ picture: ShownPicture, _ encoded: EncodedPicture, image: UInt32) {
        let uploads = encoded.pieces
        let placements = nextPlacement..<nextPlacement + UInt32(isKitty ? picture.parts.count : 0)
        nextPlacement = placements.upperBound
        var body: [UInt8] = []
        if isKitty {
            for (placement, part) in zip(placements, picture.parts) {
                body += Self.move(to: CellPosition(column: picture.column + part.column, row: picture.row + part.row))
                body += KittyGraphics.place(
                    image: image, placement: placement, part: part.pixels(cell: output.cell), cells: part.size)
            }
        }
        for part in encoded.parts {
            body += Self.move(
                to: CellPosition(column: picture.column + part.area.column, row: picture.row + part.area.row))
            body += part.bytes
        }
        let pieces = stride(from: 0, to: body.count, by: Self.pieceLength).map {
            Array(body[$0..<min($0 + Self.pieceLength, body.count)])
        }
        transfers.append(
            Transfer(
                painted: Painted(picture: picture, image: image, placements: placements),
                uploads: uploads.count, pieces: uploads + pieces))
    }

    // MARK: Sending

    /// Whether there is something to send. Not before the frame after which the screen is known again.
    var hasPieces: Bool { !transfers.isEmpty && !isUnknown }

    /// Whether a picture has been sent in part: nothing may come between its pieces.
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
        if transfer.next == transfer.uploads { store.markSent(transfer.painted.image) }
        transfers[0] = transfer
        if transfer.next == transfer.pieces.count {
            bytes += Self.move(to: cursor)
            transfers.removeFirst()
        }
        return bytes
    }

    // MARK: Losing the screen

    /// The screen will be redrawn completely.
    mutating func invalidate(at now: Instant) {
        rest.restart(at: now)
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
        painted = []
        transfers = []
        lastCells = []
        store.forgetSent()
    }

    private static func move(to place: CellPosition) -> [UInt8] {
        Array("\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
    }
}
