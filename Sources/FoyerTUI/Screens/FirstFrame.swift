/// How far a screen's first frame has come; the screen is told once, when the terminal has it.
package enum FirstFrame: Sendable {
    /// Nothing of the screen has been drawn.
    case awaited
    /// It has been drawn; whether the terminal has it all, nobody knows yet.
    case drawn
    /// The screen has been told that the terminal has it.
    case told

    /// A frame of the screen has been drawn.
    package mutating func draw() {
        if case .awaited = self { self = .drawn }
    }
}
