import Foyer

/// What changes from scene to scene of a film. The first changes are kept, since their colours are counted before they are
/// written.
struct SceneChanges {
    typealias Change = (rect: PixelRect, pixels: Pixels)

    private let scenes: [Film.Scene]
    private var kept: [Change?] = []
    /// How many bytes may still be kept.
    private var room: Int
    /// Before the next scene that is painted.
    private var painter: ScenePainter
    /// Before the first scene whose change is not kept; `nil` while all are.
    private var start: ScenePainter?
    private var next = 0

    /// - Parameter bytes: how many are kept.
    init(of scenes: [Film.Scene], _ painter: ScenePainter, keeping bytes: Int = 64 << 20) {
        (self.scenes, self.painter, room) = (scenes, painter, bytes)
    }

    /// Begins again with the first scene.
    mutating func rewind() {
        if let start { painter = start }
        next = 0
    }

    /// What changes with the next scene; `nil` if nothing does.
    mutating func change() throws(PictureFailure) -> Change? {
        defer { next += 1 }
        if next < kept.count { return kept[next] }
        let change = try painter.paint(scenes[next])
        if start == nil {
            kept.append(change)
            room -= change?.pixels.bytes.count ?? 0
            // Whoever copies a painter copies all its pixels at its next stroke.
            if room <= 0 { start = painter }
        }
        return change
    }
}
