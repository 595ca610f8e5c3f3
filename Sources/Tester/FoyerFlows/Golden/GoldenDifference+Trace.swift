import Foyer
import FoyerGolden
import FoyerTrace

extension GoldenDifference {
    /// The agreed screen, for a page that shows it beside what came.
    ///
    /// - Parameter screen: what came, without masks.
    func expected(beside screen: Buffer, theme: DisplayTheme) -> TraceFrames {
        var track = ScreenTrack()
        let agreed = agreed(beside: screen, masked: .masked)
        track.take(agreed, .init(cursor: old.cursor, title: old.title), theme: theme, at: .zero)
        return TraceFrames(track, since: .zero)
    }
}
