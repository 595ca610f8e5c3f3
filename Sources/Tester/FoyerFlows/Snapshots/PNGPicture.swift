import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// A screen as a PNG picture: its SVG, drawn by librsvg's own program with the fonts that fontconfig finds. On a given
/// machine it always has the same bytes.
enum PNGPicture {
    /// For screens with fine lines.
    private static let zoom = 2
    /// The size of a cell in the picture, in pixels.
    static let cell = cell(zoom: zoom)
    private static let program = "rsvg-convert"
    private static let patience = Duration.seconds(30)
    private static let largest = 64 << 20

    static func cell(zoom: Int) -> TerminalAnswers.PixelSize {
        TerminalAnswers.PixelSize(
            width: Int(SVGPicture.cellWidth) * zoom, height: Int(SVGPicture.cellHeight) * zoom)
    }

    /// The picture as pixels.
    static func pixels(svg: String, zoom: Int) throws(PictureFailure) -> Pixels {
        let file = try draw(svg: svg, zoom: zoom)
        do {
            return try PictureDecoder.decode(file, limits: PictureLimits(bytes: largest, pixels: 32_000_000))
        } catch {
            throw .noPicture("\(program) drew what cannot be read: \(error)")
        }
    }

    static func draw(svg: String, zoom: Int = zoom) throws(PictureFailure) -> [UInt8] {
        // Files without a name: nothing is left behind, however this process ends.
        let (input, output) = (MemoryFile("picture.svg"), MemoryFile("picture.png"))
        guard let input, let output, input.write(Array(svg.utf8)) else {
            throw .noPicture("There is no memory for it.")
        }
        try convert(input, output, zoom)
        guard let bytes = output.read(limit: largest), !bytes.isEmpty else {
            throw .noPicture("\(program) drew nothing.")
        }
        return bytes
    }

    private static func convert(_ input: MemoryFile, _ output: MemoryFile, _ zoom: Int) throws(PictureFailure) {
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
