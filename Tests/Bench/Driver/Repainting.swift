/// A program that repaints 80×24 thirty times a second for ten seconds: a table with bars that move.
enum Repainting {
    static let frames = 300
    static let framesPerSecond = 30

    static let rows = 22

    /// The bytes of one frame.
    ///
    /// - Parameter changing: how many rows differ from frame to frame.
    static func frame(_ index: Int, changing: Int = rows) -> String {
        var text = "\u{1B}[H\u{1B}[1m frame \(index)\u{1B}[0m\u{1B}[K\r\n"
        for row in 1...rows {
            let index = row <= changing ? index : 0
            let (load, colour) = ((row + index * row * 7) % 1000, 31 + (index / 10 + row) % 7)
            text += " tea-house-\(row)  running  \u{1B}[\(colour)m\(load)\u{1B}[0m of 1000 cups  "
            text += String(repeating: "#", count: load / 50) + "\u{1B}[K\r\n"
        }
        return text
    }

    /// As a script of sh, whose frames lie beside each other in it.
    static func write(to path: String) {
        var script = "printf '\\033[?25l'\n"
        for index in 0..<frames {
            script += "cat <<'END'\n\(frame(index))END\nsleep 0.0333\n"
        }
        Files.write(script, to: path)
    }

    /// As a recording of asciinema.
    ///
    /// - Parameter seconds: how long it is; the frames begin anew when they have all been shown.
    static func writeRecording(to path: String, seconds: Int, framesPerSecond rate: Int, changing: Int = rows) {
        var text = #"{"version": 2, "width": 80, "height": 24}"# + "\n"
        for index in 0..<seconds * rate {
            let time = Double(index) / Double(rate)
            text += "[\(time), \"o\", \"\(escaped(frame(index % frames, changing: changing)))\"]\n"
        }
        Files.write(text, to: path)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\u{1B}": result += #"\u001b"#
            case "\r": result += #"\r"#
            case "\n": result += #"\n"#
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
