import FoyerStage
import Glibc

/// Says it on standard error and ends.
func end(_ status: Int32, _ text: String) -> Never {
    write(text + "\n", to: STDERR_FILENO)
    exit(status)
}

@discardableResult
func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

// INT, TERM and HUP end it by that signal, as everybody expects; there is nothing to tidy up. A parent may have ignored
// them, and that would be inherited.
for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
signal(SIGPIPE, SIG_IGN)

let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
    end(64, "foyer-stage: \(error.reason)\n\n\(Options.usage)")
}
if options.isHelp {
    write(Options.usage + "\n", to: STDOUT_FILENO)
    exit(0)
}
do {
    let environment = getenv("FOYER_ASSETS").map { String(cString: $0) }
    let assets = try AssetFolder.locate(given: options.assets, environment: environment)
    let server = try await StageServer.start(
        platform: StagePlatform(assets: assets), port: options.port, controlPort: options.controlPort,
        serial: Int64(time(nil)))
    if options.endsWithParent { server.endWithParent() }
    guard write("\(server.baseURL)\ncontrol: \(server.controlURL)\n", to: STDOUT_FILENO) else {
        end(1, "foyer-stage: nobody reads the address.")
    }
    await server.waitUntilStopped()
} catch {
    end(1, "foyer-stage: \(error)")
}
