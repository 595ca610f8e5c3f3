/// What the command line asks for.
struct Options: Equatable {
    static let usage = """
        Usage: foyer-stage [--port N] [--control-port N] [--assets DIR] [--parent-death]

        Plays the platform on 127.0.0.1: mini programs, packages, banners, config, events. The first line of its output
        is the platform's base URL, the second the address of control, which makes it misbehave.

          --port N           the platform's port; 0, the default, takes a free one
          --control-port N   control's port; 0, the default, takes a free one
          --assets DIR       the folder with programs and pictures (FOYER_ASSETS)
          --parent-death     end when the parent process has ended
        """

    var port = 0
    var controlPort = 0
    var assets: String?
    var endsWithParent = false
    var isHelp = false

    /// Throws: a sentence that names what is wrong.
    init(_ arguments: [String]) throws(WrongUsage) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--port": port = try Self.port(rest.popFirst(), argument)
            case "--control-port": controlPort = try Self.port(rest.popFirst(), argument)
            case "--assets":
                guard let folder = rest.popFirst() else { throw WrongUsage(reason: "--assets needs a folder") }
                assets = folder
            case "--parent-death": endsWithParent = true
            case "--help", "-h": isHelp = true
            default: throw WrongUsage(reason: "Unknown argument \(argument)")
            }
        }
    }

    private static func port(_ text: String?, _ option: String) throws(WrongUsage) -> Int {
        guard let text, let port = Int(text), (0...65_535).contains(port) else {
            throw WrongUsage(reason: "\(option) needs a number from 0 to 65535")
        }
        return port
    }
}

struct WrongUsage: Error {
    let reason: String
}
