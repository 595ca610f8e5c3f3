/// How a program has ended.
enum ProgramEnd: Equatable {
    case status(Int32)
    case signal(Int32)
}

/// A key that is not a character.
enum SessionKey {
    case enter, tab, backTab, escape, backspace, delete, up, down, left, right, home, end, pageUp, pageDown
    case control(Unicode.Scalar)
    case function(Int)
}

/// What a test waited for in vain, with the screen as it was.
struct SessionFailure: Error, CustomStringConvertible {
    var description: String
}
