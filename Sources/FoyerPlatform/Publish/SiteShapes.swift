import FoyerCore
import FoyerSystem

// How the YAML files of a site's sources become values.

extension YAMLShape where Value == String {
    /// A file below a folder of the sources: relative, and never leading out.
    static var path: YAMLShape {
        text.checked("a path such as tea.png, without .. and links") { PackagePath($0)?.text }
    }
}

extension YAMLShape where Value == WallTime {
    static var time: YAMLShape {
        YAMLShape<String>.text.checked("a time such as 2026-11-22T00:00:00Z") { WallTime(rfc3339: $0) }
    }
}

extension YAMLShape where Value == SiteSettings {
    static let settings = YAMLShape.mapping { fields in
        let name = fields.required("name", .text)
        let address = fields.optional(
            "address",
            YAMLShape<String>.text.checked("an http or https address") { (try? WebAddress($0)).map(\.text) })
        let keys = fields.optional("key", .oneOrMore(.path)) ?? []
        if keys.count > SiteSettings.maxKeys {
            fields.report.add(fields.node.mark, "key names \(keys.count) files; expected at most two.")
        }
        let keeps = fields.optional("keep", .integer(in: SiteSettings.keepsRange))
        let days = fields.optional("expires", .integer(in: SiteSettings.lifetimeRange))
        return name.map {
            SiteSettings(
                name: $0, address: address, keys: keys, keeps: keeps ?? SiteSettings.standardKeeps,
                lifetime: days ?? SiteSettings.standardLifetime)
        }
    }
}

extension YAMLShape where Value == SiteProgram {
    static let program = YAMLShape.mapping { fields in
        var program = SiteProgram()
        program.status = fields.optional("status", .status) ?? .active
        program.description = fields.optional("desc", .text) ?? ""
        program.slogan = fields.optional("slogan", .text) ?? ""
        program.icon = fields.optional("icon", .path)
        program.resources = fields.optional("resources", .list(of: .path)) ?? []
        return program
    }
}

extension YAMLShape where Value == SiteProgram.Status {
    static var status: YAMLShape { .oneOf(["active": .active, "removed": .removed, "suspended": .suspended]) }
}

extension YAMLShape where Value == SiteBanner {
    private static let item = YAMLShape<SiteBanner.Item>.mapping { fields in
        let title = fields.optional("title", .text) ?? ""
        let image = fields.required("image", .path)
        let link = fields.optional("link", .text) ?? ""
        let (from, until) = (fields.optional("from", .time), fields.optional("until", .time))
        return image.map { SiteBanner.Item(title: title, image: $0, link: link, from: from, until: until) }
    }

    static let banner = YAMLShape.mapping { fields in
        let name = fields.optional("name", .text) ?? ""
        return fields.required("items", .list(of: item)).map { SiteBanner(name: name, items: $0) }
    }
}

extension YAMLShape where Value == SitePopup {
    private static let button = YAMLShape<SitePopup.Button>.mapping { fields in
        let label = fields.required("label", .text)
        let link = fields.optional("link", .text) ?? ""
        return label.map { SitePopup.Button(label: $0, link: link) }
    }

    static let popup = YAMLShape.mapping { fields in
        let (id, title) = (fields.required("id", .text), fields.required("title", .text))
        var popup = SitePopup(id: id ?? "", title: title ?? "", text: fields.optional("text", .text) ?? "")
        popup.image = fields.optional("image", .path)
        popup.buttons = fields.optional("buttons", .list(of: button)) ?? []
        if popup.buttons.count > SitePopup.maxButtons {
            fields.report.add(fields.node.mark, "buttons has \(popup.buttons.count) elements; expected at most two.")
        }
        popup.frequency =
            fields.optional("frequency", .oneOf(["once": .once, "daily": .daily, "always": .always])) ?? .once
        (popup.from, popup.until) = (fields.optional("from", .time), fields.optional("until", .time))
        return popup
    }
}

extension YAMLShape where Value == ConfigValues {
    static let config = YAMLShape { node, what, report in
        guard let pairs = node.mapping else {
            report.expected("a mapping of names and values", node, what)
            return nil
        }
        for (key, _) in pairs {
            guard let name = key.scalar else {
                report.expected("a name", key, "A key of \(what)")
                continue
            }
            guard name == SignedDocument.serialName || name == SignedDocument.expiresName else { continue }
            report.add(key.mark, "\"\(name)\" is taken: signed documents have it. Choose another name.")
        }
        do throws(ConfigRefusal) { return try ConfigValues(node.json) } catch {
            report.add(node.mark, "This is no config: \(error).")
            return nil
        }
    }
}
