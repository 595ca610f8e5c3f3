/// iTerm2's inline images, which several other terminals support, too.
package enum ItermImage {
    /// The bytes that show a picture from the cursor's cell on; the cursor stays in place if the terminal supports
    /// that.
    ///
    /// - Parameters:
    ///   - png: the picture as a file.
    ///   - cells: the cells that it fills.
    package static func show(png: [UInt8], cells: CellSize) -> [UInt8] {
        let size = "width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0"
        var output = Array("\u{1B}]1337;File=inline=1;size=\(png.count);\(size);doNotMoveCursor=1:".utf8)
        output.appendBase64(png[...])
        output.append(0x07)
        return output
    }
}
