import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerServe

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Turns a folder of sources into a site.",
        discussion: """
            The sources are site.yaml, programs/APPID/ (the contents of the package, and program.yaml), banners/KEY.yaml, \
            popups/KEY.yaml, config.yaml and images/. If there are mistakes, all of them are listed and nothing is \
            published; links that no host opens are among them. With a key, serial numbers are higher than any the site has \
            signed, and at most a day ahead of the clock. Unchanged files are not touched; \
            a file of the site that somebody else has changed is written again.

            A site that was signed is not published without a key, unless site.yaml says "key: none"; replacing a site \
            that serves only programs these sources never published needs --replace.

            EXAMPLES:
              foyer publish --init mysite                   a small working example
              foyer publish mysite --serve                  serve it here while you edit
              foyer publish mysite --to /srv/www/mysite
              foyer publish mysite --to /srv/www/mysite --plan

            EXIT STATUS: 0 success; 1 a disk error; 2 --plan found changes; 65 there are mistakes in the sources, or \
            the folder is not a site, serves only other programs, was signed and would not be, or has serial numbers ahead \
            of the clock.
            """)

    @Argument(help: "The folder with the sources.", completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp("The site: a new or empty folder, or one published before.", valueName: "site"),
        completion: .directory)
    var to: String?

    @Flag(help: "List the mistakes in the sources, and publish nothing.")
    var check = false

    @Flag(help: "List what would be added, changed and removed, and publish nothing.")
    var plan = false

    @Flag(name: .customLong("replace"), help: "Replace a site that other sources have published.")
    var replacesOthers = false

    @Option(
        name: .customLong("init"),
        help: ArgumentHelp("Write a small working example into a folder.", valueName: "folder"),
        completion: .directory)
    var initial: String?

    @Flag(help: "Serve the site on loopback, and publish whenever the sources change, until you stop it.")
    var serve = false

    @Option(help: ArgumentHelp("The port to serve on; 0 takes a free one.", valueName: "port"))
    var port: Int = 0

    @OptionGroup var words: LanguageOption

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        if initial != nil {
            guard folder == nil, to == nil, !check, !plan, !serve, !replacesOthers else {
                throw ValidationError("Use --init without other options.")
            }
            return
        }
        guard folder != nil else { throw ValidationError("Name the folder of the sources.") }
        guard [check, plan, serve].filter({ $0 }).count <= 1 else {
            throw ValidationError("Choose one of --check, --plan and --serve.")
        }
        guard to != nil || check || serve else { throw ValidationError("Name the site with --to.") }
    }

    func run() async throws {
        let language = words.chosen(UserSettings.read(Places()))
        do {
            if let initial { return try begin(initial) }
            var publisher = Publisher(sources: folder ?? ".")
            publisher.replacesOthers = replacesOthers
            let site = to ?? ""
            publisher.waits = { StandardError.write(language[Phrase.siteWaits(site)]) }
            if check { return say(try publisher.check(), language, isCheck: true) }
            if serve { return try await SiteShow(publisher, site: to, port: port).run { say($0, language) } }
            if plan {
                let result = try publisher.plan(to: site)
                say(result, language)
                if result.isEmpty { return }
                Output.line(language[Phrase.nothingWasPublished])
            } else {
                return say(try publisher.publish(to: site), language)
            }
        } catch {
            throw Failure.said(error, in: language)
        }
        throw ExitStatus.changes
    }

    private func begin(_ folder: String) throws(PublishError) {
        try SiteSample.write(to: folder)
        print("Written to \(folder). Next: foyer publish \(folder) --serve")
    }

    private func say(_ result: PublishResult, _ language: Language, isCheck: Bool = false) {
        for note in result.notes.prefix(Self.longest) { StandardError.write(note.note(language)) }
        if result.notes.count > Self.longest {
            StandardError.write(language[Phrase.moreNotes(result.notes.count - Self.longest)])
        }
        if isCheck { return print("No mistakes: \(result.documents) documents.") }
        for line in result.lines.prefix(Self.longest) { print(SafeText(line).string) }
        if result.lines.count > Self.longest { print("… and \(result.lines.count - Self.longest) more") }
        print(result.summary)
        if !result.isEmpty, let key = result.publicKeys.first { print("Hosts pin it with --public-key \(key)") }
        for problem in result.heldBack { StandardError.write(problem.line(language)) }
        if !result.heldBack.isEmpty { StandardError.write(language[Phrase.restIsPublished]) }
        for phrase in result.advice { StandardError.write(language[phrase]) }
    }

    private static let longest = 100
}

extension Phrase {
    fileprivate static let nothingWasPublished = Phrase("This is a plan; nothing has been published.")
    fileprivate static let restIsPublished = Phrase(
        "Such programs stay as they are served; everything else is published.")
}
