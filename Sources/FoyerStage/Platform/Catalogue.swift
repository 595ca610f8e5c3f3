import FoyerCore

/// The stage's programs and campaigns: `stage.json` of the assets.
struct Catalogue {
    static let fileName = "stage.json"

    /// One mini program; what its package does not say itself.
    struct Program {
        /// Below `programs/`; also names the files on the wire.
        let folder: String
        let desc: String
        let slogan: String
        /// `active`, `removed` or `suspended`.
        let status: String
        let isSigned: Bool
        /// Files below `resources/FOLDER/`, at their paths in the program.
        let resources: [String]
        /// Damages the package before it is hashed and signed, so that only unpacking can notice.
        let damage: StageFault?

        init(_ node: JSONNode) throws(JSONShapeError) {
            folder = try node.field("folder").text()
            desc = try node.field("desc").text()
            slogan = try node.field("slogan").text()
            status = try node.optionalField("status")?.text() ?? "active"
            isSigned = try node.optionalField("signed")?.bool() ?? true
            resources = try (node.optionalField("resources")?.elements() ?? []).map { (path) throws(JSONShapeError) in
                try path.text()
            }
            damage = if let node = try node.optionalField("damage") { try StageFault(node) } else { nil }
        }
    }

    struct Item {
        let title: String
        /// Below `banners/`.
        let picture: String
        let openUrl: String

        init(_ node: JSONNode) throws(JSONShapeError) {
            title = try node.field("title").text()
            picture = try node.field("picture").text()
            openUrl = try node.field("openUrl").text()
        }
    }

    struct Banner {
        let key: String
        let name: String
        let items: [Item]

        init(_ node: JSONNode) throws(JSONShapeError) {
            key = try node.field("key").text()
            name = try node.field("name").text()
            items = try node.field("items").elements().map(Item.init)
        }
    }

    /// One card, as sent; its picture is one of a banner's.
    struct Popup {
        let key: String
        private let members: [(name: String, node: JSONNode)]

        init(_ node: JSONNode) throws(JSONShapeError) {
            key = try node.field("popupKey").text()
            members = try node.members()
        }

        /// Its row of the catalogue: what says when it may come.
        var row: JSON {
            let content: Set = ["text", "imageUrl", "buttons"]
            return .object(
                members.filter { !content.contains($0.name) }.map { JSON.Member($0.name, $0.node.value) })
        }

        func bytes(forKey key: String) -> [UInt8] {
            let members = members.map { name, node in
                JSON.Member(name, name == "popupKey" ? .string(key) : node.value)
            }
            return JSON.object(members).bytes
        }
    }

    let programs: [Program]
    let banners: [Banner]
    let popups: [Popup]
    let config: [String: JSON]
    let faults: [FaultRule]

    init(_ node: JSONNode) throws(JSONShapeError) {
        programs = try node.field("programs").elements().map(Program.init)
        banners = try node.field("banners").elements().map(Banner.init)
        // A stage without pop-ups need not mention them.
        popups = try (node.optionalField("popups")?.elements() ?? []).map(Popup.init)
        config = try Self.config(node.field("config"))
        faults = try node.field("faults").elements().map(FaultRule.init)
    }

    static func config(_ node: JSONNode) throws(JSONShapeError) -> [String: JSON] {
        Dictionary(try node.members().map { ($0.name, $0.node.value) }) { $1 }
    }
}

/// What the stage needs of a program's own manifest (W3C MiniApp manifest).
struct ProgramManifest {
    let appID: String
    let name: String
    let icon: String
    let version: (code: Int, name: String)

    init(_ node: JSONNode) throws(JSONShapeError) {
        appID = try node.field("app_id").text()
        name = try node.field("name").text()
        icon = try node.field("icons").elements().first?.field("src").text() ?? ""
        let version = try node.field("version")
        self.version = (try version.field("code").integer(in: 0...Int.max), try version.field("name").text())
    }
}
