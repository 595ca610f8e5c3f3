/// Hands what a cell could not show on to its neighbours (Floyd and Steinberg's weights), so that areas keep their tone.
struct ErrorDiffusion {
    /// Of 16: how much of an error is handed on.
    private let strength: Int
    /// What the row above hands down, then, left of the current cell, what this row hands to the next.
    private var below: [ColorSum]
    private var right = ColorSum(0, 0, 0)
    /// What this cell's left neighbour hands straight down waits here until the cell above its right has been used.
    private var pending = ColorSum(0, 0, 0)

    init(columns: Int, strength: Int) {
        self.strength = strength
        below = Array(repeating: ColorSum(0, 0, 0), count: columns + 1)
    }

    func carried(to column: Int) -> ColorSum {
        below[column] + right
    }

    mutating func keep(_ error: ColorSum, at column: Int) {
        func part(_ sixteenths: Int) -> ColorSum {
            let factor = sixteenths * strength
            return ColorSum(error.red * factor / 256, error.green * factor / 256, error.blue * factor / 256)
        }
        if column > 0 { below[column - 1] = below[column - 1] + part(3) }
        below[column] = pending + part(5)
        pending = part(1)
        right = part(7)
        if column == below.count - 2 {
            pending = ColorSum(0, 0, 0)
            right = ColorSum(0, 0, 0)
        }
    }
}
