import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import TestSupport
import Testing

@testable import FoyerStage

/// The stage is a published site, whoever wrote it.
@Suite struct SiteTests {
    /// What documents say, in any order, without what signing adds, and without the campaign in a picture's address.
    private func content(_ bytes: [UInt8]) throws -> [String] {
        guard case .object(let members) = SignedDocument.unsigned(try JSON.parse(bytes)) else { return [] }
        return members.map { member in
            member.name + " " + member.value.jsonText.replacing(/(pictures\/[0-9a-f]+\.png)\?home/) { $0.1 }
        }.sorted()
    }

    @Test func itServesWhatIsPublished() throws {
        let folder = TemporaryFolder()
        let (sources, site) = (folder.path + "/sources", folder.path + "/site")
        try SiteSample.write(to: sources)
        // Signatures of packages are in the documents.
        _ = try KeyFile.make(sources + "/site.key")
        folder.write(Array("name: Mine\nkey: site.key\n".utf8), to: "sources/site.yaml")
        let published = try Publisher(sources: sources).publish(to: site)
        var stage = StageResponder(platform: try StagePlatform(sources: sources, packing: .smallest))
        #expect(published.documents == 5)
        for document in published.added {
            let bytes = try AssetFolder(path: site).read(document)
            #expect(try content(stage.get("/" + document).body) == content(bytes), "\(document)")
        }
        for kind in ["packages", "pictures"] {
            let names = try AssetFolder(path: site).files(under: kind)
            #expect(!names.isEmpty)
            for name in names {
                let bytes = try AssetFolder(path: site).read("\(kind)/\(name)")
                #expect(stage.get("/\(kind)/\(name)").body == bytes, "\(name)")
            }
        }
    }

    @Test func itSaysWhatIsWrongInTheSources() throws {
        let folder = TemporaryFolder()
        try SiteSample.write(to: folder.path + "/sources")
        folder.write(Array("name: Mine\nitems: 7\n".utf8), to: "sources/banners/home.yaml")
        folder.write(Array("frequency: hourly\n".utf8), to: "sources/popups/home.yaml")
        let error = #expect(throws: StageError.self) { try StagePlatform(sources: folder.path + "/sources") }
        guard case .sources(.problems(let problems)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(Set(problems.map(\.file)) == ["banners/home.yaml", "popups/home.yaml"])
    }

    @Test func aFaultOfOneCampaignLeavesAnotherAlone() throws {
        var stage = try DemoAssets.responder()
        _ = stage.put(#"{"route":"picture","app":"pair","fault":{"kind":"status","code":500}}"#)
        #expect(stage.get(DemoAssets.picture("autumn.jpg", of: "pair")).status == 500)
        #expect(stage.get(DemoAssets.picture("autumn.jpg", of: "home")).status == 200)
    }

    @Test func aMemberThatIsSetIsSignedLikeThat() throws {
        var stage = try DemoAssets.responder()
        let app = "com.example.tea"
        _ = stage.put(
            #"{"route":"metadata","app":"\#(app)","fault":{"kind":"set","member":"package.sha256","value":"0"}}"#)
        let document = stage.get("/v1/apps/" + app).body
        #expect(try JSON.parse(document)["package"]?["sha256"] == "0")
        let file = stage.get("/v1/signatures/apps/" + app).body
        let signature = try #require(SignedDocument.signatures(in: file)?.first)
        let key = try #require(Ed25519.PublicKey(stage.platform.publicKey))
        #expect(key.verifies(signature, of: SignedDocument.message(path: "v1/apps/" + app, body: document)))
    }
}
