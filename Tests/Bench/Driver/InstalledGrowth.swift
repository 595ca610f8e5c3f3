/// Programs that are installed: the list of them, and the start of one.
enum InstalledGrowth {
    private static let sizes = [10, 1000, 10_000]

    static func measure() {
        let home = Bench.folder + "/installed"
        var (lists, starts): ([Double], [Double]) = ([], [])
        var made = 0
        for size in sizes {
            install(made..<size, home)
            made = size
            let list = Shell.quote([Bench.product("foyer"), "apps"])
            let found = Shell.output("HOME='\(home)' \(list) | wc -l")
            guard Int(found.filter(\.isNumber)) == size else {
                fail("\(found) programs are listed in place of \(size)")
            }
            lists.append(Growth.median { Shell.run(list, environment: ["HOME": home]).elapsed })
            starts.append(
                Growth.median {
                    let launch = [
                        Bench.product("foyer"), "launch", "com.example.p3", "--server", "http://127.0.0.1:9",
                    ]
                    return Session(launch, environment: ["HOME": home]).wait(forText: "Preparing") ?? .nan
                })
        }
        Growth(what: "installed programs → `foyer apps`", sizes: sizes, mark: .linear, costs: lists).add()
        Growth(what: "the same → `foyer launch`, first frame", sizes: sizes, mark: .constant, costs: starts).add()
        Shell.run("rm -rf '\(home)'")
    }

    /// Writes what an installation leaves, without the installations: a record each, sealed with its digest.
    private static func install(_ numbers: Range<Int>, _ home: String) {
        let apps = home + "/.local/share/foyer/apps"
        let digest = String(repeating: "0", count: 64)
        let range = "\(numbers.lowerBound) \(numbers.upperBound - 1)"
        Shell.run(
            "mkdir -p '\(apps)' && cd '\(apps)' && seq \(range) | sed 's|.*|com.example.p&/1.0-\(digest)|' "
                + "| xargs mkdir -p && chmod -R go= '\(home)'")
        func record(_ number: Int) -> String {
            "\(apps)/com.example.p\(number)/1.0-\(digest)/.foyer-record"
        }
        for number in numbers {
            Files.write(
                "foyer-record 1\napp com.example.p\(number)\nsequence 1\nversion 1 1.0\npackage \(digest)\n",
                to: record(number))
        }
        let sums = Shell.output("cd '\(apps)' && find . -name .foyer-record -exec sha256sum {} +")
        var digests: [Substring: Substring] = [:]
        for line in sums.split(separator: "\n") { digests[line.dropFirst(68)] = line.prefix(64) }
        for number in numbers {
            let path = record(number)
            guard let sum = digests[path.dropFirst(apps.utf8.count + 1)] else { continue }
            Files.write(Files.text(path) + "sha256 \(sum)\n", to: path)
        }
        Shell.run("chmod -R go= '\(home)'")
    }
}
