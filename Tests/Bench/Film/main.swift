import Foyer
import Glibc

// Foyer on the screen, in a host that imports nothing else.
//
//   bench-film loading STEPS        the loading page, a per cent a step, as fast as the terminal takes it
//   bench-film slide|fade FRAMES    a banner's slide (two files of pixels follow), the cross-fade of two pages
//   bench-film keys                 each key shows the other of two pages; q leaves
//   bench-film film WORK FILE …     writes the frames of slide, fade or keys for bench-curses to repaint
//
// The last frame stays until q; with --leave last the program ends.

func fail(_ reason: String) -> Never {
    let text = "bench-film: \(reason)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    exit(64)
}

func play(_ film: some Film, leaves: Bool) {
    let terminfo = getenv("BENCH_TERMINFO").map { String(cString: $0) }
    guard case .screen(let plan) = TerminalDecision.make(DisplayChoices(), terminfo: terminfo) else {
        fail("no terminal")
    }
    let theme = DisplayTheme(depth: plan.capabilities.depth, reducesMotion: true)
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
default: fail("unknown film \(argument(0))")
}
