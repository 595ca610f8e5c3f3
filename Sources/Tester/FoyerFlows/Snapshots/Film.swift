import Foyer
import FoyerCore

/// What a run showed, screen by screen.
package struct Film: Sendable {
    /// A screen, and what was beside it.
    private struct Shot {
        var screen: Buffer
        var theme: DisplayTheme
        /// Those that a terminal with pixels shows once they rest.
        var pictures: [ShownPicture]
        /// A multiple of ``Film/frame``.
        let time: Instant

        func isLike(_ other: Shot) -> Bool {
            screen == other.screen && pictures == other.pictures && theme == other.theme
        }
    }

    /// A screen of the moving picture.
    struct Scene: Sendable {
        let screen: Buffer
        let theme: DisplayTheme
        /// Shown in pixels.
        let pictures: [ShownPicture]
        /// How long it is shown.
        var time: Duration
    }

    /// Twenty screens a second: of several in one frame, the last is seen.
    static let frame = Duration.milliseconds(50)
    /// Nobody waits longer for the next screen.
    static let longestPause = Duration.seconds(3)
    /// How long the last one stays before it begins anew.
    static let end = Duration.milliseconds(2500)

    private var began: Instant?
    private var shots: [Shot] = []

    package init() {}

    /// Takes the screen of that instant, which is not earlier than the last.
    package mutating func take(_ screen: Buffer, theme: DisplayTheme, pictures: [ShownPicture] = [], at now: Instant) {
        let began = began ?? now
        self.began = began
        let frames = (now - began).saturatedNanoseconds / Self.frame.saturatedNanoseconds
        let shot = Shot(
            screen: screen, theme: theme, pictures: pictures, time: .zero + Self.frame * Int(clamping: frames))
        if let last = shots.last, last.time == shot.time { shots.removeLast() }
        if let last = shots.last, last.isLike(shot) { return }
        shots.append(shot)
    }

    /// The screens as a terminal with pixels shows them. None if nothing was shown.
    var scenes: [Scene] {
        var scenes: [(scene: Scene, from: Instant)] = []
        var rest = PicturesAtRest()
        for (index, shot) in shots.enumerated() {
            let next = index + 1 < shots.count ? shots[index + 1].time : nil
            _ = rest.show(shot.pictures, at: shot.time)
            var now: Instant? = shot.time
            while let instant = now {
                _ = rest.due(at: instant)
                let scene = Scene(
                    screen: shot.screen, theme: shot.theme, pictures: shot.pictures.filter(rest.isDue), time: Self.end)
                if let last = scenes.indices.last {
                    scenes[last].scene.time = min(instant - scenes[last].from, Self.longestPause)
                }
                scenes.append((scene, instant))
                now = rest.nextDeadline.flatMap { due in next.map { due < $0 } ?? true ? due : nil }
            }
        }
        return scenes.map(\.scene)
    }
}
