import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Shortcuts: the scheme's defaults")
struct SchemeDefaultsTests {
    static let ours = "foyer-handler.desktop"

    private func add(_ text: String) -> String {
        String(decoding: SchemeDefaults.adding(Self.ours, for: "foyer", to: Array(text.utf8)), as: UTF8.self)
    }

    private func remove(_ text: String) -> String {
        String(decoding: SchemeDefaults.removing(Self.ours, for: "foyer", from: Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "Adding keeps every other line, and removing gives back what was",
        arguments: [
            ("", "[Default Applications]\nx-scheme-handler/foyer=foyer-handler.desktop;\n"),
            (
                "[Default Applications]\ntext/html=a.desktop\n",
                "[Default Applications]\nx-scheme-handler/foyer=foyer-handler.desktop;\ntext/html=a.desktop\n"
            ),
            (
                "[Added Associations]\nx-scheme-handler/foyer=z.desktop;\n",
                "[Added Associations]\nx-scheme-handler/foyer=z.desktop;\n"
                    + "[Default Applications]\nx-scheme-handler/foyer=foyer-handler.desktop;\n"
            ),
            (
                "[Default Applications]\nx-scheme-handler/foyer=a.desktop;b.desktop;\n#x",
                "[Default Applications]\nx-scheme-handler/foyer=foyer-handler.desktop;a.desktop;b.desktop;\n#x"
            ),
            (
                "[Default Applications]\r\nx-scheme-handler/foyerx=a\r\n",
                "[Default Applications]\r\nx-scheme-handler/foyer=foyer-handler.desktop;\r\nx-scheme-handler/foyerx=a\r\n"
            ),
        ])
    func adding(before: String, after: String) {
        #expect(add(before) == after)
        #expect(add(after) == after)
        #expect(remove(after) == before)
        #expect(remove(before) == before)
    }

    @Test("Ours comes first; a file that names us twice loses us twice")
    func order() {
        #expect(
            add("[Default Applications]\n x-scheme-handler/foyer = a;foyer-handler.desktop")
                == "[Default Applications]\nx-scheme-handler/foyer=foyer-handler.desktop;a;")
        let twice =
            "[Default Applications]\nx-scheme-handler/foyer=a;\nx-scheme-handler/foyer=foyer-handler.desktop\nz=z\n"
        #expect(remove(twice) == "[Default Applications]\nx-scheme-handler/foyer=a;\nz=z\n")
        #expect(add("x=y") == "x=y\n[Default Applications]\nx-scheme-handler/foyer=foyer-handler.desktop;\n")
    }

    @Test("Bytes of any kind around the line stay", arguments: 0..<200)
    func storm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let pieces: [[UInt8]] =
            [[0xFF, 0xFE], [0x00], [0x0D, 0x0A], [0x0A]]
            + [
                "[Default Applications]\n", "[Added Associations]\n", "x-scheme-handler/foyer=a.desktop;\n",
                "text/html=b\n",
                "#", "=", ";", "x-scheme-handler/foyer", "é\n",
            ].map { Array($0.utf8) }
        let list = (0..<Int.random(in: 0...12, using: &generator))
            .flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
        let added = SchemeDefaults.adding(Self.ours, for: "foyer", to: list)
        let line = Array("x-scheme-handler/foyer=\(Self.ours);".utf8)
        #expect(added.split(separator: 0x0A).contains { $0.starts(with: line) })
        #expect(SchemeDefaults.adding(Self.ours, for: "foyer", to: added) == added)
        let removed = SchemeDefaults.removing(Self.ours, for: "foyer", from: added)
        #expect(!removed.contains(Array(Self.ours.utf8)))
        func others(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
            bytes.split(separator: 0x0A).filter {
                !$0.contains(Array("Default App".utf8)) && !$0.contains(Array("/foyer".utf8))
            }
        }
        #expect(others(list) == others(added) && others(list) == others(removed))
    }
}
