import FoyerCore

/// One program made ready for the wire: package, icon, resources and metadata.
struct ProgramBuild {
    let summary: StagePlatform.Program
    private(set) var entities: [String: StageEntity] = [:]

    init(_ program: Catalogue.Program, assets: AssetFolder) throws(StageError) {
        let folder = "programs/" + program.folder
        let manifest = try Self.manifest(in: folder, assets: assets)
        let app = manifest.appID

        var package = try Self.package(of: folder, assets: assets)
        if let damage = program.damage {
            var plan = StagePlan(status: 200, body: package)
            plan.apply(damage, target: "")
            package = plan.body
        }
        let packageURL = "/packages/\(program.folder)-\(manifest.version.code).ma"
        let entity = StageEntity(
            route: .package, subject: app, contentType: ContentType.package, bytes: package)
        entities[packageURL] = entity

        let icon = manifest.icons.first?.src ?? ""
        let iconURL = "/icons/\(program.folder).\(icon.split(separator: ".").last ?? "png")"
        entities[iconURL] = StageEntity(
            route: .icon, subject: app, contentType: ContentType.of(icon), bytes: try assets.read("\(folder)/\(icon)"))

        let resources = try Self.resources(of: program, app: app, assets: assets)
        for (answer, entity) in resources { entities[answer.url] = entity }
        let answer = MetadataAnswer(
            appId: app, appName: manifest.name, iconUrl: iconURL, desc: program.desc, slogan: program.slogan,
            status: program.status ?? "active",
            version: .init(code: manifest.version.code, name: manifest.version.name),
            package: .init(
                url: packageURL, size: package.count, sha256: entity.digest,
                edSignature: program.signed == false ? nil : DemoKey.signature(of: package)),
            resources: resources.map(\.answer))
        entities["/v1/apps/" + app] = StageEntity(
            route: .metadata, subject: app, contentType: ContentType.json, bytes: StageJSON.encode(answer))
        summary = .init(
            appId: app, appName: manifest.name, slogan: program.slogan, iconUrl: iconURL, status: answer.status,
            packageUrl: packageURL, size: package.count)
    }

    private static func resources(
        of program: Catalogue.Program, app: String, assets: AssetFolder
    ) throws(StageError) -> [(answer: MetadataAnswer.Resource, entity: StageEntity)] {
        var resources: [(answer: MetadataAnswer.Resource, entity: StageEntity)] = []
        for path in program.resources ?? [] {
            let entity = StageEntity(
                route: .resource, subject: app, contentType: ContentType.of(path),
                bytes: try assets.read("resources/\(program.folder)/\(path)"))
            let answer = MetadataAnswer.Resource(
                path: path, url: "/res/\(program.folder)/\(path)", size: entity.bytes.count, sha256: entity.digest)
            resources.append((answer, entity))
        }
        return resources
    }

    private static func manifest(in folder: String, assets: AssetFolder) throws(StageError) -> ProgramManifest {
        let file = folder + "/manifest.json"
        do {
            return try StageJSON.decode(ProgramManifest.self, from: assets.read(file))
        } catch .wrongRequest(let reason) {
            throw .wrongAsset(path: assets.path + "/" + file, reason: reason)
        }
    }

    private static func package(of folder: String, assets: AssetFolder) throws(StageError) -> [UInt8] {
        var files: [ZipWriter.File] = []
        for name in try assets.files(under: folder) {
            files.append(ZipWriter.File(name: name, bytes: try assets.read("\(folder)/\(name)")))
        }
        do throws(ZipRefusal) {
            return try ZipWriter.encode(files)
        } catch {
            throw .wrongAsset(path: assets.path + "/" + folder, reason: error.description)
        }
    }
}

/// The metadata of a program on the wire.
private struct MetadataAnswer: Encodable {
    struct Version: Encodable {
        var code: Int
        var name: String
    }

    struct Package: Encodable {
        var url: String
        var size: Int
        var sha256: String
        var edSignature: String?
    }

    struct Resource: Encodable {
        var path: String
        var url: String
        var size: Int
        var sha256: String
    }

    var appId: String
    var appName: String
    var iconUrl: String
    var desc: String
    var slogan: String
    var status: String
    var version: Version
    var package: Package
    var resources: [Resource]
}
