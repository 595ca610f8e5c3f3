import FoyerCore
import Glibc

/// A picture as a program printed it: block characters in 24-bit colours.
struct PrintedPicture {
    struct Cell {
        var scalar: UInt32
        var front: [Double]
        var back: [Double]
    }

    private(set) var cells: [Cell] = []

    init(path: String, size: CellSize) {
        var text = ""
        if let file = fopen(path, "r") {
            var line = [CChar](repeating: 0, count: 1 << 16)
            while fgets(&line, Int32(line.count), file) != nil {
                text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
            fclose(file)
        }
        read(text)
        let missing = Cell(scalar: 32, front: [0, 0, 0], back: [0, 0, 0])
        cells = Array(cells.prefix(size.columns * size.rows))
        cells += Array(repeating: missing, count: size.columns * size.rows - cells.count)
    }

    private mutating func read(_ text: String) {
        var front = [255.0, 255, 255]
        var back = [0.0, 0, 0]
        var isReversed = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\n" || scalar == "\r" { continue }
            guard scalar == "\u{1B}" else {
                cells.append(
                    Cell(scalar: scalar.value, front: isReversed ? back : front, back: isReversed ? front : back))
                continue
            }
            let end = rest.firstIndex { $0.properties.isAlphabetic } ?? rest.endIndex
            let isStyle = end < rest.endIndex && rest[end] == "m"
            let numbers = String(rest[..<end].drop { $0 == "[" }).split(
                separator: ";", omittingEmptySubsequences: false
            )
            .map { Double($0) ?? 0 }
            rest = rest[end...].dropFirst()
            if isStyle { Self.apply(numbers[...], &front, &back, &isReversed) }
        }
    }

    private static func apply(
        _ numbers: ArraySlice<Double>, _ front: inout [Double], _ back: inout [Double], _ isReversed: inout Bool
    ) {
        var rest = numbers
        while let number = rest.popFirst() {
            switch number {
            case 0: (front, back, isReversed) = ([255, 255, 255], [0, 0, 0], false)
            case 7: isReversed = true
            case 27: isReversed = false
            case 38 where rest.count >= 4: front = Array(rest.dropFirst().prefix(3))
            case 48 where rest.count >= 4: back = Array(rest.dropFirst().prefix(3))
            default: break
            }
            if number == 38 || number == 48 { rest = rest.dropFirst(4) }
        }
    }

    /// Whether a subpixel, 8×8 a cell, is under a block character's ink.
    static func isInk(_ scalar: UInt32, _ x: Int, _ y: Int) -> Bool {
        let (isLeft, isUpper) = (x < 4, y < 4)
        return switch scalar {
        case 0x2580: isUpper
        case 0x2581...0x2588: y >= 8 - Int(scalar - 0x2580)
        case 0x2589...0x258F: x < 8 - Int(scalar - 0x2588)
        case 0x2590: !isLeft
        case 0x2594: y == 0
        case 0x2595: x == 7
        case 0x2596: isLeft && !isUpper
        case 0x2597: !isLeft && !isUpper
        case 0x2598: isLeft && isUpper
        case 0x2599: isLeft || !isUpper
        case 0x259A: isLeft == isUpper
        case 0x259B: isLeft || isUpper
        case 0x259C: !isLeft || isUpper
        case 0x259D: !isLeft && isUpper
        case 0x259E: isLeft != isUpper
        case 0x259F: !isLeft || !isUpper
        default: false
        }
    }
}
