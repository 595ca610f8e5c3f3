import Foundation
import FoyerPlatform
import FoyerStage
import Testing

/// The shipped pages must be correct: nobody looks at them before a user does.
@Suite struct AssetsTests {
    struct Manifest: Decodable {
        struct Icon: Decodable { var src: String }
        struct Platform: Decodable {
            var minimum: Int
            private enum CodingKeys: String, CodingKey { case minimum = "min_code" }
        }
        struct Version: Decodable {
            var code: Int
            var name: String
        }
        var appID: String
        var name: String
        var icons: [Icon]
        var pages: [String]
        var platform: Platform
        var version: Version
        private enum CodingKeys: String, CodingKey {
            case appID = "app_id"
            case platform = "platform_version"
            case name, icons, pages, version
        }
    }

    static let programs: [String] = {
        let files = (try? DemoAssets.folder.files(under: "programs")) ?? []
        return files.filter { $0.hasSuffix("/manifest.json") }.map { String($0.dropLast("/manifest.json".count)) }
    }()

    private func manifest(_ program: String) throws -> Manifest {
        let bytes = try DemoAssets.folder.read("programs/\(program)/manifest.json")
        return try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    }

    @Test func thereAreEnough() throws {
        #expect(Self.programs.count >= 8)
        #expect(try DemoAssets.platform.get().programs.count == Self.programs.count)
    }

    @Test(arguments: programs) func manifestIsComplete(program: String) throws {
        let manifest = try manifest(program)
        let files = Set(try DemoAssets.folder.files(under: "programs/" + program))
        #expect(manifest.appID.wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}/) != nil)
        #expect(!manifest.name.isEmpty)
        #expect(manifest.version.code > 0 && !manifest.version.name.isEmpty)
        #expect(manifest.platform.minimum > 0)
        #expect(!manifest.pages.isEmpty && !manifest.icons.isEmpty)
        for page in manifest.pages { #expect(files.contains(page + ".md"), "page \(page)") }
        for icon in manifest.icons { #expect(files.contains(icon.src), "icon \(icon.src)") }
        let named = Set(manifest.pages.map { $0 + ".md" })
        for file in files where file.hasPrefix("pages/") { #expect(named.contains(file), "\(file) is in no manifest") }
    }

    /// A link leads from the folder of its page.
    @Test(arguments: programs) func linksAndPicturesLead(program: String) throws {
        let files = Set(try DemoAssets.folder.files(under: "programs/" + program))
        for page in files where page.hasSuffix(".md") {
            let bytes = try DemoAssets.folder.read("programs/\(program)/\(page)")
            let text = try #require(String(validating: bytes, as: UTF8.self), "\(page) is not UTF-8")
            #expect(text.hasPrefix("# "), "\(page) has no title")
            for match in text.matches(of: /\]\(([^)]*)\)/) {
                let target = String(match.1)
                if target.hasPrefix("https://") { continue }
                #expect(files.contains(Self.resolved(target, from: page)), "\(page) → \(target)")
            }
        }
    }

    private static func resolved(_ target: String, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast()
        for part in target.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// The bytes match the file name's format, and each format occurs as an icon.
    @Test func picturesAreWhatTheyAreCalled() throws {
        var iconFormats: Set<String> = []
        let pictures =
            try DemoAssets.folder.files(under: "programs").map { "programs/" + $0 }
            + DemoAssets.folder.files(under: "images").map { "images/" + $0 }
        for picture in pictures where ![".md", ".json", ".yaml"].contains(where: picture.hasSuffix) {
            let bytes = try DemoAssets.folder.read(picture)
            let format: String? =
                if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
                    "png"
                } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                    "jpg"
                } else if bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
                    "webp"
                } else {
                    nil
                }
            #expect(picture.hasSuffix("." + (format ?? "nothing known")), "\(picture)")
            if picture.hasSuffix("icon." + (format ?? "")), let format { iconFormats.insert(format) }
        }
        #expect(iconFormats == ["png", "jpg", "webp"])
    }

    @Test func packagesAreTheSameBytesEachTime() throws {
        var first = StageResponder(platform: try StagePlatform(sources: DemoAssets.folder.path))
        var second = StageResponder(platform: try StagePlatform(sources: DemoAssets.folder.path))
        for program in first.platform.programs {
            #expect(
                first.get(DemoAssets.path(.package, program)).body
                    == second.get(DemoAssets.path(.package, program)).body)
            let metadata = "/v1/apps/" + program
            #expect(first.get(metadata).body == second.get(metadata).body)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip")))
    func anotherUnzipperAgrees() throws {
        var responder = try DemoAssets.responder()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("stage-\(UUID().uuidString).ma")
        defer { try? FileManager.default.removeItem(at: file) }
        for program in responder.platform.programs {
            try Data(responder.get(DemoAssets.path(.package, program)).body).write(to: file)
            let unzip = Process()
            unzip.executableURL = URL(fileURLWithPath: "/usr/bin/unzip")
            unzip.arguments = ["-tqq", file.path]
            unzip.standardOutput = FileHandle.nullDevice
            unzip.standardError = FileHandle.nullDevice
            try unzip.run()
            unzip.waitUntilExit()
            let isDamaged = program == "com.example.box"
            #expect((unzip.terminationStatus != 0) == isDamaged, "\(program)")
        }
    }

    @Test func missingAssetsAreSaid() {
        #expect(throws: StageError.noAssets(looked: ["/nowhere"])) { try AssetFolder.locate(given: "/nowhere") }
        #expect(throws: StageError.noAssets(looked: ["/nowhere"])) { try AssetFolder.locate(environment: "/nowhere") }
    }
}
