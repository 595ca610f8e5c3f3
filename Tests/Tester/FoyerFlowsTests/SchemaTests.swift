import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows

/// The schema and the checker say yes and no to the same files, by the judgement of Python's jsonschema.
@Suite struct SchemaTests {
    private static let root = Checkout.root
    /// Debian's own comes first: the package is for that.
    private static let python: String? = ["/usr/bin/python3", "python3"].first { python in
        system("\(python) -c 'import jsonschema' 2>/dev/null") == 0
    }

    @Test func theShippedSchemasAreThoseOfTheChecker() throws {
        for (name, schema) in [("scenario", FlowSchema.scenario), ("checklist", FlowSchema.checklist)] {
            let shipped = TestFile.text("\(ScenarioRig.assets)/schemas/\(name).json")
            let isTheSame = shipped == schema.jsonText + "\n"
            #expect(isTheSame, "Write it again: foyer scenario schema [--checklist] >Assets/schemas/\(name).json")
        }
    }

    @Test(.enabled(if: python != nil)) func everyShippedFileIsAccepted() throws {
        let flows =
            try documents(["scenarios"])
            + documents(["../Tests/EndToEnd/Terminals", "../Tests/EndToEnd/Programs"], "run:")
        #expect(try judge(FlowSchema.scenario, flows.map(\.json)).filter { $0.hasPrefix("no") } == [])
        #expect(flows.count > 340)
        let lists = try documents(["checklists", "../Tests/Tester/Checklists"])
        #expect(try judge(FlowSchema.checklist, lists.map(\.json)).filter { $0.hasPrefix("no") } == [])
    }

    /// Shipped files with one thing changed: a key renamed, left out or added, a value of another kind.
    @Test(.enabled(if: python != nil)) func wrongFilesAreRefusedByBoth() throws {
        try compare(try documents(["scenarios"]), FlowSchema.scenario, seed: 41) { Self.problems(ofFlow: $0) }
        try compare(try documents(["checklists", "../Tests/Tester/Checklists"]), FlowSchema.checklist, seed: 42) {
            Self.problems(ofList: $0)
        }
    }

    private static func problems(ofFlow bytes: [UInt8]) -> [String] {
        if case .failure(let found) = Scenario.read(bytes, file: "t") {
            found.lines(.english).map(\.string)
        } else {
            []
        }
    }

    private static func problems(ofList bytes: [UInt8]) -> [String] {
        if case .failure(let found) = Checklist.read(bytes, file: "t") {
            found.lines(.english).map(\.string)
        } else {
            []
        }
    }

    private func compare(
        _ files: [(file: String, json: JSON)], _ schema: JSON, seed: UInt64, _ problems: ([UInt8]) -> [String]
    ) throws {
        var random = SplitMix64(seed: seed)
        var changed: [(json: JSON, file: String, problems: [String])] = []
        var wrong = 0
        while wrong < 220, changed.count < 1_000 {
            guard let (file, json) = files.randomElement(using: &random) else { break }
            let other = Mutation.change(json, &random)
            let found = problems(Array(other.jsonText.utf8))
            // That names are different, and that each sentence has a check, a schema cannot say.
            let sayings = ["ids must be unique", "checks the sentence", "has no sentence", "cannot fail"]
            if found.contains(where: { line in sayings.contains { line.contains($0) } }) { continue }
            if !found.isEmpty { wrong += 1 }
            changed.append((other, file, found))
        }
        let verdicts = try judge(schema, changed.map(\.json))
        let differing = zip(changed, verdicts).filter { $0.problems.isEmpty != ($1 == "yes") }
        #expect(wrong >= 200 && verdicts.count == changed.count)
        #expect(
            differing.isEmpty, "\(differing.count): \(differing.prefix(6).map { ($0.0.file, $0.0.problems, $0.1) })")
    }

    private func documents(_ folders: [String], _ part: String = "") throws -> [(file: String, json: JSON)] {
        let files = try folders.flatMap { name in
            let folder = ScenarioRig.assets + "/" + name
            return try AssetFolder(path: folder).files(under: ".").filter { $0.hasSuffix(".yaml") }
                .map { folder + "/" + $0 }
        }
        return try files.compactMap { file in
            let bytes = try #require(TestFile.bytes(file))
            guard part.isEmpty || String(decoding: bytes, as: UTF8.self).contains(part),
                let root = YAMLDocument(bytes).root
            else {
                return nil
            }
            return (file, root.json)
        }
    }

    private func judge(_ schema: JSON, _ documents: [JSON]) throws -> [String] {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        TestFile.write(schema.jsonText, to: folder + "/schema.json")
        TestFile.write(documents.map { $0.jsonText + "\n" }.joined(), to: folder + "/documents")
        let words = "\(Self.root)/Tests/Tester/Schemas/check.py \(folder)/schema.json \(folder)/documents"
        #expect(system("\(Self.python ?? "false") \(words) >\(folder)/verdicts") == 0)
        return (TestFile.text(folder + "/verdicts") ?? "").split(separator: "\n").map(String.init)
    }
}

/// A change of one place in a document.
private enum Mutation {
    static func change(_ json: JSON, _ random: inout SplitMix64) -> JSON {
        // As often at the top as deep down.
        switch json {
        case .object(let members) where !members.isEmpty && Int.random(in: 0..<4, using: &random) > 0:
            let place = Int.random(in: members.indices, using: &random)
            var members = members
            members[place] = .init(members[place].name, change(members[place].value, &random))
            return .object(members)
        case .array(let elements) where !elements.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
            let place = Int.random(in: elements.indices, using: &random)
            var elements = elements
            elements[place] = change(elements[place], &random)
            return .array(elements)
        case .object(let members): return change(members, &random)
        case .array(let elements):
            return [.array([]), .string("zzz"), .object([.init("zz", .integer(1))]), .array(elements + elements)]
                .randomElement(using: &random) ?? json
        default:
            let others: [JSON] = [
                .array([json]), .object([.init("zz", .integer(1))]), .integer(-7), .integer(2_000_000_001), .bool(true),
                .string("zzz"), .string(""),
            ]
            return others.randomElement(using: &random) ?? json
        }
    }

    private static func change(_ members: [JSON.Member], _ random: inout SplitMix64) -> JSON {
        var members = members
        guard let place = members.indices.randomElement(using: &random) else {
            return .object([.init("zz", .integer(1))])
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: members[place] = .init(members[place].name + "x", members[place].value)
        case 1: members.remove(at: place)
        case 2: members.append(.init("zz", .integer(1)))
        default: members[place] = .init(members[place].name, .array([.object([])]))
        }
        return .object(members)
    }
}
