import FoyerCore
import FoyerPlatformCore
import FoyerSystem

// Turns the YAML files of a site's sources into values.

extension YAMLShape where Value == String {
    /// A file below a folder of the sources: relative, and never leading out.
    static var path: YAMLShape {
        text.checked(.sitePath) { PackagePath($0)?.text }
    }

    /// The same for a signing key.
    static var keyPath: YAMLShape {
        text.checked(.keyPath) { PackagePath($0)?.text }
    }
}

extension YAMLShape where Value == String {
    /// Text of at most so many bytes in UTF-8, as hosts take it.
    static func text(upTo limit: Int) -> YAMLShape {
        YAMLShape { node, what, report in
            guard let value = text.read(node, what, &report) else { return nil }
            if value.utf8.count <= limit { return value }
            report.say(node.mark, .tooLong(what, value.utf8.count, limit: limit))
            return nil
        }
    }
}

extension YAMLFields {
    /// `from` and `until`, which must follow it.
    mutating func span() -> (from: WallTime?, until: WallTime?) {
        let (from, until) = (optional("from", .time), optional("until", .time))
        if let from, let until, until <= from { report.say(mark(of: "until"), .endsBeforeItBegins(from)) }
        return (from, until)
    }
}

extension YAMLShape where Value == String {
    /// A link that some host opens.
    static var link: YAMLShape {
        scalar.checked(.openedLink) { SiteLink.isOpened($0) ? $0 : nil }
    }
}

extension YAMLShape where Value == WallTime {
    static var time: YAMLShape {
        YAMLShape<String>.text.checked(.aTime) { WallTime(rfc3339: $0) }
    }
}

extension YAMLShape where Value == SiteSettings {
    static let settings = YAMLShape.mapping { fields in
        let name = fields.required("name", .text)
        let address = fields.optional(
            "address", YAMLShape<String>.text.checked(.webAddress) { (try? WebAddress($0))?.text })
        let names = fields.optional("key", .oneOrMore(.keyPath)) ?? []
        let isUnsigned = names == [SiteSettings.noKey]
        let keys = isUnsigned ? [] : names
        if keys.count > SiteSettings.maxKeys {
            fields.report.say(fields.mark(of: "key"), .tooMany("key", keys.count, limit: SiteSettings.maxKeys))
        }
        let keeps = fields.optional("keep", .integer(in: SiteSettings.keepsRange))
        let days = fields.optional("expires", .integer(in: SiteSettings.lifetimeRange))
        return name.map {
            var settings = SiteSettings(
                name: $0, address: address, keys: keys, keeps: keeps ?? SiteSettings.standardKeeps,
                lifetime: days ?? SiteSettings.standardLifetime)
            settings.isUnsigned = isUnsigned
            return settings
        }
    }
}

extension YAMLShape where Value == SiteProgram {
    static let program = YAMLShape.mapping { fields in
        var program = SiteProgram()
        program.status = fields.optional("status", .status) ?? .active
        program.description = fields.optional("desc", .text(upTo: AppMetadata.maxTextLength)) ?? ""
        program.slogan = fields.optional("slogan", .text(upTo: AppMetadata.maxTextLength)) ?? ""
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
        let title = fields.optional("title", .text(upTo: BannerData.maxTextLength)) ?? ""
        let image = fields.required("image", .path)
        // An empty link says that the page leads nowhere; a missing one has been forgotten.
        let link = fields.required("link", .link)
        let (from, until) = fields.span()
        fields.refuse(.versions)
        return image.map { SiteBanner.Item(title: title, image: $0, link: link ?? "", from: from, until: until) }
    }

    static let banner = YAMLShape.mapping { fields in
        let name = fields.optional("name", .text(upTo: BannerData.maxTextLength)) ?? ""
        let items = fields.required("items", .list(of: item))
        if let items, items.count > BannerData.maxItems {
            fields.report.say(fields.mark(of: "items"), .tooMany("items", items.count, limit: BannerData.maxItems))
        }
        return items.map { SiteBanner(name: name, items: $0) }
    }
}

extension YAMLShape where Value == SitePopup {
    private static let button = YAMLShape<PopupButton>.mapping { fields in
        let label = fields.required("label", .text(upTo: PopupData.maxTextLength))
        let link = fields.optional("link", .link) ?? ""
        return label.map { PopupButton(label: $0, openURL: link) }
    }

    static let popup = YAMLShape.mapping { fields in
        let id = fields.required("id", .text(upTo: PopupData.maxIDLength))
        let title = fields.required("title", .text(upTo: PopupData.maxTextLength))
        let text = fields.optional("text", .text(upTo: PopupData.maxTextLength))
        var popup = SitePopup(id: id ?? "", title: title ?? "", text: text ?? "")
        popup.image = fields.optional("image", .path)
        popup.buttons = fields.optional("buttons", .list(of: button)) ?? []
        if popup.buttons.count > PopupData.maxButtons {
            fields.report.say(
                fields.mark(of: "buttons"), .tooMany("buttons", popup.buttons.count, limit: PopupData.maxButtons))
        }
        popup.frequency =
            fields.optional("frequency", .oneOf(["once": .once, "daily": .daily, "always": .always])) ?? .once
        (popup.from, popup.until) = fields.span()
        popup.trigger = fields.optional("trigger", .text(upTo: PopupData.maxTriggerLength))
        popup.priority = fields.optional("priority", .integer(in: PopupData.priorities)) ?? 0
        popup.most = fields.optional("most", limit)
        fields.refuse(.versions)
        return popup
    }

    private static let limit = YAMLShape<PopupLimit>.mapping { fields in
        let times = fields.required("times", .integer(in: PopupLimit.timesRange))
        let days = fields.required("days", .integer(in: PopupLimit.daysRange))
        return times.flatMap { times in days.map { PopupLimit(times: times, days: $0) } }
    }
}

extension YAMLShape where Value == ConfigValues {
    static let config = YAMLShape { node, what, report in
        guard YAMLShape<[(name: String, value: JSON)]>.table(.scalar, of: .json).read(node, what, &report) != nil
        else { return nil }
        let taken = [SignedDocument.serialName, SignedDocument.expiresName]
        for (key, _) in node.mapping ?? [] where taken.contains(key.scalar ?? "") {
            report.say(key.mark, .nameIsTaken(key.scalar ?? ""))
        }
        for (key, _) in node.mapping ?? [] where key.scalar == WithdrawnName.minimum.name {
            report.say(key.mark, WithdrawnName.minimum.sentence)
        }
        do throws(ConfigRefusal) { return try ConfigValues(json: node.json) } catch {
            report.say(node.mark, .noConfig(error))
            return nil
        }
    }
}
