/// What the stage plays: `stage.json` of the assets.
struct Catalogue: Decodable {
    static let fileName = "stage.json"

    /// One mini program; what its package does not say itself.
    struct Program: Decodable {
        /// Below `programs/`; also names the files on the wire.
        var folder: String
        var desc: String
        var slogan: String
        /// `active`, `removed` or `suspended`.
        var status: String?
        /// `false` leaves the signature out.
        var signed: Bool?
        /// Files below `resources/FOLDER/`, at the paths that they take in the program.
        var resources: [String]?
        /// Spoils the package before it is hashed and signed: damage that only unpacking can find.
        var damage: StageFault?
    }

    struct Item: Decodable {
        var title: String
        /// Below `banners/`.
        var picture: String
        var openUrl: String
    }

    struct Banner: Decodable {
        var key: String
        var name: String
        var items: [Item]
    }

    /// One card; its picture is one of a banner's.
    struct Popup: Codable {
        struct Button: Codable {
            var label: String
            var openUrl: String
        }

        var popupKey: String
        var id: String
        var title: String
        var text: String?
        var imageUrl: String?
        var buttons: [Button]?
        var frequency: String
        var from: String?
        var until: String?
    }

    var programs: [Program]
    var banners: [Banner]
    /// A stage without pop-ups need not say so.
    var popups: [Popup]?
    var config: [String: JSONValue]
    var faults: [FaultRule]
}

/// What the stage needs of a program's own manifest (W3C MiniApp manifest).
struct ProgramManifest: Decodable {
    struct Icon: Decodable {
        var src: String
    }

    struct Version: Decodable {
        var code: Int
        var name: String
    }

    var appID: String
    var name: String
    var icons: [Icon]
    var version: Version

    private enum CodingKeys: String, CodingKey {
        case appID = "app_id"
        case name, icons, version
    }
}
