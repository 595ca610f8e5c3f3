@testable import FoyerCore
@testable import FoyerPlatformCore

/// An archive that must be refused, and why.
struct Hostile: CustomStringConvertible, Sendable {
    let description: String
    let archive: [UInt8]
    let reason: ZipRefusal.Reason

    init(_ description: String, _ craft: ZipCraft, _ reason: ZipRefusal.Reason) {
        self.description = description
        archive = craft.bytes()
        self.reason = reason
    }

    static let all = names + trees + formats + attributes + extras + headers + layouts + ends + sizes

    private static func one(_ what: String, _ reason: ZipRefusal.Reason, _ change: (inout ZipCraft.Entry) -> Void)
        -> Hostile
    {
        Hostile(what, ZipCraft(ZipCraft.Entry("a.txt").with(change)), reason)
    }

    private static func deflated(
        _ what: String, _ reason: ZipRefusal.Reason, _ change: (inout ZipCraft.Entry) -> Void
    ) -> Hostile {
        Hostile(what, ZipCraft(ZipCraft.Entry("a.txt").deflated.with(change)), reason)
    }

    private static let badNames: [(String, ZipRefusal.Reason)] = [
        ("/etc/passwd", .nameAbsolute), ("//server/share", .nameAbsolute), ("/", .nameEmpty), ("//", .nameAbsolute),
        ("../up", .nameClimbs), ("a/../b", .nameClimbs), ("a/..", .nameClimbs), ("..", .nameClimbs),
        ("a/../", .nameClimbs), (".", .nameClimbs), ("./a", .nameClimbs), ("a/./b", .nameClimbs),
        ("a/b/../../../c", .nameClimbs), ("a//b", .nameHasEmptyComponent), ("a//", .nameHasEmptyComponent),
        ("..\\up", .nameHasBackslash), ("a\\b", .nameHasBackslash), ("\\\\server", .nameHasBackslash),
        ("C:/windows", .nameHasDrive), ("c:x", .nameHasDrive), ("Z:", .nameHasDrive),
        ("a\u{0}b", .nameHasControl), ("a\u{0}", .nameHasControl), ("a\nb", .nameHasControl),
        ("a\u{1B}[31m", .nameHasControl), ("a\u{7F}", .nameHasControl), ("a\u{85}b", .nameHasControl),
        ("a\u{9B}31m", .nameHasControl), ("a\u{2028}b", .nameHasControl), ("a\u{2029}b", .nameHasControl),
        ("a\u{202E}txt.exe", .nameHasControl), ("a\u{2066}b", .nameHasControl), ("a\u{FEFF}b", .nameHasControl),
        ("a\u{200B}b", .nameHasControl), ("a\u{AD}b", .nameHasControl), ("a\u{E0041}b", .nameHasControl),
        ("a\u{FFFE}b", .nameHasControl),
        (".foyer.json", .nameReserved), (".foyer-icon", .nameReserved), (".FOYER.json", .nameReserved),
        (".foyer/x", .nameReserved), (".foyer-record", .nameReserved), (".foyer-record/", .nameReserved),
        (String(repeating: "n", count: 256), .nameTooLong),
        (String(repeating: "é", count: 128), .nameTooLong),
        (Array(repeating: "d", count: 17).joined(separator: "/"), .nameTooDeep),
        (Array(repeating: "d", count: 100).joined(separator: "/"), .nameTooDeep),
    ]

    static let names: [Hostile] =
        badNames.map { Hostile("name \($0.0.debugDescription)", ZipCraft(.init($0.0)), $0.1) } + [
            Hostile("no name", ZipCraft(.init("")), .nameEmpty),
            one("Latin-1 name", .nameNotUTF8) { $0.name = [0x63, 0x61, 0x66, 0xE9] },
            one("Latin-1 name that claims UTF-8", .nameNotUTF8) { ($0.name, $0.flags) = ([0x63, 0xE9], 0x800) },
            one("overlong slash", .nameNotUTF8) { ($0.name, $0.flags) = ([0x2E, 0x2E, 0xC0, 0xAF, 0x61], 0x800) },
            one("overlong dot", .nameNotUTF8) { ($0.name, $0.flags) = ([0xC0, 0xAE, 0xC0, 0xAE], 0x800) },
            one("surrogate", .nameNotUTF8) { ($0.name, $0.flags) = ([0xED, 0xA0, 0x80], 0x800) },
            one("UTF-8 that is not marked", .nameNotUTF8) { ($0.name, $0.flags) = (Array("é".utf8), 0) },
        ]

    private static func tree(_ first: String, _ second: String, _ reason: ZipRefusal.Reason) -> Hostile {
        Hostile(
            "\(first.debugDescription) and \(second.debugDescription)", ZipCraft(.init(first), .init(second)), reason)
    }

    static let trees: [Hostile] = [
        tree("a", "a", .duplicate), tree("d/", "d/", .duplicate), tree("d/a", "d/a", .duplicate),
        tree("a", "A", .collision), tree("d/a", "D/b", .collision), tree("d/", "D/", .collision),
        tree("straße", "STRASSE", .collision), tree("ſ", "s", .collision), tree("\u{212A}", "k", .collision),
        tree("é", "e\u{301}", .collision), tree("É", "e\u{301}", .collision), tree("\u{1E9E}", "ß", .collision),
        tree("ﬁ", "fi", .collision), tree("Å", "\u{212B}", .collision), tree("Σ", "ς", .collision),
        tree("a", "a/", .fileAndFolder), tree("a", "a/b", .fileAndFolder), tree("a/b", "a", .fileAndFolder),
        tree("a/b/c", "a/b", .fileAndFolder), tree("a/", "a", .fileAndFolder), tree("x/y", "x/y/z/w", .fileAndFolder),
    ]

    static let formats: [Hostile] = [
        one("encrypted", .encrypted) { $0.flags = 1 },
        one("strongly encrypted", .encrypted) { $0.flags = 0x41 },
        one("masked headers", .encrypted) { $0.flags = 0x2000 },
        one("patch data", .unknownFlags) { $0.flags = 0x20 },
        one("reserved flag", .unknownFlags) { $0.flags = 0x8000 },
        one("enhanced deflate flag", .unknownFlags) { $0.flags = 0x10 },
        one("stored with a descriptor", .unknownFlags) { $0.flags = 8 },
        one("imploded", .unknownMethod) { $0.method = 6 },
        one("deflate64", .unknownMethod) { $0.method = 9 },
        one("bzip2", .unknownMethod) { $0.method = 12 },
        one("LZMA", .unknownMethod) { $0.method = 14 },
        one("Zstandard", .unknownMethod) { $0.method = 93 },
        one("XZ", .unknownMethod) { $0.method = 95 },
        one("AES", .unknownMethod) { $0.method = 99 },
        one("version 4.5", .unknownVersion) { $0.version = 45 },
        one("version 4.5 in the local header", .unknownVersion) { $0.localVersion = 45 },
        one("made on VMS", .unknownSystem) { $0.madeBy = 0x0214 },
        one("made on an Amiga", .unknownSystem) { $0.madeBy = 0x0114 },
        one("made on BeOS", .unknownSystem) { $0.madeBy = 0x1014 },
        one("an entry's comment", .entryComment) { $0.comment = Array("PK\u{5}\u{6}".utf8) },
        one("another disk", .severalDisks) { $0.disk = 1 },
        one("size in zip64", .zip64) { $0.size = .max },
        one("packed size in zip64", .zip64) { $0.packedSize = .max },
        one("offset in zip64", .zip64) { $0.offset = .max },
    ]

    private static func mode(_ what: String, _ mode: UInt32, _ reason: ZipRefusal.Reason) -> Hostile {
        one(what, reason) { $0.attributes = mode << 16 }
    }

    static let attributes: [Hostile] = [
        mode("symbolic link", 0o120777, .link), mode("character device", 0o020644, .special),
        mode("block device", 0o060644, .special), mode("fifo", 0o010644, .special), mode("socket", 0o140644, .special),
        mode("unknown type", 0o070644, .special), mode("set user id", 0o104755, .specialMode),
        mode("set group id", 0o102755, .specialMode), mode("sticky", 0o101755, .specialMode),
        mode("set user id without a type", 0o4755, .specialMode),
        mode("a folder's mode on a file", 0o040755, .attributes),
        one("a folder's DOS bit on a file", .attributes) { $0.attributes |= 0x10 },
        one("volume label", .special) { $0.attributes = 0x08 },
        one("DOS device", .special) { $0.attributes = 0x40 },
        one("link made on FAT", .link) { ($0.madeBy, $0.attributes) = (20, 0o120777 << 16) },
        Hostile(
            "a file's mode on a folder", ZipCraft(ZipCraft.Entry("d/").with { $0.attributes = 0o100644 << 16 }),
            .attributes),
        Hostile(
            "a link that ends in a slash", ZipCraft(ZipCraft.Entry("d/").with { $0.attributes = 0o120777 << 16 }), .link
        ),
        Hostile(
            "a folder with content",
            ZipCraft(ZipCraft.Entry("d/").with { ($0.packed, $0.packedSize, $0.size) = ([65], 1, 1) }), .folderHasData),
        Hostile("a folder with a checksum", ZipCraft(ZipCraft.Entry("d/").with { $0.crc = 1 }), .folderHasData),
        Hostile(
            "a deflated folder",
            ZipCraft(ZipCraft.Entry("d/").with { ($0.packed, $0.packedSize, $0.method) = ([3, 0], 2, 8) }),
            .folderHasData),
    ]

    static let extras: [Hostile] = [
        one("zip64 extra", .zip64) { $0.extra = extra(1, [0, 0, 0, 0, 0, 0, 0, 0]) },
        one("zip64 extra in the local header", .zip64) { $0.localExtra = extra(1, [UInt8](repeating: 0, count: 16)) },
        one("AES extra", .extraField) { $0.extra = extra(0x9901, [1, 0, 65, 69, 3, 0, 0]) },
        one("Unicode path", .extraField) { $0.extra = extra(0x7075, [1, 0, 0, 0, 0, 0x2F]) },
        one("Unicode path in the local header", .extraField) { $0.localExtra = extra(0x7075, [1, 0, 0, 0, 0, 0x2F]) },
        one("Unicode comment", .extraField) { $0.extra = extra(0x6375, [1, 0, 0, 0, 0, 0x2F]) },
        one("ASi link", .extraField) { $0.extra = extra(0x756E, [UInt8](repeating: 0, count: 14)) },
        one("PKWARE Unix link", .extraField) { $0.extra = extra(0x000D, [UInt8](repeating: 0, count: 20)) },
        one("NT security descriptor", .extraField) { $0.extra = extra(0x4453, [0, 0, 0, 0]) },
        one("extra field cut short", .extraField) { $0.extra = [0x55, 0x54, 9, 0, 1] },
        one("extra field of three bytes", .extraField) { $0.extra = [0x55, 0x54, 0] },
        one("extra field twice", .extraField) { $0.extra = extra(0x5455, [0]) + extra(0x5455, [0]) },
        one("too much extra", .extraField) { $0.extra = extra(0x5455, [UInt8](repeating: 0, count: 300)) },
        one("too much local extra", .extraField) { $0.localExtra = extra(0x5455, [UInt8](repeating: 0, count: 300)) },
        one("local extra field cut short", .extraField) { $0.localExtra = [0x55, 0x54, 9, 0] },
    ]

    static let headers: [Hostile] = [
        one("another name", .headersDiffer) { $0.localName = Array("b.txt".utf8) },
        one("a shorter name", .headersDiffer) { $0.localName = Array("a".utf8) },
        one("a longer name", .headersDiffer) { $0.localName = Array("a.txt.exe".utf8) },
        one("a climbing name", .headersDiffer) { $0.localName = Array("../.x".utf8) },
        one("another method", .headersDiffer) { $0.localMethod = 8 },
        one("other flags", .headersDiffer) { $0.localFlags = 0x800 },
        one("encrypted in the local header", .headersDiffer) { $0.localFlags = 1 },
        one("another time", .headersDiffer) { $0.localTime = 5 },
        one("another checksum", .headersDiffer) { $0.localCRC = 5 },
        one("another packed size", .headersDiffer) { $0.localPackedSize = 4 },
        one("another size", .headersDiffer) { $0.localSize = 6 },
        one("no sizes", .headersDiffer) { ($0.localCRC, $0.localPackedSize, $0.localSize) = (0, 0, 0) },
        one("no local header", .localHeader) { $0.localSignature = 0x0403_4B51 },
        one("a spanned archive's header", .localHeader) { $0.localSignature = 0x0807_4B50 },
        deflated("no descriptor", .descriptor) { $0.flags = 8 },
        deflated("half a descriptor", .descriptor) { ($0.flags, $0.descriptor) = (8, [80, 75, 7, 8]) },
        deflated("a wrong descriptor", .descriptor) {
            ($0.flags, $0.descriptor) = (8, [UInt8](repeating: 1, count: 12))
        },
        deflated("a wrong descriptor behind its mark", .descriptor) {
            ($0.flags, $0.descriptor) = (8, [80, 75, 7, 8] + [UInt8](repeating: 1, count: 12))
        },
        deflated("a zip64 descriptor", .descriptor) {
            ($0.flags, $0.descriptor) = (8, [UInt8](repeating: 0, count: 24))
        },
        deflated("a descriptor, and half of the sizes", .headersDiffer) { ($0.flags, $0.localCRC) = (8, 0) },
        deflated("a descriptor without the flag", .gap) { $0.descriptor = [UInt8](repeating: 0, count: 12) },
        one("no central header", .directoryDamaged) { $0.centralSignature = 0x0201_4B51 },
    ]
}
