import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

// Foyer at work on the pictures and files that the benchmark measures.
//
//   bench-work picture FILE         1200×400 pixels to 100×20 cells, on standard output
//   bench-work quality FILE FILE    how near a picture's cells, ours and those of another's output, come to it
//   bench-work sent kitty|sixel FILE    the same pixels as a terminal of that kind gets them, 1000×400, on standard output
//   bench-work compare kitty|sixel FILE PRINTED …
//                                   how many pixels each printed picture has, and how near it comes to the file's
//   bench-work pixels FILE OUTPUT   a picture's pixels for bench-film
//   bench-work events HOME SERVER COUNT
//                                   leaves events that wait for a platform, which its user lets have them

func fail(_ reason: String) -> Never {
    let text = "bench-work: \(reason)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    exit(64)
}

func picturePixels(_ path: String) -> Pixels {
    guard let file = fopen(path, "r") else { fail("cannot open \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    let target = PictureMapping.usefulPixels(for: slideSize, contentMode: .scaleToFill)
    guard let pixels = try? PictureDecoder.decode(bytes, targetPixels: target) else { fail("cannot decode \(path)") }
    return pixels
}

func writePixels(_ path: String, to output: String) {
    let pixels = picturePixels(path)
    let size = [UInt32(pixels.width), UInt32(pixels.height)].withUnsafeBytes { Array($0) }
    do { try UserFile.write(size + pixels.bytes, to: output) } catch { fail("\(error)") }
}

/// The cells that a banner takes.
let slideSize = CellSize(columns: 100, rows: 20)
let arguments = Array(CommandLine.arguments.dropFirst())
let argument = { (index: Int) in index < arguments.count ? arguments[index] : "" }

switch argument(0) {
case "picture": Quality.draw(argument(1))
case "pixels": writePixels(argument(1), to: argument(2))
case "quality": Quality.compare(argument(1), otherOutput: argument(2))
case "sent": SentPicture.send(argument(1), argument(2))
case "compare": SentPicture.compare(argument(1), argument(2), Array(arguments.dropFirst(3)))
case "events": WaitingEvents.leave(Int(argument(3)) ?? 0, for: argument(2), home: argument(1))
default: fail("unknown work \(argument(0))")
}
