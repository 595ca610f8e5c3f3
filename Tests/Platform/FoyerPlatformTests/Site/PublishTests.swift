import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

struct PublishTests {
    @Test func whatHasNotChangedIsNotTouched() throws {
        let rig = try SiteRig()
        let first = try rig.publish()
        #expect(first.added.count == 5)
        #expect(rig.launchable == 1)
        let state = rig.state
        let second = try rig.publish()
        #expect(second.isEmpty)
        #expect(rig.state == state)
        // Without the notes, too.
        #expect(Program.shell("rm -r '\(rig.sources)/.foyer'") == 0)
        let third = try rig.publish()
        #expect(third.isEmpty)
        #expect(rig.state == state)
    }

    @Test func oneChangeIsOneDocument() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.change(to: 2)
        let plan = try rig.publisher().plan(to: rig.site)
        #expect(plan.changed.contains("v1/apps/com.example.hello"))
        #expect(rig.launchable == 1)
        let result = try rig.publish()
        #expect(result.changed == ["v1/apps/com.example.hello"])
        #expect(rig.launchable == 2)
    }

    @Test func `a stamp changes with any source, and with nothing else`() throws {
        let rig = try SiteRig()
        var stamp = try rig.publisher().sourceStamp()
        try rig.publish()
        rig.write("unread.txt", "x")
        #expect(try rig.publisher().sourceStamp() == stamp)
        for path in ["config.yaml", "images/new.png", "programs/com.example.hello/resources/a/b", "site.yaml"] {
            rig.write(path, "x")
            let next = try rig.publisher().sourceStamp()
            #expect(next != stamp, "\(path)")
            stamp = next
        }
    }

    @Test func oldContentStaysForAsLongAsItWasToldTo() throws {
        let rig = try SiteRig()
        try rig.publish()
        let first = try #require(rig.state.keys.first { $0.hasPrefix("/packages/") })
        rig.change(to: 2)
        try rig.publish()
        #expect(rig.state[first] != nil)
        rig.change(to: 3)
        try rig.publish()
        #expect(rig.state[first] == nil)
        #expect(rig.launchable == 3)
    }

    @Test func versionsGrow() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("programs/com.example.hello/pages/index.md", "# Other\n")
        #expect(throws: PublishError.self) { try rig.publish() }
        rig.change(to: 0)
        #expect(throws: PublishError.self) { try rig.publish() }
        #expect(rig.launchable == 1)
    }

    @Test func everyMistakeIsNamedAtOnce() throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - title: A\n    image: none.png\n    lnk: x\n")
        rig.write("programs/com.example.hello/program.yaml", "status: gone\n")
        rig.write("programs/com.example.hello/manifest.json", "{\n  \"app_id\": oops\n}")
        rig.write("config.yaml", "serial: 1\n")
        rig.write("popups/x.yaml", "title: T\n")
        do {
            try rig.publish()
            Issue.record("wrong sources are refused")
        } catch PublishError.problems(let problems) {
            let places = Set(problems.map { "\($0.file):\($0.line):\($0.column)" })
            #expect(
                places.isSuperset(of: [
                    "banners/home.yaml:4:5", "banners/home.yaml:3:12", "config.yaml:1:1", "popups/x.yaml:1:1",
                    "programs/com.example.hello/program.yaml:1:9", "programs/com.example.hello/manifest.json:2:13",
                ]), "\(problems)")
        }
        #expect(rig.read("v1/config") == nil)
    }

    /// Wrong settings do not hide what is wrong elsewhere, and nothing is made.
    @Test func mistakesInTheSettingsAreNamedWithAllOthers() throws {
        let rig = try SiteRig()
        rig.write("site.yaml", "nme: Test\nkey: none.key\n")
        rig.write("banners/home.yaml", "items: [{image: none.png, link: \"\"}]\n")
        rig.write("config.yaml", "serial: 1\n")
        func files(_ publish: () throws -> PublishResult) -> Set<String> {
            do {
                _ = try publish()
                return []
            } catch let error as PublishError {
                guard case .problems(let problems) = error else { return [] }
                return Set(problems.map(\.file))
            } catch {
                return []
            }
        }
        let wrong: Set = ["site.yaml", "banners/home.yaml", "config.yaml"]
        #expect(files { try rig.publisher().check() } == wrong)
        #expect(files { try rig.publish() } == wrong)
        #expect(files { try rig.publisher().plan(to: rig.site) } == wrong)
        #expect(rig.state.isEmpty)
        #expect(Program.shell("rm '\(rig.sources)/site.yaml'") == 0)
        #expect(files { try rig.publisher().check() } == wrong)
    }

    @Test func aWithdrawnKeyIsRefusedAndSaysWhatToUseInstead() throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n    link: \"\"\n    versions: ^2.10\n")
        rig.write("popups/home.yaml", "id: a\ntitle: T\nversions: \"< 2.10\"\n")
        rig.write("config.yaml", "minimum: 2.10\n")
        let problems = rig.mistakes().map { "\($0.file):\($0.line):\($0.column): \($0.message.english)" }
        let versions = "versions was removed in 0.5: a banner or a pop-up is for everybody."
        #expect(
            Set(problems) == [
                "banners/home.yaml:4:5: \(versions)", "popups/home.yaml:3:1: \(versions)",
                "config.yaml:1:1: minimum was removed in 0.5: publish a value of another name, and compare it with the version in your program.",
            ])
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript://x/%0aalert(1)", "data:text/html,x", "file:///etc/passwd", "hello there",
        "mailto:a@example.com", "https://user@example.com/", "http://", "foyer:app", "foyer://app/com.example.gone",
        "foyer://miniapp/com.example.gone/pages/index",
    ])
    func aLinkThatNoHostOpensIsNamedWithItsPlace(link: String) throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n    link: \"\(link)\"\n")
        rig.write(
            "popups/home.yaml", "id: a\ntitle: T\nbuttons:\n  - label: Go\n    link: \"\(link)\"\n  - label: Later\n")
        let problems = rig.mistakes()
        let places = problems.map { "\($0.file):\($0.line):\($0.column)" }
        #expect(places == ["banners/home.yaml:3:11", "popups/home.yaml:5:11"], "\(problems)")
    }

    @Test(arguments: [
        "", "https://example.com/a?b#c", "http://example.com", "tea/menu.html", "/tea", "foyer://page/view1",
        "foyer://app/com.example.hello", "foyer://miniapp/com.example.hello;version=1/pages/index",
        "tea-house://page/1",
    ])
    func aLinkThatSomeHostOpensIsPublished(link: String) throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n    link: \"\(link)\"\n")
        #expect(try rig.publish().added.count == 5)
    }

    /// Nobody knows whether it was forgotten; an empty one says that the page leads nowhere.
    @Test func aPageWithoutALinkIsNamed() throws {
        let rig = try SiteRig()
        rig.write("banners/home.yaml", "items:\n  - image: welcome.png\n")
        let problems = rig.mistakes()
        #expect(problems.map { "\($0.file):\($0.line):\($0.column)" } == ["banners/home.yaml:2:5"], "\(problems)")
    }

    /// The campaign itself has not changed.
    @Test func aProgramThatLinksLeadToCannotGo() throws {
        let rig = try SiteRig()
        try rig.publish()
        #expect(Program.shell("rm -r '\(rig.sources)/programs/com.example.hello'") == 0)
        do {
            try rig.publish()
            Issue.record("two links lead to it")
        } catch PublishError.problems(let problems) {
            #expect(Set(problems.map(\.file)) == ["banners/home.yaml", "popups/home.yaml"], "\(problems)")
        }
        #expect(rig.launchable == 1)
    }

    // MARK: - Packages

    @Test func whatIsPackedIsWhatIsPublished() throws {
        let rig = try SiteRig()
        rig.write("programs/com.example.hello/resources/menu.txt", "tea")
        rig.write("programs/com.example.hello/program.yaml", "icon: hello.png\nresources: [menu.txt]\n")
        try rig.publish()
        let result = try PackageBuilder.build(
            folder: rig.sources + "/programs/com.example.hello", output: rig.folder.path + "/out.ma"
        ) { _, _ in nil }
        #expect(result.beside == ["program.yaml", "resources"])
        #expect(rig.state["/packages/\(result.digest).ma"] != nil)
    }

    @Test func aFifoIsCalledWhatItIs() throws {
        let rig = try SiteRig()
        let path = rig.sources + "/site.key"
        #expect(Program.shell("cd '\(rig.sources)' && rm site.key config.yaml && mkfifo site.key config.yaml") == 0)
        let problems = rig.mistakes()
        #expect(problems.map(\.file) == ["site.yaml", "config.yaml"], "\(problems)")
        #expect("\(problems)".contains("\(path) is not a signing key: it is not a regular file"), "\(problems)")
        #expect(problems.last.map { "\($0)".contains("it is not a regular file") } == true, "\(problems)")
    }

    /// Also where it is the only change since the last time.
    @Test func whatLiesTooDeepIsNamed() throws {
        let rig = try SiteRig()
        try rig.publish()
        let folder = "programs/com.example.hello/" + Array(repeating: "x", count: 40).joined(separator: "/")
        rig.write(folder + "/deep.md", "x")
        do {
            try rig.publish()
            Issue.record("what lies too deep is refused")
        } catch PublishError.problems(let problems) {
            #expect(problems.count == 1 && problems.first?.file == "programs/com.example.hello", "\(problems)")
            #expect("\(problems)".contains("lies too deep"))
        }
    }

    @Test func whatIsNotOursStays() throws {
        let rig = try SiteRig()
        #expect(Program.shell("mkdir '\(rig.site)' && touch '\(rig.site)/theirs'") == 0)
        #expect(throws: PublishError.notASite(path: rig.site)) { try rig.publish() }
        #expect(Program.shell("rm '\(rig.site)/theirs'") == 0)
        try rig.publish()
        #expect(
            Program.shell(
                "touch '\(rig.site)/robots.txt' && cd '\(rig.site)' && mv pictures /tmp/$$.p && ln -s /tmp/$$.p pictures"
            ) == 0)
        let pixels = try #require(Pixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        rig.write("images/other.png", try #require(PNG.encode(pixels, hasAlpha: true, compress: Deflate.zlib)))
        rig.write("banners/home.yaml", "items: [{image: other.png, link: \"\"}]\n")
        #expect(rig.mistakes().isEmpty)
        #expect(throws: PublishError.self) { try rig.publish() }
        #expect(rig.state["/robots.txt"] != nil)
    }

    /// A folder's name need not be UTF-8; the private key is not served from there either.
    @Test func sourcesWithinTheSiteAreRefusedUnderAnyName() throws {
        let rig = try SiteRig()
        let folder = rig.folder.path
        #expect(
            Program.shell(
                """
                cd '\(folder)' && name=$(printf '\\377') && mkdir -p "$name/other" && ln -s "$name/site" link
                ln -s "$name/other" sibling && mkdir "$name/site"
                """) == 0)
        _ = try rig.publisher().publish(to: folder + "/link")
        #expect(Program.shell("cp -R '\(rig.sources)' '\(folder)/link/sources'") == 0)
        #expect(throws: PublishError.servesSources(path: folder + "/link")) {
            _ = try Publisher(sources: folder + "/link/sources").publish(to: folder + "/link")
        }
        _ = try Publisher(sources: folder + "/link/sources").publish(to: folder + "/sibling")
        #expect(Program.shell("rm -r '\(folder)'/*") == 0)
    }

    /// The publication is killed after each change in turn; the site is whole then, and the next publication finishes.
    @Test func killedAtEveryChange() throws {
        for changes in 0..<200 {
            let rig = try SiteRig()
            try rig.publish()
            rig.change(to: 2)
            rig.write("banners/home.yaml", "items: []\n")
            let rest = Mutex(changes)
            let disk = Disk { _ in
                rest.withLock { rest in
                    rest -= 1
                    return rest < 0 ? .fail(EIO) : .none
                }
            }
            let isFinished = (try? rig.publish(disk)) != nil
            #expect([1, 2].contains(rig.launchable), "after \(changes) changes")
            for path in ["v1/banners/home", "v1/config", "v1/catalogue"] { #expect(rig.isSigned(path)) }
            try rig.publish()
            #expect(rig.launchable == 2)
            #expect(!rig.state.keys.contains { $0.contains(".foyer-new") })
            if isFinished {
                #expect(changes > 10)
                return
            }
        }
        Issue.record("a publication makes fewer changes")
    }

    @Test func whatIsWithdrawnIsSaidAndSigned() throws {
        let rig = try SiteRig()
        try rig.publish()
        rig.write("programs/com.example.hello/program.yaml", "status: removed\nicon: hello.png\n")
        #expect(Program.shell("rm '\(rig.sources)/banners/home.yaml' '\(rig.sources)/config.yaml'") == 0)
        try rig.publish()
        #expect(try ConfigValues.read(try #require(rig.read("v1/config"))).names.isEmpty)
        let app = try JSON.parse(try #require(rig.read("v1/apps/com.example.hello")))
        #expect(app["status"] == "removed" && app["package"] == nil)
        #expect(rig.isSigned("v1/banners/home"))
        #expect(try BannerData(JSON.parse(try #require(rig.read("v1/banners/home")))).items.isEmpty)
        #expect(try CataloguedProgram.catalogue(JSON.parse(try #require(rig.read("v1/catalogue")))).isEmpty)
    }

    /// An item is on the banner exactly for its time.
    @Test func itemsComeAndGoWithTheirTime() throws {
        let rig = try SiteRig()
        func time(_ seconds: Int64) -> String { WallTime(seconds: rig.now + seconds).rfc3339 }
        rig.write(
            "banners/home.yaml",
            """
            items:
              - {title: always, image: welcome.png, link: ""}
              - {title: soon, image: welcome.png, link: "", from: "\(time(1_000))"}
              - {title: now, image: welcome.png, link: "", from: "\(time(-10))", until: "\(time(1_000))"}
              - {title: over, image: welcome.png, link: "", until: "\(time(-1))"}

            """)
        func titles() throws -> [String] {
            try rig.publish()
            return try BannerData(JSON.parse(#require(rig.read("v1/banners/home")))).items.map(\.title)
        }
        #expect(try titles() == ["always", "now"])
        rig.now += 900
        #expect(try titles() == ["always", "now"])
        rig.now += 100
        #expect(try titles() == ["always", "soon"])
    }

    @Test func secondPublicationWaits() throws {
        let rig = try SiteRig()
        try rig.publish()
        // A child that another test is starting may still hold a copy of the lock.
        let holder = try SiteFolder.open(rig.site, disk: .real, patience: .seconds(600)) {}
        var publisher = rig.publisher()
        publisher.patience = .milliseconds(50)
        let said = Mutex(0)
        rig.change(to: 2)
        publisher.waits = { said.withLock { $0 += 1 } }
        #expect(throws: PublishError.busy(path: rig.site)) { try publisher.publish(to: rig.site) }
        #expect(said.withLock { $0 } == 1)
        withExtendedLifetime(holder) {}
    }

    @Test func eventsAsCloudEvents() throws {
        let event = CampaignEvent(id: "one", kind: .click, key: "home", index: 3, time: "2026-11-22T04:14:00Z")
        let batch = try JSON.parse(EventFormat.cloudevents.body([event], source: "https://a.example/"))
        let first = try #require(JSONNode(batch).elements().first).value
        #expect(first["id"] == "one" && first["specversion"] == "1.0")
        #expect(first["type"] == "foyer.click" && first["data"]?["index"] == 3)
        #expect(first["data"]?["bannerKey"] == "home" && first["data"]?["popupKey"] == nil)
        let popup = CampaignEvent(id: "two", kind: .popupClick, key: "spring", index: 0, time: event.time)
        let popups = try JSON.parse(EventFormat.cloudevents.body([popup], source: "https://a.example/"))
        let second = try #require(JSONNode(popups).elements().first).value
        #expect(second["data"]?["popupKey"] == "spring" && second["data"]?["bannerKey"] == nil)
        #expect(EventFormat.cloudevents.contentType == "application/cloudevents-batch+json")
    }
}
