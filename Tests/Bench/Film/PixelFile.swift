import FoyerCore
import Glibc

/// Decoded pixels in a file, which `bench-work pixels` writes: width and height, four bytes each, then the bytes.
enum PixelFile {
    static func read(_ path: String) -> Pixels {
        guard let file = fopen(path, "r") else { fail("cannot open \(path)") }
        defer { fclose(file) }
        var size: [UInt32] = [0, 0]
        fread(&size, 4, 2, file)
        var bytes = [UInt8](repeating: 0, count: Int(size[0]) * Int(size[1]) * 4)
        fread(&bytes, 1, bytes.count, file)
        guard let pixels = Pixels(width: Int(size[0]), height: Int(size[1]), bytes: bytes) else {
            fail("no pixels in \(path)")
        }
        return pixels
    }
}
