import FoyerSystem

/// The folder with the demo's site, and all that ships beside it.
package struct AssetFolder: Sendable {
    static let settingsName = "stage.json"

    /// Absolute, without a slash at the end.
    package let path: String

    /// A folder that is known.
    package init(path: String) {
        self.path = path
    }

    /// Looks for assets: in the given folder, `$FOYER_ASSETS`, beside an installed executable, in a source folder above
    /// it.
    ///
    /// Throws: ``StageError/noAssets(looked:)`` with all the places.
    package static func locate(given: String? = nil, environment: String? = nil) throws(StageError) -> AssetFolder {
        if let named = given ?? environment.flatMap({ $0.isEmpty ? nil : $0 }) {
            // If a folder was named, another one in its place would be a surprise.
            guard holdsStage(named) else { throw .noAssets(looked: [named]) }
            return AssetFolder(path: named)
        }
        let looked = places(of: ResourceFolders.program ?? "/")
        for place in looked where holdsStage(place) { return AssetFolder(path: place) }
        throw .noAssets(looked: looked)
    }

    /// Where an executable's assets may be: where `Scripts/install` puts them, then in the folders above it.
    static func places(of executable: String) -> [String] {
        let folder = PathParts(executable).folder
        var places = [PathParts(folder).folder + "/share/foyer/Assets"]
        var above = folder
        while above.count > 1 {
            places.append(above + "/Assets")
            above = PathParts(above).folder
        }
        return places
    }

    private static func holdsStage(_ path: String) -> Bool {
        (try? AssetFolder(path: path).read(settingsName)) != nil
    }

    /// All bytes of a file, named relative to the folder.
    package func read(_ file: String) throws(StageError) -> [UInt8] {
        let whole = path + "/" + file
        do { return try UserFile.read(whole, limit: StageLimits.assetBytes) } catch {
            throw .unreadable(path: whole, reason: "\(error)")
        }
    }

    /// The regular files below a folder, sorted by their UTF-8 bytes; hidden files and links are left out.
    package func files(under folder: String) throws(StageError) -> [String] {
        let root = path + "/" + folder
        do {
            let names = try Self.files(in: Folder.open(path: root, makes: false, disk: .real))
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            throw .unreadable(path: root, reason: "\(error)")
        }
    }

    private static func files(in folder: Folder) throws(DiskError) -> [String] {
        var names: [String] = []
        for entry in try folder.entries() where !entry.name.hasPrefix(".") {
            switch entry.kind {
            case .file: names.append(entry.name)
            case .folder: names += try files(in: folder.folder(entry.name)).map { "\(entry.name)/\($0)" }
            case .other: break
            }
        }
        return names
    }
}
