import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Reads a file with a splash, as of `foyer run --splash`.
package enum SplashFile {
    /// The size limit in bytes; it is a page at most.
    package static let largest = 64 * 1024

    package static func read(_ path: String) throws(DiskError) -> [UInt8] { try UserFile.read(path, limit: largest) }

    /// The splash, with its picture's path made that of the file's own folder, and what is wrong in it.
    package static func parse(
        _ text: [UInt8], at path: String
    ) -> (design: SplashDesign?, problems: [YAMLProblem]) {
        var (design, problems) = YAMLShape<SplashDesign>.splash.orNull.decode(text, as: .theSplash, largest: largest)
        if let picture = design??.picture, !picture.hasPrefix("/"), let slash = path.lastIndex(of: "/") {
            design??.picture = path[...slash] + picture
        }
        return (design ?? nil, problems)
    }
}

extension YAMLShape where Value == SplashDesign {
    static let splash = YAMLShape.mapping { fields in
        var design = SplashDesign()
        fields.set(&design.layout, "layout", .anyCase)
        design.title = fields.optional("title", .text)
        design.slogan = fields.optional("slogan", .text)
        let icon = fields.optional("icon", YAMLShape<String>.text)
        let picture = fields.optional("picture", YAMLShape<String>.text)
        if icon != nil, picture != nil {
            fields.report.say(fields.mark(of: "picture"), .onlyOne(of: ["icon", "picture"]))
        }
        design.picture = picture ?? icon
        design.theme = fields.optional("theme", .anyCase)
        fields.set(&design.colors, "colors", .roles)
        fields.set(&design.steps, "steps", .words)
        return design
    }
}

extension YAMLShape where Value == [CellColor.Role: UInt32] {
    fileprivate static let roles = YAMLShape.mapping { fields in
        var colors: [CellColor.Role: UInt32] = [:]
        for (name, role) in zip(CellColor.Role.names, CellColor.Role.allCases) {
            colors[role] = fields.optional(name, .color)
        }
        return colors
    }
}

extension YAMLShape where Value == [String: String] {
    fileprivate static let words = YAMLShape<[(name: String, value: String)]>.table(of: .text)
        .map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
}
