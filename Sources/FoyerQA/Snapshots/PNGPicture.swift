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
        let folder: String
        do throws(DiskError) { folder = try Folder.makeTemporary("/tmp/foyer-picture-") } catch {
            throw .noPicture("No folder can be made below /tmp.")
        }
        defer { Folder.removeTree(path: folder) }
        let (input, output) = (folder + "/picture.svg", folder + "/picture.png")
        do throws(DiskError) { try UserFile.write(Array(svg.utf8), to: input) } catch {
            throw .noPicture("\(input) cannot be written.")
        }
        try convert(input, output)
        guard let bytes = try? UserFile.read(output, limit: largest) else {
            throw .noPicture("\(program) drew nothing.")
        }
        return bytes
    }

    private static func convert(_ input: String, _ output: String) throws(Snapshot.Failure) {
        let child: ChildProcess
        do {
            child = try ChildProcess(
                program, ["--format", "png", "--zoom", "\(zoom)", "--unlimited", "--output", output, input])
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
