import Foyer
import FoyerSystem
import Glibc

/// A screen as a PNG picture: its SVG, drawn by librsvg's own program with the fonts that fontconfig finds. On a given
/// machine it always has the same bytes.
enum PNGPicture {
    /// For screens with fine lines.
    private static let zoom = 2
    /// The size of a cell in the picture, in pixels.
    static let cell = TerminalAnswers.PixelSize(
        width: Int(SVGPicture.cellWidth) * zoom, height: Int(SVGPicture.cellHeight) * zoom)
    private static let program = "rsvg-convert"
    private static let patience = Duration.seconds(30)
    private static let largest = 64 << 20

    static func draw(svg: String) throws(Snapshot.Failure) -> [UInt8] {
        // Files without a name: nothing is left behind, however this process ends.
        let (input, output) = (MemoryFile("picture.svg"), MemoryFile("picture.png"))
        guard let input, let output, input.write(Array(svg.utf8)) else {
            throw .noPicture("There is no memory for it.")
        }
        try convert(input, output)
        guard let bytes = output.read(limit: largest), !bytes.isEmpty else {
            throw .noPicture("\(program) drew nothing.")
        }
        return bytes
    }

    private static func convert(_ input: MemoryFile, _ output: MemoryFile) throws(Snapshot.Failure) {
        let child: ChildProcess
        do {
            child = try ChildProcess(
                program, ["--format", "png", "--zoom", "\(zoom)", "--unlimited"], input: input.descriptor,
                output: output.descriptor)
        } catch {
            guard error.code == ENOENT else { throw .noPicture("\(program): \(error.description).") }
            throw .noPicture("PNG is drawn by \(program), which is not installed; on Debian: apt install librsvg2-bin")
        }
        guard let status = child.status(within: patience) else {
            child.end()
            throw .noPicture("\(program) did not end within \(patience).")
        }
        guard status == 0 else { throw .noPicture("\(program) ended with status \(status).") }
    }
}
