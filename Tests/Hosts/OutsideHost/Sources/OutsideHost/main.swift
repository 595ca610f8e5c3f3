import Foyer
import FoyerPlatform
import Glibc

// Does everything that a host can do, one row after the other, and prints what came of it:
//   OutsideHost SERVER COLLECTOR SITE
// SERVER is a published site, COLLECTOR takes events, and SITE is the site's folder of sources.
//   OutsideHost --exit
// shows a launch on the terminal, whose splash goes as the host wants it.
//   OutsideHost --prepare
// launches, and draws with a renderer that is not Foyer's.
//   OutsideHost --mail SERVER
// is the program as its user has it.
let words = Array(CommandLine.arguments.dropFirst())
if words == ["--exit"] {
    print("exit:", try await drawnExit())
    exit(0)
}
if words == ["--prepare"] { exit(try await prepared()) }
if words.first == "--mail", words.count == 2 { exit(try await mail(try WebAddress(words[1]))) }
guard words.count == 3 else {
    print("OutsideHost SERVER COLLECTOR SITE")
    exit(64)
}
let host = MailHost(
    server: try WebAddress(words[0]), collector: try WebAddress(words[1]), site: words[2],
    places: try Places(host: "org.example.mail"))
for row in host.rows {
    do {
        for line in try await row.run() { print("\(row.name): \(line)") }
    } catch {
        print("\(row.name): FAILED \(error)")
        exit(1)
    }
}
print("all rows done")

/// A mail program.
struct MailHost: Sendable {
    let server: WebAddress
    let collector: WebAddress
    let site: String
    let places: Places

    struct Row {
        let name: String
        let run: () async throws -> [String]
    }

    var rows: [Row] {
        [
            Row(name: "configure", run: configure), Row(name: "launch", run: launch), Row(name: "splash", run: splash),
            Row(name: "words", run: ownWords), Row(name: "exit", run: exitTransition),
            Row(name: "config", run: config), Row(name: "links", run: links), Row(name: "instance", run: instance),
            Row(name: "shortcuts", run: shortcuts), Row(name: "touch", run: touch),
            Row(name: "pictures", run: pictures), Row(name: "self-rendering", run: selfRendering),
            Row(name: "banner", run: banner), Row(name: "pop-ups", run: popups), Row(name: "events", run: events),
            Row(name: "steps", run: steps), Row(name: "moments", run: moments),
        ]
    }
}

/// What must not be so.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

func require(_ isSo: Bool, _ what: String) throws {
    if !isSo { throw Unexpected(what) }
}
