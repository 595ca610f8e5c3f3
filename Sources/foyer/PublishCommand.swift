import ArgumentParser
import Foyer
import FoyerPlatform

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Turns a folder of sources into a site that any web server serves.",
        discussion: """
            The sources: site.yaml, programs/APPID/ (a package's own tree, and program.yaml), banners/KEY.yaml, \
            popups/KEY.yaml, config.yaml, images/. All that is wrong with them is said at once, and nothing is published \
            then. What has not changed is not read again, and none of its files is touched.

            EXAMPLES:
              foyer publish --init mysite                   a small one that runs
              foyer publish mysite --serve                  serves it here while you edit
              foyer publish mysite --to /srv/www/mysite
              foyer publish mysite --to /srv/www/mysite --plan

            EXIT STATUS: 0 it went well; 1 the disk refused; 2 --plan found changes; 65 the sources are wrong, or the \
            site's folder is not one.
            """)

    @Argument(help: "The folder of the sources.", completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp("The site: a folder that is new, empty, or was published before.", valueName: "site"),
        completion: .directory)
    var to: String?

    @Flag(help: "Says what is wrong with the sources, and publishes nothing.")
    var check = false

    @Flag(help: "Says what would be added, changed and removed, and publishes nothing.")
    var plan = false

    @Option(
        name: .customLong("init"),
        help: ArgumentHelp("Writes small sources that run into a folder.", valueName: "folder"),
        completion: .directory)
    var initial: String?

    @Flag(help: "Serves the site on loopback, and publishes whenever the sources change, until it is ended.")
    var serve = false

    @Option(help: ArgumentHelp("The port to serve on; 0 takes a free one.", valueName: "port"))
    var port: Int = 0

    @OptionGroup var words: LanguageOption

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        if initial != nil {
            guard folder == nil, to == nil, !check, !plan, !serve else {
                throw ValidationError("--init goes with nothing else.")
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
        do throws(PublishError) {
            if let initial { return try begin(initial) }
            var publisher = Publisher(sources: folder ?? ".")
            let site = to ?? ""
            publisher.waits = { StandardError.write(language[Cause.siteWaits(site)]) }
            if check { return say(try publisher.check(), isCheck: true) }
            if serve { return try await SiteShow(publisher, site: to, port: port).run(say) }
            if plan {
                let result = try publisher.plan(to: site)
                say(result)
                if result.isEmpty { return }
            } else {
                return say(try publisher.publish(to: site))
            }
        } catch {
            if case .problems(let problems) = error {
                for problem in problems { StandardError.write(problem.line(language)) }
                throw ExitStatus.wrongInput
            }
            if case .disk = error { throw Failure.said(error.cause, in: language, .failure) }
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        throw ExitStatus.changes
    }

    private func begin(_ folder: String) throws(PublishError) {
        try SiteSample.write(to: folder)
        print("Written to \(folder). Next: foyer publish \(folder) --serve")
    }

    private func say(_ result: PublishResult) { say(result, isCheck: false) }

    private func say(_ result: PublishResult, isCheck: Bool) {
        if isCheck { return print("All is well: \(result.documents) documents.") }
        for line in result.lines.prefix(Self.longest) { print(SafeText(line).string) }
        if result.lines.count > Self.longest { print("… and \(result.lines.count - Self.longest) more") }
        print(result.summary)
        if !result.isEmpty, let key = result.publicKeys.first { print("Hosts pin it with --public-key \(key)") }
    }

    private static let longest = 100
}
