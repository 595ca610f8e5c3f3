import FoundationEssentials

/// The folder with the demo's programs, pictures and catalogue.
public struct AssetFolder: Sendable {
    /// Absolute, without a slash at the end.
    public let path: String

    /// A folder that is known.
    public init(path: String) {
        self.path = path
    }

    /// Looks where assets may lie: what was given, `$FOYER_ASSETS`, beside an installed executable, in a source folder
    /// above it.
    ///
    /// Throws: ``StageError/noAssets(looked:)`` with all the places.
    public static func locate(given: String? = nil, environment: String? = nil) throws(StageError) -> AssetFolder {
        if let named = given ?? environment.flatMap({ $0.isEmpty ? nil : $0 }) {
            // Somebody named a folder: another one in its place would be a surprise.
            guard holdsCatalogue(named) else { throw .noAssets(looked: [named]) }
            return AssetFolder(path: named)
        }
        let looked = places(of: executablePath())
        for place in looked where holdsCatalogue(place) { return AssetFolder(path: place) }
        throw .noAssets(looked: looked)
    }

    /// Where an executable's assets may lie: where `Scripts/install` puts them, then in the folders above it.
    static func places(of executable: String) -> [String] {
        let folder = parent(executable)
        var places = [parent(folder) + "/share/foyer/Assets"]
        var above = folder
        while above.count > 1 {
            places.append(above + "/Assets")
            above = parent(above)
        }
        return places
    }

    private static func holdsCatalogue(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + Catalogue.fileName)
    }

    /// Links resolved, which is what makes a linked command find its own assets.
    private static func executablePath() -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "/" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// All bytes of a file, named relative to the folder.
    public func read(_ file: String) throws(StageError) -> [UInt8] {
        let whole = path + "/" + file
        guard let data = FileManager.default.contents(atPath: whole) else {
            throw .unreadable(path: whole, reason: "it is missing, or may not be read")
        }
        return [UInt8](data)
    }

    /// The regular files below a folder, sorted by their UTF-8 bytes; hidden files and links are left out.
    public func files(under folder: String) throws(StageError) -> [String] {
        let root = path + "/" + folder
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: root)
        } catch {
            throw .unreadable(path: root, reason: "\(error)")
        }
        let regular = names.filter { name in
            let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
            let type = try? FileManager.default.attributesOfItem(atPath: root + "/" + name)[.type] as? FileAttributeType
            return !isHidden && type == .typeRegular
        }
        return regular.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
