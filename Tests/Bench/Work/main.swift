import Foyer
import FoyerPlatform
import Glibc

// Foyer at work on what the benchmark measures.
//
//   bench-work loading STEPS        the loading page, a per cent a step, as fast as the terminal takes it
//   bench-work slide|fade FRAMES    a banner's slide (two picture files follow), the cross-fade of two pages
//   bench-work keys                 each key shows the other of two pages; q leaves
//   bench-work film WORK FILE …     writes the frames of slide, fade or keys for bench-curses to repaint
//   bench-work picture FILE         1200×400 pixels to 100×20 cells, on standard output
//   bench-work quality FILE FILE    how near a picture's cells, ours and those of another's output, come to it
//   bench-work sent kitty|sixel FILE    the same pixels as a terminal of that kind gets them, 1000×400, on standard output
//   bench-work compare kitty|sixel FILE PRINTED …
//                                   how many pixels each printed picture has, and how near it comes to the file's
//   bench-work events FOLDER COUNT  writes events that wait to be delivered
//
// Works on the screen go on showing the last frame until q; with --leave last they end.

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

func play(_ film: some Film, leaves: Bool) {
    let options = TerminalOptions(terminfoFolder: getenv("BENCH_TERMINFO").map { String(cString: $0) })
    guard case .screen(let plan) = TerminalDecision.make(options: options) else { fail("no terminal") }
    let theme = Theme(depth: plan.capabilities.depth, reducesMotion: true)
    do {
        let terminal = try Terminal(plan: plan, resolve: { theme.resolve($0) })
        var program = FilmProgram(film: film, theme: theme, leaves: leaves)
        _ = EventLoop.run(&program, on: terminal, mailbox: try Mailbox<Never>())
        terminal.close()
    } catch {
        fail("\(error)")
    }
}

let words = Array(CommandLine.arguments.dropFirst())
let leaves = words.last == "--leave"
let arguments = leaves ? Array(words.dropLast()) : words
let argument = { (index: Int) in index < arguments.count ? arguments[index] : "" }
let count = Int(argument(1)) ?? 0

switch argument(0) {
case "loading": play(LoadingFilm(steps: count), leaves: leaves)
case "slide": play(SlideFilm(count: count, from: argument(2), to: argument(3)), leaves: leaves)
case "fade": play(FadeFilm(count: count), leaves: leaves)
case "keys": play(KeysFilm(), leaves: false)
case "film": FilmFile.write(arguments)
case "picture": Quality.draw(argument(1))
case "quality": Quality.compare(argument(1), otherOutput: argument(2))
case "sent": SentPicture.send(argument(1), argument(2))
case "compare": SentPicture.compare(argument(1), argument(2), Array(arguments.dropFirst(3)))
case "events": WaitingEvents.write(Int(argument(2)) ?? 0, into: argument(1))
default: fail("unknown work \(argument(0))")
}
