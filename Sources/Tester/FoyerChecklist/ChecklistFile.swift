import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem

extension ScenarioAssets {
    /// The file of the shipped checklist.
    package var checklist: String { folder + "/checklists/launch.yaml" }

    /// Whether it is that one, whose programs are Foyer's.
    func isShipped(_ list: Checklist) -> Bool { list.file == checklist }
}

extension Checklist {
    /// The size limit of a file in bytes.
    private static let bound = 4 << 20

    /// Reads a checklist's file.
    ///
    /// - Parameter language: of the cards, if the file has several.
    /// - Returns: the list, or all its problems in the order of the file.
    package static func read(
        file: String, in language: Language
    ) throws(LocalizedFailure) -> Result<Checklist, ScenarioProblems> {
        let bytes: [UInt8]
        do { bytes = try UserFile.read(file, limit: bound) } catch { throw .notRead(file, error.code) }
        return read(bytes, file: file, in: language)
    }

    /// The file's name and what distinguishes its content from other versions of it.
    package var nameAndDigest: String {
        let digest = (try? UserFile.read(file, limit: Self.bound)).map { SHA256.hexadecimal(of: $0).prefix(12) }
        return PathParts(file).name + (digest.map { ", sha256 \($0)" } ?? "")
    }

    package static func read(
        _ text: [UInt8], file: String, in language: Language = .english
    ) -> Result<Checklist, ScenarioProblems> {
        let (value, problems) = YAMLShape<Checklist>.checklist.inLanguage(language).decode(text, as: .theChecklist)
        guard var list = value, problems.isEmpty else {
            return .failure(ScenarioProblems(file: file, problems: problems))
        }
        list.file = file
        if language != .english {
            let english = YAMLShape<Checklist>.checklist.inLanguage(.english).decode(text, as: .theChecklist).0
            for (index, item) in (english?.items ?? []).enumerated() { list.items[index].english = item.card }
        }
        let folder = SourceFolder.of(file)
        for index in list.items.indices {
            list.items[index].program = list.items[index].program?.below(folder)
            list.items[index].serve = list.items[index].serve.map { SourceFolder.path($0, below: folder) }
        }
        return .success(list)
    }
}

extension YAMLShape where Value == Checklist {
    static let checklist = YAMLShape.mapping { fields in
        var list = Checklist(file: "")
        if let title = fields.required("title", YAMLShape<String>.text) { list.title = title }
        let serve = fields.optional("serve", YAMLShape<String>.text)
        let version = fields.optional("version", YAMLShape<[String]>.oneOrMore(.scalar, needs: .aProgram)) ?? []
        let keepsSecrets = fields.optional("secrets", YAMLShape<Bool>.oneOf(["keep": true, "hide": false])) ?? false
        let items =
            fields.required(
                "items",
                YAMLShape<[(value: ChecklistItem, mark: YAMLMark)]>.list(
                    of: YAMLShape<ChecklistItem>.item.located, needs: .anItem)) ?? []
        var seen: Set<String> = []
        for (item, mark) in items where !seen.insert(item.id).inserted {
            fields.report.say(mark, .idOfAnother(item.id))
        }
        list.items = items.map(\.value)
        for index in list.items.indices {
            list.items[index].program?.keepsSecrets = keepsSecrets
            if list.items[index].program == nil {
                list.items[index].serve = list.items[index].serve ?? serve
            } else if list.items[index].program?.version.isEmpty == true {
                list.items[index].program?.version = version
            }
        }
        return list
    }
}

extension YAMLShape where Value == ChecklistItem {
    fileprivate static let item = YAMLShape.mapping(.theItem) { fields in
        var item = ChecklistItem()
        if let id = fields.required("id", YAMLShape<String>.text) { item.id = id }
        if let title = fields.required("title", YAMLShape<String>.text) { item.title = title }
        fields.set(&item.section, "section", .text)
        if let instructions = fields.required("do", YAMLShape<[String]>.oneOrMore(.text, needs: .aText)) {
            item.instructions = instructions
        }
        if let expectations = fields.required("see", YAMLShape<[String]>.oneOrMore(.text, needs: .aText)) {
            item.expectations = expectations
        }
        fields.set(&item.isAboutScreen, "by-sight", .truth)
        fields.set(&item.stage, "stage", .stage(nil))
        fields.set(&item.settings, "settings", .settingsByHand)
        switch fields.opening() {
        case .flow(let start): item.start = start
        case .program(let order): item.program = order
        case nil: break
        }
        item.serve = fields.optional("serve", .text)
        fields.refuseBesideProgram(["serve", "settings", "stage"])
        fields.setChecks(of: &item)
        return item
    }
}

extension FlowSchema {
    /// The form of checklists.
    package static var checklist: JSON {
        YAMLSchema.document("A checklist of Foyer", YAMLShape<Checklist>.checklist.inLanguage(.english).outline.schema)
    }
}

extension Phrase {
    static let theChecklist = Phrase("The checklist")
    static let theItem = Phrase("The item")
    static let anItem = Phrase("at least one item")

    static func idOfAnother(_ id: String) -> Phrase {
        Phrase("\"\(id)\" is already the id of an item above; ids must be unique.")
    }
}
