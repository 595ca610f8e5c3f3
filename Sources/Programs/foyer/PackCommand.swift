import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: "Checks and builds a package.",
        discussion: """
            The same files always give the same bytes. The output is a complete metadata document: save it as \
            v1/apps/APPID on a web server, put the package into packages/ and its icon into icons/ there, and `foyer \
            launch APPID --server …` launches it. With --sign, the package gets an Ed25519 signature, and the metadata \
            gets the public key for `foyer launch --public-key`. In a program's folder of a site's sources, program.yaml and \
            resources/ are left out, as foyer publish does; the bytes are the same.

            EXAMPLES:
              foyer pack tea -o site/packages/tea.ma > site/v1/apps/com.example.tea
              foyer key new site.key && foyer pack tea -o tea.ma --sign site.key

            EXIT STATUS: 0 success; 65 a launch would refuse this folder's package.
            """)

    @Argument(help: "The folder that holds manifest.json.", completion: .directory)
    var folder: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The package file; replaced if it exists.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "An Ed25519 private key from foyer key new: 32 bytes, raw or in base64, in a file of mode 600.",
            valueName: "keyfile"),
        completion: .file())
    var sign: String?

    @OptionGroup var words: LanguageOption

    func run() throws {
        let language = words.chosen(UserSettings.read(Places()))
        var manifest: Manifest?
        let result: PackageBuilder.Result
        do {
            result = try PackageBuilder.build(folder: folder, output: output, keyFile: sign) { bytes, paths in
                PackCheck.problem(bytes, paths, &manifest)
            }
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        for path in result.beside { StandardError.write(language[Phrase.besidePackage(path)]) }
        for path in result.skipped { StandardError.write(language[Phrase.leftOut(path)]) }
        if let manifest { Output.json(result.metadata(manifest, output: output)) }
    }
}

/// What a launch would refuse is reported before the package is made.
private enum PackCheck {
    static func problem(_ bytes: [UInt8], _ paths: [String], _ manifest: inout Manifest?) -> Phrase? {
        do {
            let read = try Manifest.validate(bytes)
            manifest = read
            let missing = read.pages.first { !paths.contains($0.file.text) }
            return missing.map { Phrase.pageWithoutFile($0) }
        } catch {
            return error.reason
        }
    }
}
