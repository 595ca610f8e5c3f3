import FoyerCore

/// Encoded pictures, kept while something shows their source, and which of them kitty has.
struct PictureStore {
    private struct Entry: Sendable {
        weak var source: PixelSource?
        let key: Key
        let image: UInt32
        let encoded: EncodedPicture
        /// Kitty has it.
        var isSent = false
    }

    /// What an encoding depends on besides the source.
    private struct Key: Hashable, Sendable {
        let source: ObjectIdentifier
        let shades: [PixelShade]
        /// Empty if the whole picture is sent once and parts of it are shown.
        let parts: [CellArea]
    }

    /// The most bytes of encoded pictures to keep.
    static let bound = 8 << 20

    private let isKitty: Bool
    private let wasteBound: Int
    /// The most recently used is last.
    private var entries: [Entry] = []
    /// Pictures that kitty has and nothing shows any more.
    private var waste: [(image: UInt32, cost: Int)] = []

    /// - Parameter wasteBound: the most bytes of unused pictures in kitty.
    init(isKitty: Bool, wasteBound: Int) {
        (self.isKitty, self.wasteBound) = (isKitty, wasteBound)
    }

    private func key(of picture: ShownPicture) -> Key {
        Key(source: ObjectIdentifier(picture.source), shades: picture.shades, parts: isKitty ? [] : picture.parts)
    }

    /// Two pictures have the same encoding.
    func isSame(_ one: ShownPicture, _ other: ShownPicture) -> Bool { key(of: one) == key(of: other) }

    private func index(of picture: ShownPicture) -> Int? {
        let key = key(of: picture)
        return entries.firstIndex { $0.key == key && $0.source === picture.source }
    }

    subscript(image: UInt32) -> EncodedPicture? { entries.first { $0.image == image }?.encoded }

    /// The number of a picture's encoding.
    func image(of picture: ShownPicture) -> UInt32? { index(of: picture).map { entries[$0].image } }

    /// The number under which kitty has a picture.
    func sentImage(of picture: ShownPicture) -> UInt32? {
        index(of: picture).flatMap { entries[$0].isSent ? entries[$0].image : nil }
    }

    /// The encoding of a picture, and its number.
    mutating func use(_ picture: ShownPicture) -> (image: UInt32, encoded: EncodedPicture)? {
        guard let index = index(of: picture) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return (entry.image, entry.encoded)
    }

    mutating func add(_ encoded: EncodedPicture, of picture: ShownPicture, image: UInt32) {
        entries.append(Entry(source: picture.source, key: key(of: picture), image: image, encoded: encoded))
    }

    func isSent(_ image: UInt32) -> Bool { entries.contains { $0.image == image && $0.isSent } }

    mutating func markSent(_ image: UInt32) {
        if let index = entries.firstIndex(where: { $0.image == image }) { entries[index].isSent = true }
    }

    /// The terminal has lost all pictures.
    mutating func forgetSent() {
        waste = []
        for index in entries.indices { entries[index].isSent = false }
    }

    /// Forgets unused pictures, and the oldest beyond the limit.
    ///
    /// - Parameters:
    ///   - inUse: pictures to keep: shown or on their way.
    ///   - painted: those that are at least partly on the screen.
    /// - Returns: the pictures that kitty should free. Along with one, it frees all others that are not on the screen
    ///   at present.
    mutating func free(inUse: Set<UInt32>, painted: Set<UInt32>) -> [UInt32] {
        var total = 0
        var stay: [Entry] = []
        for entry in entries.reversed() {
            total += entry.encoded.cost
            if entry.source != nil && total <= Self.bound || inUse.contains(entry.image) {
                stay.append(entry)
            } else if isKitty, entry.isSent {
                waste.append((entry.image, entry.encoded.cost))
            }
        }
        entries = stay.reversed()
        guard waste.reduce(0, { $0 + $1.cost }) > wasteBound else { return [] }
        defer { waste = [] }
        for index in entries.indices where !painted.contains(entries[index].image) { entries[index].isSent = false }
        return waste.map(\.image)
    }
}
