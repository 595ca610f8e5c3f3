/// A frame of a moving picture: what changes in it.
package struct MovingFrame: Sendable {
    /// Where.
    package let rect: PixelRect
    /// Of the rectangle's size; a pixel without opacity leaves what is there. The first frame is whole.
    package let pixels: Pixels
    /// How long it is shown, in hundredths of a second: 1…65,535.
    package let time: Int

    package init(rect: PixelRect, pixels: Pixels, time: Int) {
        (self.rect, self.pixels) = (rect, pixels)
        self.time = max(1, min(65_535, time))
    }
}

extension Pixels {
    /// `0xAABBGGRR`, row by row.
    package var words: [UInt32] {
        let span = bytes.span
        return (0..<width * height).map { span.word(at: $0 &* 4) }
    }
}
