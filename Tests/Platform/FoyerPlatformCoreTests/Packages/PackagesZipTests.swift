import TestSupport
import Testing

@testable import FoyerCore
@testable import FoyerPlatformCore

struct PackagesZipTests {
    @Test(arguments: Hostile.all)
    func hostileArchivesAreRefused(_ hostile: Hostile) {
        switch ZipCraft.validate(hostile.archive) {
        case .success: Issue.record("accepted: \(hostile)")
        case .failure(let refusal): #expect(refusal.reason == hostile.reason, "\(hostile)")
        }
    }

    @Test func theCorpusIsLargeAndHasEachNameOnce() {
        #expect(Hostile.all.count >= 145)
        #expect(Set(Hostile.all.map(\.description)).count == Hostile.all.count)
    }

    @Test func everyReasonIsReached() {
        let unreachable: Set<ZipRefusal.Reason> = [.unreadable, .archiveTooLarge]
        #expect(Set(ZipRefusal.Reason.allCases).subtracting(Hostile.all.map(\.reason)) == unreachable)
    }

    @Test func plainOnesAreAccepted() throws {
        let entries = try ZipCraft.validate(ZipCraft(.init("d/"), .init("d/ä.txt"), .init("b").deflated).bytes()).get()
        #expect(entries.map(\.name) == ["d", "d/ä.txt", "b"])
        #expect(entries.map(\.isFolder) == [true, false, false])
        #expect(entries.map(\.size) == [0, 5, 5])
        #expect(entries[1].dataOffset == 32 + 30 + 8)
    }

    @Test func harmlessOddities() throws {
        let times = extra(0x5455, [1, 0, 0, 0, 0]) + extra(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])
        let odd = ZipCraft.Entry("a").with {
            $0.extra = times
            $0.localExtra = times + extra(0xCAFE, [])
            $0.madeBy = 20
            $0.attributes = 0x21
            $0.flags = 2
        }
        #expect(throws: Never.self) { try ZipCraft.validate(ZipCraft(odd).bytes()).get() }
        // A name as long and as deep as allowed; a shared folder's bits; a directory in another order.
        let deep = Array(repeating: "d", count: 16).joined(separator: "/")
        let folder = ZipCraft.Entry("s/").with { $0.attributes = 0o042775 << 16 }
        let craft = ZipCraft(.init(deep), .init(String(repeating: "n", count: 255)), folder)
        #expect(throws: Never.self) { try ZipCraft.validate(craft.bytes()).get() }
    }

    @Test(arguments: [true, false], [true, false])
    func descriptorsThatAreRight(hasMark: Bool, hasSizes: Bool) throws {
        let entry = ZipCraft.Entry("a").deflated.with {
            $0.flags = 8
            if !hasSizes { ($0.localCRC, $0.localPackedSize, $0.localSize) = (0, 0, 0) }
            if hasMark { $0.descriptor = [80, 75, 7, 8] }
            $0.descriptor.append32($0.crc)
            $0.descriptor.append32($0.packedSize)
            $0.descriptor.append32($0.size)
        }
        #expect(throws: Never.self) { try ZipCraft.validate(ZipCraft(entry, .init("b")).bytes()).get() }
    }

    /// `git archive` appends the commit's name.
    @Test(arguments: [7, 40, 64, 65_535]) func aCommentOfTextIsHarmless(length: Int) throws {
        let craft = ZipCraft(.init("a"), .init("b")).with { $0.comment = [UInt8](repeating: 0x61, count: length) }
        #expect(try ZipCraft.validate(craft.bytes()).get().map(\.name) == ["a", "b"])
    }

    @Test func foldingASCIIAloneIsTheSame() {
        for value in UInt32(1)..<0x2_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(scalar)B"
            #expect(ZipName.folded(text) == text.lowercased().uppercased().lowercased(), "\(value)")
        }
    }

    /// Whether two paths conflict does not depend on the paths between them.
    @Test func treesAreJudgedByPairs() {
        func getOn(_ one: String, _ other: String) -> Bool {
            let (a, b) = (one.split(separator: "/"), other.split(separator: "/"))
            for (left, right) in zip(a, b) where left != right { return left.lowercased() != right.lowercased() }
            return false
        }
        var random = SplitMix64(seed: 21)
        var accepted = 0
        for _ in 0..<3000 {
            let paths = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    ["a", "b", "B", "c", "d"].randomElement(using: &random) ?? ""
                }.joined(separator: "/")
            }
            let isGood = paths.indices.allSatisfy { index in
                paths[..<index].allSatisfy { getOn($0, paths[index]) }
            }
            #expect(((try? PackageTree.validateTree(paths)) != nil) == isGood, "\(paths)")
            if isGood { accepted += 1 }
        }
        #expect((300...2700).contains(accepted))
    }

    @Test func everyCutIsRefused() {
        let whole = ZipCraft(.init("a"), .init("b")).bytes()
        for count in 0..<whole.count {
            #expect(throws: ZipRefusal.self) { try ZipCraft.validate(Array(whole.prefix(count))).get() }
        }
    }

    @Test func aFileThatCannotBeReadIsRefused() {
        #expect(throws: ZipRefusal(.unreadable)) { try ZipDirectory.validate(fileSize: 100) { _, _ in nil } }
        #expect(throws: ZipRefusal(.archiveTooLarge)) { try ZipDirectory.validate(fileSize: 1 << 40) { _, _ in nil } }
    }

    @Test func whatIsWrittenIsRead() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<100 {
            let files = (0..<Int.random(in: 1...20, using: &generator)).map { number in
                ZipWriter.File(
                    name: "d\(number % 3)/名\(number)",
                    bytes: (0..<Int.random(in: 0...300, using: &generator)).map { UInt8($0 & 7) })
            }
            let archive = try ZipWriter.encode(files.shuffled(using: &generator)) { _ in [3, 0] }
            #expect(archive == (try ZipWriter.encode(files) { _ in [3, 0] }))
            let entries = try ZipCraft.validate(archive).get()
            #expect(Set(entries.map(\.name)) == Set(files.map(\.name)))
            for file in files {
                let entry = try #require(entries.first { $0.name == file.name })
                #expect(entry.size == file.bytes.count)
                #expect(entry.crc == CRC32.checksum(of: file.bytes))
                #expect(entry.method == (file.bytes.count > 2 ? .deflate : .stored))
                if entry.method == .stored {
                    #expect(Array(archive[entry.dataOffset..<(entry.dataOffset + entry.size)]) == file.bytes)
                }
            }
        }
    }

    @Test func theWriterRefusesWhatTheReaderWould() {
        func encode(_ names: String...) throws(ZipRefusal) -> [UInt8] {
            try ZipWriter.encode(names.map { ZipWriter.File(name: $0, bytes: []) })
        }
        #expect(throws: ZipRefusal(.nameClimbs, entry: "../a")) { try encode("../a") }
        #expect(throws: ZipRefusal(.collision, entry: "a")) { try encode("A", "a") }
        #expect(throws: ZipRefusal(.nameHasEmptyComponent, entry: "a/")) { try encode("a/") }
    }

    /// Every accepted archive is consistent: its entries are in order, inside the archive, and do not overlap.
    @Test func mutationsNeverCrashNorFool() throws {
        var generator = SplitMix64(seed: 7)
        let good = ZipCraft(.init("manifest.json"), .init("d/"), .init("d/é").deflated, .init("z")).bytes()
        let expected = try ZipCraft.validate(good).get()
        for _ in 0..<20_000 {
            var archive = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: archive.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: archive[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: archive[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: archive.remove(at: place)
                default: archive.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                }
            }
            guard case .success(let entries) = ZipCraft.validate(archive) else { continue }
            #expect(entries.count == expected.count)
            var end = 0
            for entry in entries {
                #expect(entry.dataOffset >= end + 30 + entry.name.utf8.count)
                end = entry.dataOffset + entry.packedSize
                #expect(end <= archive.count)
            }
        }
    }
}

struct PackagesCRCTests {
    @Test func knownValues() {
        #expect(CRC32.checksum(of: []) == 0)
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum(of: Array("The quick brown fox jumps over the lazy dog".utf8)) == 0x414F_A339)
    }

}
