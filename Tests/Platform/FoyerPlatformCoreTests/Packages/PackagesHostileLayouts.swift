@testable import FoyerCore
@testable import FoyerPlatformCore

extension Hostile {
    private static let a = ZipCraft.Entry("a.txt")
    private static let b = ZipCraft.Entry("b.txt")
    private static let good = ZipCraft(a, b)
    /// Bytes of one entry of `good` in its place.
    private static let length: UInt32 = 30 + 5 + 5

    private static func end(
        _ what: String, _ reason: ZipRefusal.Reason, _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> Hostile {
        Hostile(what, good.with { $0.editEnd = edit }, reason)
    }

    static let layouts: [Hostile] = [
        Hostile("bytes before the first entry", good.with { $0.prefix = Array("#!/bin/sh\n".utf8) }, .gap),
        Hostile("a whole archive before", good.with { $0.prefix = ZipCraft(a).bytes() }, .gap),
        Hostile("bytes between entries", ZipCraft(a, b.with { $0.before = [0] }), .gap),
        Hostile("an entry that the directory hides", ZipCraft(a, b.with { $0.before = hidden }), .gap),
        Hostile("bytes before the directory", good.with { $0.beforeDirectory = [0, 0] }, .gap),
        Hostile("bytes after the directory", good.with { $0.afterDirectory = [0, 0] }, .directoryMisplaced),
        Hostile("bytes after the end", good.with { $0.suffix = [0] }, .comment),
        Hostile("a newline after the end", good.with { $0.suffix = [10] }, .comment),
        Hostile("an archive after the end", good.with { $0.suffix = ZipCraft(b).bytes() }, .directoryMisplaced),
        Hostile("a comment that is no text", good.with { $0.comment = Array("hello\u{0}".utf8) }, .comment),
        Hostile("a header in the comment", good.with { $0.comment = Array("PK\u{1}\u{2}".utf8) }, .comment),
        Hostile(
            "a second end in the comment", good.with { $0.comment = ZipCraft(a).bytes().suffix(22) },
            .directoryMisplaced),
        Hostile("a zip64 locator", good.with { $0.afterDirectory = locator }, .zip64),
        Hostile("two entries with one content", ZipCraft(a, b.with { $0.offset = 0 }), .overlap),
        Hostile("an offset inside another entry", ZipCraft(a, b.with { $0.offset = 10 }), .overlap),
        Hostile("an offset in the directory", ZipCraft(a, b.with { $0.offset = 2 * length }), .gap),
        Hostile("an offset beyond the file", ZipCraft(a, b.with { $0.offset = 9999 }), .gap),
        Hostile("an offset one short", ZipCraft(a, b.with { $0.offset = length - 1 }), .overlap),
        Hostile("a size that runs into the next entry", ZipCraft(longer(a), b), .overlap),
        Hostile("a size that runs into the directory", ZipCraft(a, longer(b)), .overlap),
        Hostile("a size that leaves bytes", ZipCraft(a.with { ($0.packedSize, $0.size) = (4, 4) }, b), .gap),
    ]

    private static let hidden = Array(ZipCraft(.init("hidden")).bytes().prefix(30 + 6 + 5))
    private static let locator: [UInt8] = [80, 75, 6, 7] + [UInt8](repeating: 0, count: 16)
    private static func longer(_ entry: ZipCraft.Entry) -> ZipCraft.Entry {
        entry.with { ($0.packedSize, $0.size) = (20, 20) }
    }

    static let ends: [Hostile] = [
        end("a wrong mark at the end", .notAnArchive) { $0[0] = 0 },
        end("this disk is the second", .severalDisks) { $0[4] = 1 },
        end("the directory is on the second disk", .severalDisks) { $0[6] = 1 },
        end("fewer entries on this disk", .severalDisks) { $0[8] = 1 },
        end("one entry less", .directoryDamaged) { ($0[8], $0[10]) = (1, 1) },
        end("one entry more", .directoryDamaged) { ($0[8], $0[10]) = (3, 3) },
        end("no entries", .empty) { ($0[8], $0[10]) = (0, 0) },
        end("a count in zip64", .zip64) { for index in 8..<12 { $0[index] = 255 } },
        end("a directory size in zip64", .zip64) { for index in 12..<16 { $0[index] = 255 } },
        end("a directory offset in zip64", .zip64) { for index in 16..<20 { $0[index] = 255 } },
        end("a directory size one short", .directoryMisplaced) { $0[12] -= 1 },
        end("a directory size one long", .directoryMisplaced) { $0[12] += 1 },
        end("a directory offset one short", .directoryMisplaced) { $0[16] -= 1 },
        end("a directory far away", .directoryMisplaced) { $0[19] = 0x7F },
        end("a directory one long and one early", .directoryDamaged) { ($0[12], $0[16]) = ($0[12] + 1, $0[16] - 1) },
        end("a comment that is not there", .comment) { $0[20] = 5 },
        end("too many entries", .tooManyEntries) {
            for index in [8, 10] { ($0[index], $0[index + 1]) = (0x11, 0x27) }
        },
        Hostile("nothing in it", ZipCraft(entries: []), .empty),
    ]

    static let sizes: [Hostile] = [
        Hostile("stored, smaller than it unpacks to", ZipCraft(a.with { $0.size = 6 }), .sizesContradict),
        Hostile("stored, larger than it unpacks to", ZipCraft(a.with { $0.size = 4 }), .sizesContradict),
        Hostile(
            "deflated, of nothing",
            ZipCraft(a.with { ($0.method, $0.packed, $0.packedSize, $0.size) = (8, [], 0, 5) }), .sizesContradict),
        Hostile("64 MiB and one byte", ZipCraft(a.deflated.with { $0.size = 64 << 20 + 1 }), .entryTooLarge),
        Hostile("4 GiB", ZipCraft(a.deflated.with { $0.size = .max - 1 }), .entryTooLarge),
        Hostile("packed to almost 4 GiB", ZipCraft(a.deflated.with { $0.packedSize = .max - 1 }), .entryTooLarge),
        Hostile("packed 1000 to 1", ZipCraft(bomb(packed: 1000, size: 1_000_000)), .ratio),
        Hostile("packed 64 MiB to a byte", ZipCraft(bomb(packed: 1, size: 64 << 20)), .ratio),
        Hostile(
            "many that are small enough by themselves",
            ZipCraft(
                entries: (0..<100).map { number in
                    bomb(packed: 1, size: 64 << 10).with { $0.name = Array("f\(number)".utf8) }
                }), .totalRatio),
        Hostile(
            "9 files of 60 MiB",
            ZipCraft(
                entries: (0..<9).map { number in
                    bomb(packed: 260_000, size: 60 << 20).with { $0.name = Array("f\(number)".utf8) }
                }), .totalTooLarge),
    ]

    private static func bomb(packed: Int, size: UInt32) -> ZipCraft.Entry {
        a.with {
            $0.method = 8
            $0.packed = [UInt8](repeating: 0, count: packed)
            $0.packedSize = UInt32(packed)
            $0.size = size
        }
    }
}
