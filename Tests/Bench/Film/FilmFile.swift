import Foyer
import FoyerTUI
import Glibc

/// A film as `bench-curses` reads it, with curses' colour numbers.
enum FilmFile {
    /// `film WORK FILE COLUMNS ROWS DEPTH FRAMES [PIXELS PIXELS]`
    static func write(_ arguments: [String]) {
        guard arguments.count >= 7, let columns = Int(arguments[3]), let rows = Int(arguments[4]),
            let count = Int(arguments[6]), let file = fopen(arguments[2], "w")
        else { fail("film WORK FILE COLUMNS ROWS 256|direct FRAMES [PIXELS PIXELS]") }
        let theme = DisplayTheme(depth: arguments[5] == "direct" ? .direct : .indexed256, reducesMotion: true)
        let size = CellSize(columns: columns, rows: rows)
        switch arguments[1] {
        case "slide": write(SlideFilm(count: count, from: arguments[7], to: arguments[8]), size, theme, file)
        // A program that cannot tell which frames are invisible paints them all.
        case "fade": write(FadeFilm(count: count, steps: 1e6), size, theme, file)
        case "loading": write(LoadingFilm(steps: count), size, theme, file)
        default: write(KeysFilm(), size, theme, file)
        }
        fclose(file)
    }

    private static func write(
        _ film: some Film, _ size: CellSize, _ theme: DisplayTheme, _ file: UnsafeMutablePointer<FILE>
    ) {
        var numbers = [UInt32(film.count), UInt32(size.columns), UInt32(size.rows)]
        for index in 0..<film.count {
            var canvas = Canvas(size: size, theme: theme)
            film.draw(index, in: &canvas)
            for cell in canvas.buffer.cells {
                numbers += [
                    cell.width == 0 ? 0 : cell.glyph.base, number(theme.resolve(cell.foreground)),
                    number(theme.resolve(cell.background)), UInt32(cell.attributes.rawValue),
                ]
            }
            fwrite(numbers, 4, numbers.count, file)
            numbers.removeAll(keepingCapacity: true)
        }
    }

    private static func number(_ color: TerminalColor) -> UInt32 {
        switch color {
        case .default: UInt32(bitPattern: -1)
        case .indexed(let index): UInt32(index)
        case .direct(let value): value & 0xFF_FFFF
        }
    }
}
