/// Which renditions are on, by the numbers that switch them on: of colours, 30 and 40 stand for all.
struct Renditions {
    private var on: Set<Int> = []

    /// Whether letters look as they do at first.
    var isEmpty: Bool { on.isEmpty }

    /// - Parameter numbers: those of an SGR sequence; none are a zero.
    mutating func take(_ numbers: [Int]) {
        if numbers.isEmpty { on = [] }
        for number in numbers {
            switch number {
            case 0: on = []
            case 1...9: on.insert(number)
            case 22: on.subtract([1, 2])
            case 25: on.subtract([5, 6])
            case 23...29: on.remove(number - 20)
            case 30...37, 90...97: on.insert(30)
            case 40...47, 100...107: on.insert(40)
            case 39, 49: on.remove(number - 9)
            // What follows are parts of the colour.
            case 38, 48:
                on.insert(number - 8)
                return
            default: break
            }
        }
    }
}
