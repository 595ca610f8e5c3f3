import FoyerPlatformCore
import FoyerSystem

/// Finds the places of values in a source, in YAML or in JSON, which is YAML as well.
///
/// It reads the file again, so it is for what is wrong with it.
struct SourceMarks {
    static let start = YAMLMark(line: 1, column: 1)
    private let root: YAMLNode?

    /// A file that cannot be read has one place, its start.
    init(_ file: String, in folder: Folder) {
        let bytes = try? folder.file(file).readAll(limit: Manifest.maxBytes)
        root = bytes.flatMap { YAMLDocument($0, largest: Manifest.maxBytes).root }
    }

    /// The places of the scalars that stand under a key, alone or in a list; the start if there are none.
    func all(_ key: String, where isMeant: (String) -> Bool) -> [YAMLMark] {
        var marks: [YAMLMark] = []
        func look(_ node: YAMLNode, under name: String?) {
            switch node.content {
            case .scalar(let text): if name == key, isMeant(text) { marks.append(node.mark) }
            case .sequence(let nodes): for element in nodes { look(element, under: name) }
            case .mapping(let pairs): for pair in pairs { look(pair.value, under: pair.key.scalar) }
            }
        }
        if let root { look(root, under: nil) }
        return marks.isEmpty ? [Self.start] : marks
    }

    /// The place that a path such as `version.code` or `pages[1]` leads to, as far as it does.
    func mark(at path: String) -> YAMLMark {
        var node = root
        for step in path.split(whereSeparator: { ".[]".contains($0) }) {
            guard let next = node.flatMap({ Self.step(String(step), from: $0) }) else { break }
            node = next
        }
        return node?.mark ?? Self.start
    }

    private static func step(_ name: String, from node: YAMLNode) -> YAMLNode? {
        guard let elements = node.sequence else { return node.mapping?.first { $0.key.scalar == name }?.value }
        return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
}
