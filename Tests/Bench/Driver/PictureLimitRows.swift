/// Pictures that cost much: two that are meant to, and forty photographs of twelve megapixels.
enum PictureLimitRows {
    private static let photographs = 40

    static func measure() {
        Files.write(HostilePictures.emptyScans, to: folder + "/scans.jpg")
        Files.write(HostilePictures.deepBomb, to: folder + "/bomb.png")
        Shell.run("cp '\(Bench.assets)/images/clouds.png' '\(folder)/good.png'")
        hostile()
        honest()
    }

    private static let folder: String = {
        let path = Bench.folder + "/pictures"
        Shell.run("mkdir -p '\(path)'")
        return path
    }()

    private static func show(_ name: String, _ pictures: [String]) -> (usage: Usage, ready: Int) {
        let site = Bench.folder + "/site-\(name)"
        Shell.run("mkdir -p '\(site)/v1/banners' && cp '\(folder)'/* '\(site)/'")
        let items = pictures.enumerated().map { #"{"index":\#($0),"title":"Page \#($0)","imageUrl":"\#($1)"}"# }
        Files.write(
            "{\"name\":\"Home\",\"bannerKey\":\"home\",\"items\":[\(items.joined(separator: ","))]}",
            to: site + "/v1/banners/home")
        let (server, port) = SmallServer.start(site)
        let home = site + "/home"
        Shell.run("mkdir -p '\(home)'")
        let output = site + "/output"
        // It decodes every picture, and says of each whether it can be shown.
        let command = Shell.quote([
            Bench.product("foyer"), "banner", "home", "--json", "--server", "http://127.0.0.1:\(port)",
        ])
        // Its processor time and memory are the shell's, which becomes it.
        let session = Session(["/bin/sh", "-c", "exec \(command) >'\(output)'"], environment: ["HOME": home])
        let usage = session.end()
        withExtendedLifetime(server) {}
        return (usage, Files.text(output).ranges(of: #""image":"ok""#).count)
    }

    private static func hostile() {
        let (usage, ready) = show("hostile", ["scans.jpg", "bomb.png", "good.png"])
        Table.add(
            Row(
                number: "26", work: "`banner --json` with a JPEG of 499 scans, a PNG of 15 GB unpacked, and a good one",
                figure: "CPU \(Say.seconds(usage.processor)), \(Say.megabytes(usage.memory)); \(ready) shown",
                mark: "≤ 2 s, ≤ 128 MB", isMet: usage.processor <= 2 && usage.memory <= 128_000_000 && ready == 1))
    }

    private static func honest() {
        guard Shell.find("cjpeg") != nil, let python = Shell.find("python3") else {
            return Table.add(
                Row(number: "26", work: "40 photographs of 12 megapixels", figure: "no cjpeg", mark: "≤ 200 MB"))
        }
        // Soft hills with the grain of a sensor.
        let paint = """
            import random, sys
            random.seed(7)
            grain = bytes(random.randrange(24) for _ in range(1 << 16))
            out = sys.stdout.buffer
            out.write(b"P6 4000 3000 255\\n")
            for y in range(3000):
                at = random.randrange(1 << 15)
                row = grain[at:at + 12000]
                out.write(bytes((y // 16 + x // 64 % 40 + row[x]) & 255 for x in range(12000)))
            """
        Files.write(paint, to: folder + "/paint.py")
        Shell.run("cd '\(folder)' && \(python) paint.py | cjpeg -quality 85 >photograph.jpg && rm paint.py")
        var names: [String] = []
        for index in 0..<photographs {
            // The same with another remark, so that each is fetched and decoded.
            let name = "photograph-\(index).jpg"
            Shell.run(
                "{ printf '\\377\\330\\377\\376\\000\\005\(100 + index)'; tail -c +3 '\(folder)/photograph.jpg'; } "
                    + ">'\(folder)/\(name)'")
            names.append(name)
        }
        let (usage, ready) = show("honest", names)
        Table.add(
            Row(
                number: "26", work: "`banner --json` with \(photographs) photographs of 12 megapixels",
                figure: "\(Say.megabytes(usage.memory)), CPU \(Say.seconds(usage.processor)); \(ready) shown, "
                    + "\(Say.megabytes(Files.size(folder + "/photograph.jpg"))) each",
                mark: "≤ 200 MB", isMet: usage.memory <= 200_000_000 && ready == photographs))
    }
}
