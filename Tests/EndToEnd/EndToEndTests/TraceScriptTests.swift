import FoyerCore
import FoyerFlows
import FoyerTUI
import FoyerTrace
import Glibc
import TestSupport
import Testing

/// The script of a page of traces reads every frame of the page.
@Suite(.enabled(if: access("/usr/bin/node", X_OK) == 0, "there is no Node here")) struct TraceScriptTests {
    /// Prints each cell of each frame, the last frame first: whoever looks at a page jumps to and fro.
    private static let program = """
        const fs = require("fs");
        const [script, page] = process.argv.slice(-2).map((path) => fs.readFileSync(path, "utf8"));
        const { Film, unpack } = new Function(script + "; return { Film, unpack };")();
        unpack(page.split('class="frames">')[1].split("<")[0]).then((parts) => {
          const film = new Film(parts);
          for (let index = film.count - 1; index >= 0; index -= 1) film.at(index);
          for (let index = 0; index < film.count; index += 1) {
            const { rows, cursor, title, modes } = film.at(index);
            console.log([film.times[index], cursor ?? "hidden", title, ...modes].join(" "));
            for (const row of rows) {
              console.log(row.map((cell) => cell ? [cell[0], ...film.styles[cell[1]].raw, cell[2]].join(",") : "-").join(" "));
            }
          }
        });
        """

    private func lines(_ track: ScreenTrack) -> [String] {
        track.flatMap { scene in
            let beside = scene.surroundings
            let cursor = beside.cursor.map { "\($0.column),\($0.row)" } ?? "hidden"
            let time = (scene.time - .zero).saturatedNanoseconds / 1_000_000
            return [(["\(time)", cursor, beside.title] + beside.modes).joined(separator: " ")]
                + (0..<scene.screen.size.rows).map { row in
                    scene.screen.row(row).map { cell in
                        if cell.width == 0 { return "-" }
                        let text = String(String.UnicodeScalarView(cell.glyph.scalars))
                        let (foreground, background) = (cell.foreground.bits, cell.background.bits)
                        return "\(text),\(foreground),\(background),\(cell.attributes.rawValue),\(cell.width)"
                    }.joined(separator: " ")
                }
        }
    }

    private func screen(_ size: CellSize, _ seed: Int) -> Buffer {
        var canvas = Canvas(size: size)
        canvas.fill(.ground)
        for row in 1..<size.rows {
            for column in 0..<size.columns {
                let (text, ground) = (UInt32(column * 70_001 + seed), UInt32(row * 9_001 * (seed + 1)))
                canvas.put("▚", column: column, row: row, style: TextStyle(.hex(text), on: .hex(ground)))
            }
        }
        canvas.text("茶 e\u{301} 😀 \(seed)", column: seed % 5, row: 0, style: TextStyle(.accent, attributes: [.bold]))
        canvas.text("茶茶", column: seed, row: 2)
        return canvas.buffer
    }

    @Test func `every cell of every frame is as it was`() throws {
        let (theme, size) = (DisplayTheme(), CellSize(columns: 40, rows: 12))
        var (track, time) = (ScreenTrack(), 0)
        func take(_ screen: Buffer, _ theme: DisplayTheme, _ beside: ScreenTrack.TerminalState = .init()) {
            track.take(screen, beside, theme: theme, at: .zero + .milliseconds(time))
            time += 17
        }
        let (from, to) = (screen(size, 1), screen(size, 7))
        for step in 0...20 {
            take(Transition.render(from: from, to: to, fraction: Double(step) / 20, theme: theme), theme)
        }
        take(to, theme, .init(cursor: CellPosition(column: 3, row: 1), title: "Tea 茶", modes: ["mouse"]))
        take(to, DisplayTheme(palette: .fitting(.light, ground: nil)))
        for seed in 0..<300 { take(screen(size, seed), theme) }
        take(screen(CellSize(columns: 17, rows: 4), 3), theme)
        var trace = Trace(title: "T")
        trace.tries = [Trace.Try(frames: TraceFrames(track, since: .zero), took: .seconds(9))]
        let scratch = ScratchFolder()
        scratch.write(TracePage(trace, language: .english).html, to: "page.html")
        scratch.write(Self.program, to: "read.js")
        let script = Checkout.root + "/Sources/Tester/FoyerTrace/Page/frames.js"
        let node = try PipedProgram(
            "/usr/bin/node", [scratch.path("read.js"), script, scratch.path("page.html")],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(try node.waitForEnd() == .status(0), "\(String(decoding: node.errors, as: UTF8.self))")
        let drawn = String(decoding: node.output, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(drawn.dropLast().map(String.init) == lines(track))
    }

    /// Prints what the functions of the page's script answer.
    private static let answers = """
        const fs = require("fs");
        const script = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8")).join("\\n");
        const { stepLink, linkedStep, attributeNames, look } =
          new Function(script + "; return { stepLink, linkedStep, attributeNames, look };")();
        for (const link of ["#step-3", "#2-step-3", "#2-step-1-try-2"]) {
          const place = linkedStep(link);
          console.log(place.trace, place.step, place.number, stepLink(place));
        }
        console.log(["", "#item-2", "#step-0", "#step-x", "#step-3-", "#0-step-1"].map(linkedStep).join());
        console.log(attributeNames(look([1, 2, 1 | 8 | 256]), "bold italic underline reverse faint blink hidden masked strike").join());
        console.log(attributeNames(look([1, 2, 0]), "bold italic").length, look([255, 256, 8]).text, look([255, 256, 8]).ground);
        """

    @Test func `a link names a step and a clicked cell its attributes`() throws {
        let scratch = ScratchFolder()
        scratch.write(Self.answers, to: "read.js")
        let folder = Checkout.root + "/Sources/Tester/FoyerTrace/Page/"
        let scripts = ["frames.js", "screen.js", "player.js"].map { folder + $0 }
        let node = try PipedProgram(
            "/usr/bin/node", [scratch.path("read.js")] + scripts, environment: ["PATH": "/usr/bin:/bin"])
        #expect(try node.waitForEnd() == .status(0), "\(String(decoding: node.errors, as: UTF8.self))")
        #expect(
            String(decoding: node.output, as: UTF8.self) == """
                0 2 0 #step-3
                1 2 0 #2-step-3
                1 0 1 #2-step-1-try-2
                ,,,,,
                bold,reverse,strike
                0 #000100 #0000ff

                """)
    }
}
