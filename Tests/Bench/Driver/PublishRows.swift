/// A site of 1,000 programs, published again.
enum PublishRows {
    private static let count = 1000
    private static let rounds = 5

    static func measure() {
        let (sources, site) = (Bench.folder + "/sources", Bench.folder + "/published")
        Sources.make(sources, programs: count)
        let publish = Shell.quote([Bench.product("foyer"), "publish", sources, "--to", site])
        guard Shell.run(publish).status == 0 else { fail("publishing failed") }
        var round = 0
        func changed() -> Double {
            round += 1
            let program = sources + "/programs/\(Sources.id(7))"
            Files.write("# Hello \(round)\n", to: program + "/pages/index.md")
            // What has changed is a version of its own.
            guard Shell.run("sed -i -E 's/(\"code\": *)[0-9]+/\\1\(round + 1)/' '\(program)/manifest.json'").status == 0
            else { fail("no new version") }
            let result = Shell.run(publish)
            guard result.status == 0 else { fail("publishing a change failed") }
            return result.elapsed
        }
        row("nothing changed") { Shell.run(publish).elapsed }
        row("one changed", changed)
        Shell.run("rm -rf '\(sources)' '\(site)'")
    }

    private static func row(_ what: String, _ publish: () -> Double) {
        let times = (0..<rounds).map { _ in publish() }.sorted()
        let median = times[rounds / 2]
        Table.add(
            Row(
                number: "21", work: "`foyer publish`, \(Say.number(Double(count))) programs, \(what)",
                figure: Say.milliseconds(median), mark: "≤ 3 s", isMet: median <= 3))
    }
}

/// Sources of a site.
enum Sources {
    static func id(_ index: Int) -> String { "com.example.p\(index)" }

    /// As many programs as that, each with a page.
    static func make(_ folder: String, programs count: Int) {
        guard Shell.run(Shell.quote([Bench.product("foyer"), "publish", "--init", folder])).status == 0 else {
            fail("no sources")
        }
        // In one process: a thousand of cp would take longer than what is measured.
        Shell.run(
            """
            cd '\(folder)/programs' && seq 0 \(count - 1) | sed 's|.*|com.example.p&/pages|' | xargs mkdir -p \
            && seq 0 \(count - 1) | xargs -P 2 -n 500 sh -c 'for n; do p=com.example.p$n
            while read -r line; do printf "%s\\n" "$line"; done <com.example.hello/program.yaml >$p/program.yaml
            printf "# Program %s\\n" $n >$p/pages/index.md; done' sh
            """)
        let manifest = Files.text(folder + "/programs/com.example.hello/manifest.json")
        for index in 0..<count {
            let own = manifest.replacing("com.example.hello", with: id(index))
            Files.write(own, to: folder + "/programs/\(id(index))/manifest.json")
        }
        // The one that they were made of stays: the banner of the sources leads to it.
    }
}
