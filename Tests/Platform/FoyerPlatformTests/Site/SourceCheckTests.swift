import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// What is said of wrong sources, and where.
struct SourceCheckTests {
    private static let program = "programs/com.example.hello"

    private func places(_ problems: [PublishProblem]) -> [String] {
        problems.map { "\($0.file):\($0.line):\($0.column)" }
    }

    /// A program with these pages besides its first, which is `text`.
    private func write(_ rig: SiteRig, _ text: String, pages: [String] = [], code: Int = 1) {
        rig.write(Self.program + "/pages/index.md", text)
        let list = (["pages/index"] + pages).map { "\"\($0)\"" }.joined(separator: ", ")
        rig.write(
            Self.program + "/manifest.json",
            """
            {"app_id": "com.example.hello", "name": "Hello", "pages": [\(list)],
             "version": {"code": \(code), "name": "1"}}
            """)
    }

    private func picture(width: Int, height: Int) throws -> [UInt8] {
        let pixels = try #require(
            Pixels(width: width, height: height, bytes: [UInt8](repeating: 200, count: width * height * 4)))
        return try #require(PNG.encode(pixels, hasAlpha: true, compress: Deflate.zlib))
    }

    @Test func theExampleHasNeitherMistakesNorNotes() throws {
        let rig = try SiteRig()
        #expect(try rig.publisher().check().notes.isEmpty)
    }

    // MARK: - Links of pages

    @Test func aLinkOfAPageLeadsSomewhere() throws {
        let rig = try SiteRig()
        rig.write(Self.program + "/pages/more.md", "# More\n")
        write(
            rig,
            """
            # Links

            [good](more.md), [good](more), [good](/pages/more.md#part), [good](#part), [web](https://example.com/)

            茶 [a](nowhere.md) and
            [b](foyer://app/org.harbour.none), [c](../../out.md)

            - [d](mailto:a@example.com) [e]()

            """, pages: ["pages/more"])
        let problems = rig.mistakes()
        let page = Self.program + "/pages/index.md"
        #expect(
            places(problems) == ["\(page):5:3", "\(page):6:1", "\(page):6:36", "\(page):8:3", "\(page):8:29"],
            "\(problems)")
        let sentence = "The link leads to pages/nowhere, which is not among the pages of manifest.json."
        #expect("\(problems)".contains(sentence))
    }

    @Test func aPictureOfAPageIsInTheProgram() throws {
        let rig = try SiteRig()
        let small = try picture(width: 2, height: 2)
        rig.write(Self.program + "/common/a.png", small)
        rig.write(Self.program + "/pages/b.png", small)
        rig.write(Self.program + "/.hidden/c.png", small)
        rig.write(Self.program + "/resources/common/d.png", small)
        rig.write(Self.program + "/program.yaml", "icon: hello.png\nresources: [common/d.png]\n")
        write(rig, "![1](../common/a.png) ![2](b.png) ![3](/common/a.png) ![4](/common/d.png)\n")
        #expect(rig.mistakes().isEmpty, "\(rig.mistakes())")
        write(
            rig,
            """
            ![1](common/a.png)
            ![2](https://example.com/a.png)
            ![3](/.hidden/c.png)
            ![4](/resources/common/d.png)

            """)
        let problems = rig.mistakes()
        let page = Self.program + "/pages/index.md"
        #expect(places(problems) == (1...4).map { "\(page):\($0):1" }, "\(problems)")
    }

    @Test func eachPageOfTheManifestIsThere() throws {
        let rig = try SiteRig()
        write(rig, "# Hello\n", pages: ["pages/none", "pages/gone"])
        let problems = rig.mistakes()
        let manifest = Self.program + "/manifest.json"
        #expect(places(problems) == ["\(manifest):1:75", "\(manifest):1:89"], "\(problems)")
    }

    // MARK: - Links of campaigns

    @Test func aLinkToAPageLeadsToOne() throws {
        let rig = try SiteRig()
        rig.write(
            "banners/home.yaml",
            """
            items:
              - {title: nope, image: welcome.png, link: "foyer://app/com.example.hello/pages/index"}
              - {title: nope, image: welcome.png, link: "foyer://app/com.example.hello/pages/nope"}
              - {title: nope, image: welcome.png, link: "foyer://app/com.example.hello/pages/nope"}

            """)
        let problems = rig.mistakes()
        #expect(
            places(problems) == ["banners/home.yaml:3:45", "banners/home.yaml:4:45"], "\(problems)")
        #expect("\(problems)".contains("pages/nope, which is not among the pages of com.example.hello"))
    }

    /// The campaign itself has not changed.
    @Test func aPageThatLinksLeadToCannotGo() throws {
        let rig = try SiteRig()
        rig.write(Self.program + "/pages/more.md", "# More\n")
        write(rig, "# Hello\n", pages: ["pages/more"])
        rig.write(
            "banners/home.yaml",
            "items:\n  - {image: welcome.png, link: \"foyer://app/com.example.hello/pages/more\"}\n")
        try rig.publish()
        write(rig, "# Hello\n", code: 2)
        do {
            try rig.publish()
            Issue.record("a link leads to the page")
        } catch PublishError.problems(let problems) {
            #expect(places(problems) == ["banners/home.yaml:2:32"], "\(problems)")
        }
    }

    /// Another host may open them, and a program is withdrawn in one step.
    @Test(arguments: [
        "foyer://apps/com.example.hello", "fyoer://app/com.example.hello", "www.example.org", "pages/index.md",
        "foyer://app/com.example.hello",
    ])
    func aLinkThatLooksOddIsNoted(link: String) throws {
        let rig = try SiteRig()
        rig.write(Self.program + "/program.yaml", "status: removed\nicon: hello.png\n")
        rig.write("popups/home.yaml", "id: a\ntitle: T\n")
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n    link: \"\(link)\"\n")
        let notes = try rig.publish().notes
        #expect(places(notes) == ["banners/home.yaml:3:11"], "\(notes)")
        #expect(rig.read("v1/banners/home") != nil)
    }

    @Test(arguments: [
        "https://example.com/com.example.hello/readme.md", "shop://item/com.example.hello", "tea/menu.html",
    ])
    func aLinkOfAnotherKindIsNotNoted(link: String) throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n    link: \"\(link)\"\n")
        #expect(try rig.publisher().check().notes.isEmpty)
    }

    // MARK: - Pictures

    @Test func aPictureThatNoHostShowsIsNamedOnce() throws {
        let rig = try SiteRig()
        var large = try picture(width: 2, height: 2)
        // The header alone says so.
        large.replaceSubrange(16..<24, with: [0, 0, 0x0F, 0xA1, 0, 0, 0x0F, 0xA0])
        rig.write("images/large.png", large)
        rig.write("images/cut.jpg", Array(try PictureFixture.bytes("quarters.jpg").prefix(300)))
        rig.write("images/heavy.png", [UInt8](repeating: 0x89, count: TransferBounds.picture + 1))
        rig.write("images/text.png", "No picture")
        let names = ["large.png", "cut.jpg", "heavy.png", "text.png"]
        rig.write(
            "banners/home.yaml",
            "items:\n" + (names + names).map { "  - {image: \($0), link: \"\"}\n" }.joined())
        rig.write("popups/home.yaml", "id: a\ntitle: T\nimage: large.png\n")
        let problems = rig.mistakes()
        #expect(places(problems) == names.map { "images/\($0):1:1" }, "\(problems)")
        let sentences = problems.map(\.message.english)
        #expect(sentences[0] == "The picture has 4001 × 4000 pixels; 16000000 in all are allowed. Save it smaller.")
        #expect(sentences[1].hasPrefix("The JPEG picture is damaged"))
        #expect(sentences[2].contains("larger than 16 MiB"))
        #expect(sentences[3].hasPrefix("The file is not a picture in a known format."))
    }

    @Test func picturesOfPagesAndIconsAreOpenedAsWell() throws {
        let rig = try SiteRig()
        let cut = Array(try picture(width: 40, height: 40).prefix(60))
        rig.write(Self.program + "/common/a.png", cut)
        rig.write("images/hello.png", cut)
        write(rig, "![1](../common/a.png)\n\n![2](/common/a.png)\n")
        #expect(places(rig.mistakes()) == [Self.program + "/common/a.png:1:1", "images/hello.png:1:1"])
    }

    @Test func aMissingPictureIsNamedWhereverItIsNamed() throws {
        let rig = try SiteRig()
        rig.write(
            "banners/home.yaml",
            "items:\n  - {title: no.png, image: no.png, link: \"\"}\n  - {image: no.png, link: \"\"}\n")
        rig.write("popups/home.yaml", "id: a\ntitle: T\nimage: no.png\n")
        rig.write(Self.program + "/program.yaml", "resources: [a/b.txt]\n")
        rig.write(
            Self.program + "/manifest.json",
            """
            {"app_id": "com.example.hello", "name": "Hello", "pages": ["pages/index"],
            \t"icons": [{"src": "/common/icon.png"}],
            \t"version": {"code": 1, "name": "1"}}
            """)
        let problems = rig.mistakes()
        #expect(
            places(problems) == [
                Self.program + "/manifest.json:2:20", Self.program + "/program.yaml:1:13", "banners/home.yaml:2:28",
                "banners/home.yaml:3:13", "popups/home.yaml:3:8",
            ], "\(problems)")
    }

    // MARK: - Times and ids

    @Test func whatEndsBeforeItBeginsIsRefused() throws {
        let rig = try SiteRig()
        let times = "from: 2026-12-01T00:00:00Z, until: 2026-11-01T00:00:00Z"
        rig.write("banners/home.yaml", "items:\n  - {image: welcome.png, link: \"\", \(times)}\n")
        rig.write(
            "popups/home.yaml", "id: a\ntitle: T\nfrom: 2026-12-01T00:00:00Z\nuntil: 2026-12-01T00:00:00Z\n")
        #expect(places(rig.mistakes()) == ["banners/home.yaml:2:71", "popups/home.yaml:4:8"], "\(rig.mistakes())")
    }

    @Test func whatIsOverIsNotedAndPublished() throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - {image: welcome.png, link: \"\", until: 2026-01-01T00:00:00Z}\n")
        rig.write("popups/home.yaml", "id: a\ntitle: T\nuntil: 2999-01-01T00:00:00Z\n")
        let result = try rig.publish()
        #expect(places(result.notes) == ["banners/home.yaml:2:43"], "\(result.notes)")
        #expect(result.added.count == 5)
    }

    /// An author may mean that one counts for both.
    @Test func twoPopupsWithOneIDAreNoted() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("popups/second.yaml", "title: Second\nid: welcome\n")
        let result = try rig.publish()
        #expect(places(result.notes) == ["popups/home.yaml:1:5", "popups/second.yaml:2:5"], "\(result.notes)")
        #expect("\(result.notes)".contains("popups/home.yaml has the id welcome as well"))
    }

    // MARK: - Messages and places

    @Test func mistakesInAManifestHaveTheirPlaces() throws {
        let rig = try SiteRig()
        rig.write(
            Self.program + "/manifest.json",
            """
            {
              "app_id": "com.example.hello", "name": "Hello",
              "pages": ["pages/index", "pages/index"],
              "icons": [{"src": "../x"}],
              "version": {"code": 0}
            }
            """)
        let problems = rig.mistakes()
        let manifest = Self.program + "/manifest.json"
        #expect(
            places(problems) == ["\(manifest):3:28", "\(manifest):4:21", "\(manifest):5:23", "\(manifest):5:14"],
            "\(problems)")
        let sentences = problems.map(\.message.english)
        #expect(sentences.first == "`pages[1]` must be another page, not pages/index again.")
        #expect(sentences.last == "`version.name` is missing.")
    }

    @Test func anOldVersionIsNamedWithItsPlace() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write(Self.program + "/pages/index.md", "# Other\n")
        do {
            try rig.publish()
            Issue.record("the version stays")
        } catch PublishError.problems(let problems) {
            #expect(places(problems) == [Self.program + "/manifest.json:7:24"], "\(problems)")
        }
    }

    @Test func aLargeFileOfAPackageIsNamedWithTheOtherMistakes() throws {
        let rig = try SiteRig()
        let file = rig.sources + "/" + Self.program + "/common"
        #expect(Program.shell("mkdir '\(file)' && truncate -s 65M '\(file)/large.bin'") == 0)
        rig.write("popups/home.yaml", "id: a\n")
        let problems = rig.mistakes()
        #expect(places(problems) == [Self.program + "/common/large.bin:1:1", "popups/home.yaml:1:1"], "\(problems)")
        #expect("\(problems)".contains("larger than 64 MiB"))
    }

    @Test func longTextsAndListsAreNamedWithTheirPlaces() throws {
        let rig = try SiteRig()
        let long = String(repeating: "x", count: 4097)
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n    link: \"\"\n    title: \(long)\n")
        rig.write("popups/home.yaml", "id: a\ntitle: T\nbuttons: [{label: A}, {label: B}, {label: C}]\n")
        rig.write(Self.program + "/program.yaml", "icon: hello.png\nslogan: \(long)\n")
        rig.write("config.yaml", "greeting: Hello\nserial: 1\n")
        let problems = rig.mistakes()
        #expect(
            places(problems) == [
                Self.program + "/program.yaml:2:9", "banners/home.yaml:4:12", "config.yaml:2:1",
                "popups/home.yaml:3:10",
            ], "\(problems)")
        #expect("\(problems)".contains("title has 4097 bytes; expected at most 4096."))
        #expect("\(problems)".contains("The name serial belongs to the signature of a document"))
    }

    @Test func anExampleNeedsAnEmptyFolder() throws {
        let rig = try SiteRig()
        #expect(throws: PublishError.notEmpty(path: rig.sources)) { try SiteSample.write(to: rig.sources) }
    }

    // MARK: - Notes

    @Test func whatLooksOddIsNotedAndPublished() throws {
        let rig = try SiteRig()
        rig.write("bannners/spring.yaml", "items: []\n")
        rig.write("confg.yaml", "a: 1\n")
        rig.write("README.md", "Ours\n")
        rig.write("config.yaml", "greeting: Hello\nreportLoads: maybe\n")
        rig.write("popups/home.yaml", "id: a\ntitle: \"T\\u202Ex\"\ntext: |\n  Two\n  lines\n")
        rig.write(Self.program + "/pages/index.md~", "# Old\n")
        rig.write(Self.program + "/pages/other.md", "# Other\n")
        rig.write(Self.program + "/pages/empty.md", " \n")
        write(rig, "# Hello\n", pages: ["pages/empty", "pages/latin"])
        rig.write(Self.program + "/pages/latin.md", Array("# A\n\nCaf".utf8) + [0xE9, 0x0A])
        let result = try rig.publish()
        #expect(result.added.count == 5)
        let expected = [
            "bannners:1:1", "confg.yaml:1:1", "config.yaml:2:14", "popups/home.yaml:2:8",
            Self.program + "/pages/empty.md:1:1", Self.program + "/pages/index.md~:1:1",
            Self.program + "/pages/latin.md:3:1", Self.program + "/pages/other.md:1:1",
        ]
        #expect(places(result.notes).sorted() == expected.sorted(), "\(result.notes)")
        let note = try #require(result.notes.first { $0.file == "bannners" })
        #expect(
            note.note(.english).string == "bannners:1:1: Note: bannners is not read; perhaps banners was meant.")
    }

    @Test func anIconThatOnlyTheManifestNamesIsNoted() throws {
        let rig = try SiteRig()
        rig.write(
            Self.program + "/manifest.json",
            """
            {"app_id": "com.example.hello", "name": "Hello", "pages": ["pages/index"],
             "icons": [{"src": "common/none.png"}], "version": {"code": 1, "name": "1"}}
            """)
        #expect(places(try rig.publish().notes) == [Self.program + "/manifest.json:2:20"])
    }
}
