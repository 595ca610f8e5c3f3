import FoyerCore
import FoyerPlatform

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
            var plan = LoopbackAnswer(status: 200, body: package)
            plan.apply(damage, target: "")
            package = plan.body
        }
        let packageURL = "/packages/\(program.folder)-\(manifest.version.code).ma"
        let entity = StageEntity(
            route: .package, subject: app, contentType: ContentType.package, bytes: package)
        entities[packageURL] = entity

        let icon = manifest.icon
        let iconURL = "/icons/\(program.folder).\(icon.split(separator: ".").last ?? "png")"
        entities[iconURL] = StageEntity(
            route: .icon, subject: app, contentType: ContentType.of(icon), bytes: try assets.read("\(folder)/\(icon)"))

        var resources: [JSON] = []
        for path in program.resources {
            let entity = StageEntity(
                route: .resource, subject: app, contentType: ContentType.of(path),
                bytes: try assets.read("resources/\(program.folder)/\(path)"))
            let url = "/res/\(program.folder)/\(path)"
            entities[url] = entity
            resources.append(
                [
                    "path": .string(path), "url": .string(url), "size": JSON(entity.bytes.count),
                    "sha256": .string(entity.digest),
                ])
        }
        let answer: JSON = [
            "appId": .string(app), "appName": .string(manifest.name), "iconUrl": .string(iconURL),
            "desc": .string(program.desc), "slogan": .string(program.slogan), "status": .string(program.status),
            "version": ["code": JSON(manifest.version.code), "name": .string(manifest.version.name)],
            "package": JSON([
                "url": .string(packageURL), "size": JSON(package.count), "sha256": .string(entity.digest),
                "edSignature": program.isSigned ? DemoKey.signature(of: package).map { .string($0) } : nil,
            ]),
            "resources": .array(resources),
        ]
        entities["/v1/apps/" + app] = StageEntity(
            route: .metadata, subject: app, contentType: ContentType.json, bytes: answer.bytes)
        summary = .init(
            appId: app, appName: manifest.name, slogan: program.slogan, iconUrl: iconURL, status: program.status,
            packageUrl: packageURL, size: package.count)
    }

    private static func manifest(in folder: String, assets: AssetFolder) throws(StageError) -> ProgramManifest {
        let file = folder + "/manifest.json"
        do {
            return try JSONNode.read(assets.read(file), ProgramManifest.init)
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
