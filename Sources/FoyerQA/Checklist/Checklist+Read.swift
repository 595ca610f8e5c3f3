import Foyer
import FoyerPlatform
import FoyerSystem

extension Checklist {
    /// The shipped list, below the assets.
    static func shippedFile(in language: Language) -> String {
        language == .english ? "checklists/launch.yaml" : "checklists/launch.\(language.rawValue).yaml"
    }

    /// Bytes of a file.
    private static let bound = 4 << 20

    /// Reads a checklist's file.
    ///
    /// - Returns: the list, or everything that is wrong with it, in the order of the file.
    public static func read(file: String) throws(ScenarioFileFailure) -> Result<Checklist, ScenarioProblems> {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try UserFile.read(file, limit: bound) } catch {
            throw ScenarioFileFailure(path: file, errno: error.code)
        }
        return read(bytes, file: file)
    }

    public static func read(_ text: [UInt8], file: String) -> Result<Checklist, ScenarioProblems> {
        var reader = NodeReader()
        var list = Checklist(file: file)
        if let root = reader.compose(text, as: "a checklist") { list.read(root, &reader) }
        guard reader.problems.isEmpty else {
            let sorted = reader.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            return .failure(ScenarioProblems(file: file, problems: sorted))
        }
        return .success(list)
    }

    private mutating func read(_ root: YAMLNode, _ reader: inout NodeReader) {
        guard let fields = reader.fields(root, "A checklist", known: ["title", "items"]) else { return }
        if let node = reader.required("title", in: fields, of: root, "The checklist") {
            title = reader.text(node, "title") ?? ""
        }
        guard let node = reader.required("items", in: fields, of: root, "The checklist") else { return }
        for element in reader.elements(node, "items") {
            guard let item = reader.item(element) else { continue }
            if items.contains(where: { $0.id == item.id }) {
                reader.report(element.mark, "\"\(item.id)\" is the id of an item above; expected one of its own.")
            }
            items.append(item)
        }
        if node.sequence?.isEmpty == true { reader.report(node.mark, "items is empty; expected at least one item.") }
    }
}

extension NodeReader {
    private static let itemKeys = [
        "id", "title", "section", "do", "see", "stage", "settings",
    ]

    fileprivate mutating func item(_ node: YAMLNode) -> ChecklistItem? {
        guard let fields = fields(node, "An item", known: Self.itemKeys + Self.startKeys) else { return nil }
        var item = ChecklistItem()
        if let node = required("id", in: fields, of: node, "The item") { item.id = text(node, "id") ?? "" }
        if let node = required("title", in: fields, of: node, "The item") { item.title = text(node, "title") ?? "" }
        if let node = required("do", in: fields, of: node, "The item") { item.instructions = texts(node, "do") }
        if let node = required("see", in: fields, of: node, "The item") { item.expectations = texts(node, "see") }
        if let node = fields["section"] { item.section = text(node, "section") ?? "" }
        if let node = fields["stage"] { item.stage = stage(node) }
        // The rest is the terminal's own: the tester looks at what is really there.
        if let node = fields["settings"] { item.settings = settings(node, known: ["motion", "disk"]) }
        if let found = start(node, fields, "The item") { item.start = found }
        return item
    }
}
