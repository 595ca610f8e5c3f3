import ArgumentParser
import Foyer
import FoyerClient

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: "Checks and builds a package, and prints its part of the metadata as JSON.",
        discussion: """
            The same files make the same bytes. With --sign the package gets an Ed25519 signature, and the metadata the \
            public key that a host pins with `foyer launch --public-key`.

            EXAMPLES:
              foyer pack tea -o tea.ma
              foyer key new site.key && foyer pack tea -o tea.ma --sign site.key

            EXIT STATUS: 0 it went well; 65 the folder is not one that a launch would take.
            """)

    @Argument(help: "The folder that holds manifest.json.", completion: .directory)
    var folder: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The package's file; replaced where it exists.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "An Ed25519 private key, as foyer key new makes it; 32 bytes, raw or in base64.", valueName: "keyfile"),
        completion: .file())
    var sign: String?

    @OptionGroup var words: LanguageOption

    func run() throws {
        let language = words.chosen(UserSettings.read(Places()))
        var manifest: Manifest?
        let result: PackageBuilder.Result
        do throws(PackageBuildError) {
            result = try PackageBuilder.build(folder: folder, output: output, keyFile: sign) { bytes, paths in
                PackCheck.problem(bytes, paths, &manifest)
            }
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        for path in result.skipped { StandardError.write(language[Cause.leftOut(path)]) }
        print(json(result, manifest).jsonText)
    }

    private func json(_ result: PackageBuilder.Result, _ manifest: Manifest?) -> JSON {
        var package: [JSON.Member] = [
            .init("url", .string(output)), .init("size", .integer(Int64(result.size))),
            .init("sha256", .string(result.digest)),
        ]
        if let signature = result.signature { package.append(.init("edSignature", .string(signature))) }
        var members: [JSON.Member] = []
        if let manifest {
            members = [
                .init("appId", .string(manifest.appID.text)), .init("appName", .string(manifest.name)),
                .init(
                    "version",
                    ["code": .integer(manifest.version.code), "name": .string(manifest.version.name)]),
            ]
        }
        members.append(.init("package", .object(package)))
        if let key = result.publicKey { members.append(.init("publicKey", .string(key))) }
        return .object(members)
    }
}

/// What a launch would refuse, said before the package is made.
private enum PackCheck {
    static func problem(_ bytes: [UInt8], _ paths: [String], _ manifest: inout Manifest?) -> Cause? {
        do throws(LaunchFailure) {
            let read = try Manifest.judge(bytes)
            manifest = read
            let missing = read.pages.first { !paths.contains($0.file.text) }
            return missing.map { Cause.pageWithoutFile($0) }
        } catch {
            return error.reason
        }
    }
}
