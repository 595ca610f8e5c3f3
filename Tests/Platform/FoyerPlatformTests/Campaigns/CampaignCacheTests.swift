import FoyerCore
import FoyerPlatformCore
import FoyerStage
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite("Banner: what the disk keeps")
struct CampaignCacheTests {
    private let folder = TemporaryFolder()
    private let server = try? WebAddress("http://127.0.0.1:8080/")

    private var places: Places {
        let home = folder.path
        return Places { $0 == "XDG_CACHE_HOME" ? home : nil }
    }

    private func files(_ name: String) -> [String] { TestFile.names(in: "\(places.cache)/\(name)") }

    private func data(_ key: String = "home") -> BannerData {
        BannerData(
            name: "n", bannerKey: key,
            items: [BannerItem(index: 0, title: "t", imageURL: "/a.png", openURL: "foyer://a")])
    }

    @Test("The server fails: data and pictures of the disk, byte for byte; no campaign: they are dropped")
    func staleAnswers() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            #expect(try await banner.load("home").status == .ok)
            rig.stage.withResponder { responder in
                for route in [StageRoute.banner, .picture] {
                    try? responder.faults.put(FaultRule(route: route, fault: .status(503, retryAfter: nil)))
                }
            }
            let second = try await banner.load("home")
            #expect(second.status == .cached && second.failure == nil)
            #expect(second.load.data?.items.allSatisfy { second.load.picture(of: $0) == .ready } == true)
            #expect(banner.told.all == ["load home", "load home"])

            rig.heal()
            try rig.spoil(.banner, .status(404, retryAfter: nil))
            #expect(try await banner.load("home").status == .hidden)
            rig.heal()
            try rig.spoil(.banner, .reset(at: 0))
            #expect(try await banner.load("home").status == .errorImage)
            #expect(try await banner.load("home", hasErrorImage: false).status == .blank)
            let pictures = try WebAddress(rig.stage.baseURL)
            #expect(banner.cache.picture(try pictures.resolve(picture("autumn.jpg", of: "home"))) == nil)
        }
    }

    @Test("Every way in which data can be wrong is a failure, and the cache answers")
    func wrongData() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            _ = try await banner.load("pair")
            for fault in [
                .cut(at: 20), .garbage, .corrupt(at: 0), .headers(bytes: 100_000), .length(by: 7), .endless,
                .redirect(to: "file:///etc/passwd"), .redirect(to: "{self}"), .status(200, retryAfter: nil),
                .status(403, retryAfter: nil),
            ] as [StageFault] {
                rig.heal()
                try rig.spoil(.banner, fault)
                #expect(try await banner.load("pair").status == .cached, "\(fault)")
            }
        }
    }

    /// The address of a picture of the demo, as a banner names it.
    private func picture(_ name: String, of key: String) throws -> String {
        "pictures/\(SHA256.hexadecimal(of: try PipelineRig.assets.read("images/" + name))).jpg?\(key)"
    }

    @Test("A picture that is named by its content is not asked for again; another takes its place")
    func revalidated() async throws {
        try await PipelineRig.run { rig in
            let banner = try rig.banner()
            #expect(try await banner.load("single").status == .ok)
            let session = try banner.service.session(forKey: "single").campaign
            let inbox = Inbox<BannerLoadEvent>()
            let imageURL = try picture("lighthouse.jpg", of: "single")
            session.perform([.fetchPicture(imageURL: imageURL)]) { inbox.post($0) }
            #expect(await inbox.next() == .pictureArrived(imageURL: imageURL))
            await session.finishTasks()
            #expect(rig.requests(.picture).map(\.status) == [200])

            let address = try WebAddress(rig.stage.baseURL).resolve(imageURL)
            let other = try PipelineRig.assets.read("images/autumn.jpg")
            try banner.cache.keep(CachedBody(bytes: other, entityTag: "\"old\""), at: address)
            let again = try banner.service.session(forKey: "single").campaign
            again.perform([.fetchPicture(imageURL: imageURL)]) { inbox.post($0) }
            #expect(await inbox.next(2).count == 2)
            await again.finishTasks()
            await again.close().value
            #expect(banner.cache.picture(address)?.bytes == (try PipelineRig.assets.read("images/lighthouse.jpg")))
        }
    }

    @Test("Damaged files are no cache, and none of them is written through", arguments: ["banners", "pictures"])
    func damaged(kind: String) throws {
        let (cache, server) = (CampaignCache(places: places), try #require(server))
        let address = try server.resolve("/a.png")
        let picture = CachedBody(bytes: Array(0...255), entityTag: "\"%x\ny\"", lastModified: "now")
        func keep() throws {
            try cache.keep(data(), of: server)
            try cache.keep(picture, at: address)
        }
        func isThere() -> Bool {
            kind == "banners" ? cache.data("home", of: server) != nil : cache.picture(address) != nil
        }
        try keep()
        #expect(cache.data("home", of: server) == data() && cache.picture(address) == picture)
        let name = try #require(files(kind).first)
        let path = "\(places.cache)/\(kind)/\(name)"
        let inFolder = "foyer/\(kind)/\(name)"
        let good = try #require(folder.read(inFolder))
        folder.write(Array("secret".utf8), to: "outside")

        var generator = SplitMix64(seed: 3)
        for count in [0, 1, good.count / 2, good.count - 1] {
            folder.write(Array(good[..<count]), to: inFolder)
            #expect(!isThere())
        }
        for _ in 0..<200 {
            var bytes = good
            bytes[Int.random(in: 0..<good.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            folder.write(bytes, to: inFolder)
            #expect(!isThere())
        }
        let replacements: [() -> Int32] = [
            { mkdir(path, 0o700) }, { symlink(folder.path + "/outside", path) }, { symlink(path, path) },
            { mkfifo(path, 0o600) },
        ]
        for replace in replacements {
            unlink(path)
            rmdir(path)
            #expect(replace() == 0)
            #expect(!isThere())
            try keep()
            #expect(isThere())
        }
        #expect(folder.read("outside") == Array("secret".utf8))
        // The folder itself can be anything, too: without it nothing is kept.
        let place = "\(places.cache)/\(kind)"
        for name in files(kind) { unlink("\(place)/\(name)") }
        rmdir(place)
        symlink(folder.path, place)
        #expect(!isThere())
        #expect(throws: DiskError.self) { try keep() }
        #expect(!isThere() && folder.names == ["foyer", "outside"])
    }

    @Test("Another platform's data of the same key is another banner's")
    func platforms() throws {
        let (cache, server) = (CampaignCache(places: places), try #require(server))
        try cache.keep(data(), of: server)
        #expect(cache.data("home", of: try WebAddress("http://127.0.0.1:8081/")) == nil)
        #expect(cache.data("hom", of: server) == nil)
        for key in ["../../x", "a/b", String(repeating: "k", count: 3_000), "\u{0}"] {
            try cache.keep(data(key), of: server)
            #expect(cache.data(key, of: server) == data(key))
            try cache.drop(key, of: server)
            #expect(cache.data(key, of: server) == nil)
        }
        #expect(files("banners").count == 1 && files("banners").allSatisfy { $0.utf8.count == 64 })
        try cache.drop("never", of: server)
    }

    @Test("Beyond its bound the disk lets go of what was used longest ago; files are the user's alone")
    func bound() throws {
        let (server, name) = (try #require(server), { (number: Int) in "/\(number).png" })
        let cache = CampaignCache(places: places, picturesBound: 10_000)
        let picture = CachedBody(bytes: [UInt8](repeating: 7, count: 2_000))
        for number in 0..<4 {
            try cache.keep(picture, at: server.resolve(name(number)))
            // Times of files may be as coarse as a clock tick: set them apart by hand.
            for file in files("pictures") {
                var status = stat()
                stat("\(places.cache)/pictures/\(file)", &status)
                #expect(status.st_mode & 0o777 == 0o600)
                let times = [status.st_atim, timespec(tv_sec: status.st_mtim.tv_sec - 10, tv_nsec: 0)]
                utimensat(AT_FDCWD, "\(places.cache)/pictures/\(file)", times, 0)
            }
        }
        #expect(cache.picture(try server.resolve(name(0))) != nil)
        try cache.keep(picture, at: server.resolve(name(4)))
        let left = try (0..<5).filter { cache.picture(try server.resolve(name($0))) != nil }
        #expect(left == [0, 2, 3, 4])
        try cache.keep(CachedBody(bytes: [UInt8](repeating: 7, count: 20_000)), at: server.resolve("/large"))
        #expect(files("pictures").count == 4)
    }

    @Test("A disk that refuses is told of in the log, and nothing else happens")
    func fullDisk() throws {
        let server = try #require(server)
        for code in [ENOSPC, EDQUOT, EIO, EACCES, EROFS, EMFILE] {
            let plan = FaultPlan()
            let cache = CampaignCache(places: places, disk: plan.disk)
            try cache.keep(data(), of: server)
            for kind in [DiskChange.Kind.createFile, .write, .rename] {
                plan.set { $0.kind == kind ? .tear(code) : .none }
                #expect(throws: DiskError.self) {
                    try cache.keep(BannerData(name: "new", bannerKey: "home", items: []), of: server)
                }
                plan.set(nil)
                #expect(cache.data("home", of: server) == data())
            }
        }
        #expect(files("banners").count == 1)
    }
}
