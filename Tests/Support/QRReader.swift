import Foundation

/// What zbar, a reader of codes that is not ours, finds in half blocks on a screen. Scripts/setup tests installs it.
public enum QRReader {
    /// - Parameters:
    ///   - rows: of cells, each of `columns`.
    ///   - isDark: whether the upper or the lower half of a cell is dark.
    /// - Returns: the texts of all codes.
    public static func read(
        columns: Int, rows: Int, isDark: (_ column: Int, _ row: Int, _ isLower: Bool) -> Bool
    ) throws -> [String] {
        let pixels = 6
        var picture = Array("P5\n\(columns * pixels) \(rows * 2 * pixels)\n255\n".utf8)
        for row in 0..<rows * 2 {
            let line = (0..<columns).flatMap { column in
                Array(repeating: UInt8(isDark(column, row / 2, row % 2 == 1) ? 0 : 255), count: pixels)
            }
            for _ in 0..<pixels { picture += line }
        }
        let folder = TemporaryFolder()
        let file = folder.path + "/code.pgm"
        try Data(picture).write(to: URL(fileURLWithPath: file))
        let (reader, output) = (Process(), Pipe())
        reader.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
        reader.arguments = ["--quiet", "--raw", file]
        (reader.standardOutput, reader.standardError) = (output, FileHandle.nullDevice)
        try reader.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        reader.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The same of lines of text, whose ink is dark, or light.
    public static func read(_ lines: [String], inkIsDark: Bool) throws -> [String] {
        let grid = lines.map(Array.init)
        return try read(columns: grid.map(\.count).max() ?? 0, rows: grid.count) { column, row, isLower in
            let sign: Character = column < grid[row].count ? grid[row][column] : " "
            return isInk(sign, isLower: isLower) == inkIsDark
        }
    }

    /// Whether a half of a sign is drawn in the colour of text.
    public static func isInk(_ sign: Character, isLower: Bool) -> Bool {
        switch sign {
        case "█": true
        case "▀": !isLower
        case "▄": isLower
        default: false
        }
    }
}
