import ArgumentParser
import Foyer
import FoyerCore
import FoyerDemo
import FoyerPlatform
import FoyerPlatformCore
import FoyerServe
import FoyerSystem
import Glibc

struct ShortcutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shortcut", abstract: "Adds pages to the desktop and to home screens.",
        discussion: """
            A shortcut is a desktop entry with an icon; its link opens the page, in the running demo or in a new one. It \
            contains this program's path, so add it from an installed Foyer (Scripts/install), not from a build folder. It also \
            contains the platform that --server or FOYER_SERVER names, unless that is the one in your settings: the desktop \
            knows nothing of your shell.

            page and serve make a guide page that explains how to do the same in a browser, on a computer, phone or tablet.

            EXAMPLES:
              foyer shortcut add --title Dawn --link foyer://page/view1
              foyer shortcut list
              foyer shortcut remove NAME                    the name from list
              foyer shortcut serve --title Dawn --link foyer://page/view1 --for 60

            EXIT STATUS: 0 success; 1 the desktop or its folder could not be used; 4 the link is refused; 64 wrong \
            usage; 65 a picture cannot be read.
            """,
        subcommands: [Add.self, List.self, Remove.self, Page.self, Serve.self])

    /// The parts of a shortcut.
    struct Content: ParsableArguments {
        @Option(help: ArgumentHelp("The icon's title.", valueName: "text"))
        var title: String

        @Option(help: ArgumentHelp("The link to open, such as foyer://page/view1.", valueName: "link"))
        var link: String

        @Option(
            help: ArgumentHelp("A picture: PNG, JPEG, WebP or GIF; by default a lit door.", valueName: "file"),
            completion: .file())
        var icon: String?

        func shortcut(_ language: Language) throws -> Shortcut {
            let router = try Demo.makeRouter()
            do {
                return try Shortcut(title: title, link: link, iconFile: icon, router: router)
            } catch {
                if case .refused(.link(let refusal)) = error {
                    StandardError.write(language.linkNotUnderstood(link, refusal))
                    throw ExitStatus.refusedLink
                }
                var status = ExitStatus.wrongUsage
                if case .icon = error { status = ExitStatus.wrongInput }
                throw Failure.said(error.cause, in: language, status)
            }
        }
    }

    /// How the outcome is printed.
    struct Answer: ParsableArguments {
        @Flag(help: "Print JSON lines.")
        var json = false

        @OptionGroup var words: LanguageOption
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds a page to this desktop.",
            discussion: """
                Writes a desktop entry and its icon below $XDG_DATA_HOME, and prints the entry's name. The same title and \
                link replace the existing entry, and Foyer says so. It also mentions another entry with the same link.

                EXAMPLE:
                  foyer shortcut add --title Dawn --link foyer://page/view1 --icon dawn.png
                """)

        @OptionGroup var content: Content

        @OptionGroup(title: "Platform Options") var server: ServerOptions

        @OptionGroup var answer: Answer

        func run() async throws {
            let places = Places()
            let settings = UserSettings.read(places)
            let language = answer.words.chosen(settings)
            let shortcut = try content.shortcut(language)
            let options = try server.flags.iconArguments(settings, language)
            let desktop = try attempt(language, desktop(places, options: options))
            let before = try attempt(language, desktop.list())
            let item = try attempt(language, desktop.add(shortcut, language: language))
            if let path = OwnProgram.path, OwnProgram.isInBuildFolder(path) {
                StandardError.write(language[Phrase.inBuildFolder])
            }
            let isThere = before.contains { $0.name == item.name }
            if answer.json { return Output.json(item.json(event: "result", replaced: isThere)) }
            let (title, name) = (SafeText(item.title), SafeText(item.name))
            Output.line(isThere ? language.shortcutReplaced(title, name) : language.shortcutAdded(title, name))
            for other in before where other.link == item.link && other.name != item.name {
                Output.line(language.shortcutSharesLink(SafeText(other.title), SafeText(other.name)))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the shortcuts on this desktop.")

        @Flag(help: "Print JSON lines.")
        var json = false

        @OptionGroup var list: ListOptions

        func run() async throws {
            let places = Places()
            let presentation = list.presentation(UserSettings.read(places))
            let language = presentation.language
            let items = try attempt(language, desktop(places).list())
            if presentation.isConversation, !json {
                let shortcuts = items.map { language.shortcut(SafeText($0.title), $0.name, link: $0.link) }
                return Output.say([presentation.opening, language.shortcuts(items.count)] + shortcuts, language)
            }
            for item in items {
                if json {
                    Output.json(item.json(event: "shortcut"))
                } else {
                    Output.line(SafeText("\(item.name)  \(item.title)  \(item.link)"))
                }
            }
            if items.isEmpty, !json { Output.line(language[.noShortcuts]) }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a shortcut and its files.")

        @Argument(help: "Its name, its title or its link.")
        var shortcut: String

        @OptionGroup var answer: Answer

        func run() async throws {
            let places = Places()
            let language = answer.words.chosen(UserSettings.read(places))
            let item = try attempt(language, desktop(places).remove(shortcut))
            if answer.json { return Output.json(item.json(event: "result")) }
            Output.line(language.shortcutRemoved(SafeText(item.title)))
        }
    }

    struct Page: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "page", abstract: "Prints the guide page for a web server.",
            discussion: """
                With --data-uri, prints an address that contains the whole page. With --qr, prints a QR code of the address \
                that the page has on your web server, and the address itself, for the camera of a phone or tablet; \
                --theme light makes it for terminals with dark text, where the code has no colours of its own. In \
                accessible mode, and where the code does not fit, it prints the address alone.
                """)

        @OptionGroup var content: Content

        @Flag(name: .customLong("data-uri"), help: "Print the page as an address (data:text/html;base64,…).")
        var dataURI = false

        @Option(help: ArgumentHelp("Print a QR code of the page's address instead.", valueName: "url"))
        var qr: String?

        @Option(help: ArgumentHelp("How the code is drawn without colours: auto, dark or light.", valueName: "theme"))
        var theme: ThemeOption?

        @OptionGroup var list: ListOptions

        func validate() throws {
            if let qr, (try? WebAddress(qr)) == nil { throw ValidationError("--qr takes an http or https address.") }
        }

        func run() async throws {
            let settings = UserSettings.read(Places())
            let presentation = list.presentation(settings, theme: theme)
            let shortcut = try content.shortcut(presentation.language)
            if let qr { return StandardStreams.print(Array(Self.code(of: qr, on: presentation).utf8)) }
            let page = ShortcutPage(shortcut, language: presentation.language)
            print(dataURI ? page.dataURI : page.html, terminator: dataURI ? "\n" : "")
        }

        /// The code, if it can be drawn and fits, and the address.
        private static func code(of address: String, on presentation: Presentation) -> String {
            let line = SafeText(address).string + "\n"
            guard !presentation.isConversation, PlainText.isUnicode, let code = QRCode(of: address) else { return line }
            var (start, end, isLight) = ("", "", presentation.theme.palette.isLight)
            if case .screen(let plan) = presentation.output {
                guard TerminalSize.read(STDOUT_FILENO).columns >= code.size.columns else { return line }
                if plan.capabilities.depth > .mono {
                    let colors = plan.capabilities.depth < .indexed256 ? "30;47" : "38;5;16;48;5;231"
                    (start, end, isLight) = ("\u{1B}[\(colors)m", "\u{1B}[m", true)
                }
            }
            return code.lines(isLight: isLight).map { start + $0 + end + "\n" }.joined() + line
        }
    }

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serves the guide page to browsers on this machine, and prints its address first.",
            discussion: """
                Serves on loopback only. Ends some time after the page was fetched, after --for, or on INT or TERM.

                EXAMPLE: foyer shortcut serve --title Dawn --link foyer://page/view1 --for 60
                """)

        @OptionGroup var content: Content

        @Flag(name: .customLong("data-uri"), help: "Redirect to the page as an address.")
        var dataURI = false

        @Option(help: "The port; any free one by default.")
        var port: Int?

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "How long to serve; by default until some time after the first fetch.", valueName: "seconds"),
            transform: ServerOptions.seconds)
        var time: Double?

        @OptionGroup var answer: Answer

        mutating func validate() throws {
            if let port, !(1...65_535).contains(port) {
                throw ValidationError("A port is a number from 1 to 65535.")
            }
        }

        func run() async throws {
            let language = answer.words.chosen(UserSettings.read(Places()))
            let shortcut = try content.shortcut(language)
            var limits = ShortcutServer.Limits()
            if let time {
                limits.time = .seconds(time)
                limits.afterFetch = nil
            }
            let server: ShortcutServer
            do {
                server = try await ShortcutServer.start(
                    ShortcutPage(shortcut, language: language), asDataURI: dataURI, port: port, limits: limits)
            } catch {
                throw Failure.said(error.cause, in: language, .failure)
            }
            let line: JSON = ["event": "serving", "address": .string(server.address)]
            print(answer.json ? line.jsonText : server.address)
            // Nobody will use an address that was not read.
            StandardStreams.finishOutput()
            await server.waitUntilEnded()
        }
    }

    private static func desktop(
        _ places: Places, options: [String] = []
    ) throws(ShortcutError) -> DesktopShortcuts {
        guard let desktop = Demo.shortcuts(places, options: options) else { throw .entry(.program) }
        return desktop
    }

    /// Prints an error as a sentence.
    private static func attempt<Result>(
        _ language: Language, _ body: @autoclosure () throws(ShortcutError) -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch .unknown(let name) {
            throw Failure.said(.listNamesShortcuts(ShortcutError.unknown(name).cause), in: language, .failure)
        } catch {
            throw Failure.said(error.cause, in: language, .failure)
        }
    }
}

extension Phrase {
    fileprivate static let inBuildFolder = Phrase("\(Phrase.programInBuildFolder) Scripts/install does that.")

    fileprivate static func listNamesShortcuts(_ cause: Phrase) -> Phrase {
        Phrase("\(cause) `foyer shortcut list` names those that there are.")
    }
}

extension DesktopShortcuts.Item {
    fileprivate func json(event: JSON, replaced: Bool? = nil) -> JSON {
        var members: [JSON.Member] = [
            .init("event", event), .init("name", .string(name)), .init("title", .string(title)),
            .init("link", .string(link)), .init("entry", .string(entry)), .init("icon", .string(icon)),
        ]
        if let replaced { members.append(.init("replaced", .bool(replaced))) }
        return .object(members)
    }
}
