import FoyerCore
import FoyerPlatformCore
import FoyerSystem

// How `config.yaml` becomes settings.

extension YAMLShape where Value == UserSettings {
    static let settings = YAMLShape.mapping { fields in
        var settings = UserSettings()
        settings.server = fields.optional("server", .scalar)
        settings.publicKey = fields.optional("public-key", YAMLShape<[String]>.oneOrMore(.scalar).map(Self.joined))
        if let look = fields.optional("theme", YAMLShape<Look>.choice.orMapping(.colors)) {
            (settings.theme, settings.colors) = (look.theme, look.colors)
        }
        if let depth = fields.optional("colors", YAMLShape<CellColor.Depth?>.depth) { settings.depth = depth }
        settings.reducesMotion = fields.optional("motion", .oneOf(["full": false, "reduced": true]))
        settings.language = fields.optional("language", .anyCase)
        settings.usesMouse = fields.optional("mouse", .truth)
        settings.usesASCII = fields.optional("ascii", .truth)
        settings.cursor = fields.optional("cursor", .anyCase)
        settings.pixels = fields.optional("pixels", .anyCase)
        if let screen = fields.optional("screen", YAMLShape<ScreenWish?>.screen) { settings.screen = screen }
        settings.splash = fields.optional("splash", .anyCase)
        settings.timeout = fields.optional("timeout", .seconds(in: UserSettings.timeoutRange))
        settings.progressInterval = fields.optional("progress-every", .seconds(in: DisplaySettings.progressRange))
        if let events = fields.optional("events", YAMLShape<EventTarget>.switch.orMapping(.events)) {
            (settings.eventFormat, settings.eventURL, settings.eventsOff) = (events.format, events.url, events.isOff)
        }
        settings.network = fields.optional("network", .anyCase)
        settings.announcements = fields.optional("announcements", .oneOf(["on": true, "off": false]))
        fields.set(&settings.commands, "commands", .commands)
        return settings
    }

    private static func joined(_ keys: [String]) -> String { keys.joined(separator: " ") }
}

/// Colours that replace the theme's, or the name of a theme.
private struct Look: Sendable {
    var theme: DisplaySettings.Theme?
    var colors: [CellColor.Role: UInt32] = [:]
}

extension YAMLShape where Value == Look {
    fileprivate static let choice = word(
        [("auto", Look())] + DisplaySettings.Theme.allCases.map { ($0.rawValue, Look(theme: $0)) })

    fileprivate static let colors = YAMLShape.mapping { fields in
        var look = Look()
        for (name, role) in zip(CellColor.Role.names, CellColor.Role.allCases) {
            look.colors[role] = fields.optional(name, .color)
        }
        return look
    }
}

extension YAMLShape where Value == CellColor.Depth? {
    fileprivate static let depth = word([("auto", nil)] + CellColor.Depth.names.map { ($0.name, .some($0.depth)) })
}

extension YAMLShape where Value == ScreenWish? {
    fileprivate static let screen = word([("auto", nil)] + ScreenWish.allCases.map { ($0.rawValue, .some($0)) })
}

private struct EventTarget: Sendable {
    var format: EventFormat?
    var url: String?
    var isOff = false
}

extension YAMLShape where Value == EventTarget {
    fileprivate static let `switch` = oneOf(["on": EventTarget(), "off": EventTarget(isOff: true)])

    fileprivate static let events = YAMLShape.mapping { fields in
        let format = fields.optional("format", YAMLShape<EventFormat>.anyCase)
        return EventTarget(format: format, url: fields.optional("url", .webAddress))
    }
}

extension YAMLShape where Value == [String: NamedCommand] {
    /// A command with any mistake is left out: starting it in a way that was not meant would be worse.
    fileprivate static let commands = YAMLShape<[(name: String, value: NamedCommand)]>
        .table(YAMLShape<String>.text.checked(.aName) { $0.hasPrefix("-") ? nil : $0 }, of: .command.faultless)
        .map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
}

extension YAMLShape where Value == NamedCommand {
    fileprivate static let command = YAMLShape.mapping { fields in
        let run = fields.required("run", YAMLShape<[String]>.words)
        var command = NamedCommand(run ?? [])
        command.title = fields.optional("title", .text)
        command.icon = fields.optional("icon", .text)
        command.splash = fields.optional("splash", .text)
        command.screen = fields.optional("screen", .oneOf(["full": ScreenWish.full, "line": .line]))
        let port = fields.optional("ready-port", YAMLShape<Int>.integer(in: 1...65_535)).map {
            ReadyRule.port(UInt16($0))
        }
        let text = fields.optional("ready-text", YAMLShape<ReadyRule>.expression)
        let file = fields.optional("ready-file", YAMLShape<String>.text).map { ReadyRule.file($0) }
        let url = fields.optional("ready-url", .webAddress).map { ReadyRule.url($0) }
        let line = fields.optional("ready-command", YAMLShape<String>.text).map { ReadyRule.command($0) }
        command.timeout = fields.optional("timeout", .seconds(in: UserSettings.timeoutRange))
        for gone in [WithdrawnName.needs, .log] { fields.refuse(gone) }
        let rules = [port, text, file, url, line].compactMap { $0 }
        if rules.count > 1 {
            fields.report.say(
                fields.node.mark,
                .onlyOne(of: ["ready-port", "ready-text", "ready-file", "ready-url", "ready-command"]))
        }
        command.ready = rules.first ?? .automatic
        return run.map { _ in command }
    }
}

extension YAMLShape where Value == [String] {
    fileprivate static let words = YAMLShape { node, what, report in
        guard node.sequence?.first?.scalar?.isEmpty == false else {
            report.expected(.wordsOfACommand, node, what)
            return nil
        }
        let word = YAMLShape<String>.scalar.checked(.aWord) { $0.utf8.contains(0) ? nil : $0 }
        return list(of: word).read(node, what, &report)
    }
}

extension YAMLShape where Value == ReadyRule {
    fileprivate static let expression = YAMLShape { node, what, report in
        guard let text = YAMLShape<String>.text.read(node, what, &report) else { return nil }
        // Compiled where it is used: every command of ours reads this file.
        guard PatternSize.expanded(text) > PatternSize.most else { return .text(text) }
        report.expected(.regularExpression(ReadyRule.tooLarge), node, what)
        return nil
    }
}

extension YAMLShape where Value == String {
    static var webAddress: YAMLShape {
        text.checked(.webAddress, schema: YAMLSchema.matching("^https?://.")) {
            (try? WebAddress($0)) == nil ? nil : $0
        }
    }
}
