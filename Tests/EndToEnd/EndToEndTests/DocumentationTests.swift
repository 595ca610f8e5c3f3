import FoyerCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

/// The commands of the documentation work: every block marked `shell` runs, page by page, in a clean home and without
/// a terminal.
@Suite(.ownThreads) struct DocumentationTests {
    @Test(arguments: try Page.all().filter { !$0.script.isEmpty })
    func itsCommandsRun(page: Page) throws {
        if page.script.contains("/usr/sbin/nginx") {
            guard PublishedSite.hasNginx else { try Test.cancel("nginx is not installed") }
        }
        let household = try Household()
        var environment = household.environment
        environment["PATH"] = Products.folder + ":/usr/bin:/bin"
        environment["LANG"] = "C.UTF-8"
        environment["TERM"] = "xterm-256color"
        var script = page.script.replacing("127.0.0.1:8080", with: "127.0.0.1:\(try LoopbackPort.free())")
        let port = try LoopbackPort.free()
        script = script.replacing("127.0.0.1:8642", with: "127.0.0.1:\(port)").replacing(
            "--port 8642", with: "--port \(port)")
        // Started by root, nginx serves as another user, who may not enter the home.
        if geteuid() == 0 { script = script.replacing("-c nginx.conf", with: "-c nginx.conf -g 'user root;'") }
        let program = try PipedProgram(
            "/bin/bash", ["-euxo", "pipefail", "-c", "cd '\(household.path)'\n" + Self.tidying + script],
            environment: environment)
        let end = try program.waitForEnd()
        let errors = String(decoding: program.errors.suffix(2000), as: UTF8.self)
        #expect(end == .status(0), "\(program.lines.suffix(20)) \(errors)")
    }

    /// A server that a page starts ends with the page, even if a command has failed.
    private static let tidying = """
        trap 'for job in $(jobs -p); do kill "$job"; done; server=$(cat platform/nginx.pid 2>/dev/null) && kill "$server" && tail -f /dev/null --pid="$server" || :' EXIT

        """

    /// Blocks that run here are marked `shell`; blocks that need a terminal have no mark.
    @Test(arguments: try Page.all())
    func noCommandIsLeftOut(page: Page) {
        #expect(page.blocks.allSatisfy { !["sh", "bash", "console", "zsh"].contains($0.language) })
    }

    @Test func thereAreCommands() throws {
        let pages = try Page.all()
        #expect(pages.contains { $0.name == "README.md" } && pages.count > 10)
        #expect(pages.filter { !$0.script.isEmpty }.count >= 12)
    }
}

/// A page of the documentation.
struct Page: CustomStringConvertible {
    struct Block {
        let language: String
        let text: String
        /// The file that the line before the block names, such as `` `nginx.conf`: ``.
        let file: String?
    }

    let name: String
    let blocks: [Block]
    var description: String { name }

    /// All of its commands, one after the other; blocks that a line names as files are written on the way.
    var script: String {
        guard blocks.contains(where: { $0.language == "shell" }) else { return "" }
        return blocks.compactMap { block in
            if block.language == "shell" { return block.text }
            return block.file.map { "cat >'\($0)' <<'END-OF-FILE'\n\(block.text)END-OF-FILE\n" }
        }.joined()
    }

    init(name: String, text: String) {
        var blocks: [Block] = []
        var open: (language: String, lines: [Substring], file: String?)?
        var before = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open {
                if line == "```" {
                    let text = block.lines.map { $0 + "\n" }.joined()
                    blocks.append(Block(language: block.language, text: text, file: block.file))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                let file = before.wholeMatch(of: /`([^`]+)`:/).map { String($0.1) }
                open = (String(line.dropFirst(3)), [], file)
            }
            if !line.isEmpty { before = String(line) }
        }
        (self.name, self.blocks) = (name, blocks)
    }

    static func all() throws -> [Page] {
        let root = Checkout.root
        let folders = [
            "Launch/Foyer", "Launch/FoyerCore", "Launch/FoyerTUI", "Platform/FoyerPlatform", "Platform/FoyerServe",
        ].map { "Sources/\($0)/\($0.split(separator: "/")[1]).docc" }
        let articles = folders.flatMap { folder in
            Household.list(root + "/" + folder, "").filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }
        return try (["README.md"] + articles.sorted()).map { path in
            Page(
                name: path.split(separator: "/").last.map(String.init) ?? path,
                text: String(decoding: try UserFile.read(root + "/" + path, limit: 1 << 20), as: UTF8.self))
        }
    }
}
