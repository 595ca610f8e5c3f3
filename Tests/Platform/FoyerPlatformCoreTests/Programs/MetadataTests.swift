import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite struct MetadataTests {
    /// Values that replace a member of a document.
    private enum Change: Sendable {
        case missing
        case to(JSON)
    }

    private let digest = String(repeating: "ab", count: 32)

    private func document(_ changes: [String: Change] = [:]) -> JSON {
        let members: [(String, JSON)] = [
            ("appId", "com.example.tea"), ("appName", "Tea House"), ("iconUrl", "/icons/tea.png"),
            ("desc", "Order ahead"), ("slogan", "A cup in five minutes"), ("status", "active"),
            ("version", ["code": 12, "name": "1.2.0"]), ("package", package()), ("resources", [resource()]),
            ("future", [1]),
        ]
        return .object(
            members.compactMap { name, value in
                switch changes[name] {
                case nil: JSON.Member(name, value)
                case .missing: nil
                case .to(let other): JSON.Member(name, other)
                }
            })
    }

    private func package(size: JSON = 183_201, sha256: String? = nil, signature: JSON = .null) -> JSON {
        [
            "url": "/packages/tea-12.ma", "size": size, "sha256": .string(sha256 ?? digest), "edSignature": signature,
        ]
    }

    private func resource(path: String = "common/menu.json", size: JSON = 900) -> JSON {
        ["path": .string(path), "url": "/res/menu.json", "size": size, "sha256": .string(digest)]
    }

    private func validate(_ json: JSON, status: Int = 200, highest: Int64? = nil) throws(LaunchFailure) -> AppMetadata {
        guard let app = AppID("com.example.tea") else { throw LaunchFailure(.unknown, cause: "") }
        return try MetadataRules.validate(
            status: status, body: Array(json.jsonText.utf8), requested: app, highestVersion: highest)
    }

    private func code(_ json: JSON, status: Int = 200, highest: Int64? = nil) -> LaunchCode? {
        do {
            _ = try validate(json, status: status, highest: highest)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aDocumentIsRead() throws {
        let signature = Base64.encode(Array(repeating: 7, count: 64))
        let metadata = try validate(document(["package": .to(package(signature: .string(signature)))]))
        #expect(metadata.appID.text == "com.example.tea")
        #expect(metadata.appName == "Tea House")
        #expect(metadata.iconURL == "/icons/tea.png")
        #expect(metadata.description == "Order ahead")
        #expect(metadata.slogan == "A cup in five minutes")
        #expect(metadata.version.code == 12)
        #expect(metadata.package.size == 183_201)
        #expect(metadata.package.sha256.hex == digest)
        #expect(metadata.signatures == [Array(repeating: 7, count: 64)])
        #expect(metadata.resources.map(\.path.text) == ["common/menu.json"])
        let bare = try validate(document(["desc": .missing, "slogan": .to(.null), "resources": .missing]))
        #expect(bare.description.isEmpty && bare.slogan.isEmpty && bare.resources.isEmpty)
    }

    @Test(
        arguments: [
            (404, .notFound), (410, .removed), (451, .suspended), (500, .fetchFailed), (503, .fetchFailed),
            (403, .fetchFailed),
            (429, .fetchFailed), (301, .fetchFailed), (204, .fetchFailed), (206, .fetchFailed), (0, .fetchFailed),
            (999, .fetchFailed),
        ] as [(Int, LaunchCode)])
    func eachStatusHasItsCode(status: Int, expected: LaunchCode) {
        #expect(code(document(), status: status) == expected)
    }

    @Test func whatTheDocumentSaysHasItsCode() {
        #expect(code(document(["status": .to("removed"), "package": .missing])) == .removed)
        #expect(code(document(["status": .to("suspended"), "appName": .missing])) == .suspended)
        #expect(code(document(["status": .to("sleeping")])) == .fetchFailed)
        #expect(code(document(["appId": .to("com.example.other")])) == .fetchFailed)
        #expect(code(document(["appId": .to("com.example.other"), "status": .to("removed")])) == .fetchFailed)
        #expect(code(document(["package": .to(package(size: 268_435_456))])) == nil)
        #expect(code(document(["package": .to(package(size: 268_435_457))])) == .downloadFailed)
        #expect(code(document(["package": .to(package(size: .number(1e30)))])) == .downloadFailed)
        #expect(code(document(["resources": .to([resource(size: 16_777_217)])])) == .resourcesFailed)
        #expect(code(document(), highest: 12) == nil)
        #expect(code(document(), highest: 13) == .fetchFailed)
    }

    @Test func aWrongShapeIsRefused() {
        let wrong: [[String: Change]] = [
            ["appName": .to("")], ["appName": .to("\u{200B} ")], ["appName": .to(3)], ["iconUrl": .to("")],
            ["iconUrl": .to("/a b")],
            ["iconUrl": .to("/a\nb")], ["desc": .to(3)], ["version": .to("1")],
            ["version": .to(["code": 1.5.json, "name": "x"])],
            ["version": .to(["code": -1, "name": "x"])],
            ["version": .to(["code": 0, "name": "x"])], ["version": .to(["code": 2_147_483_648, "name": "x"])],
            ["package": .to(package(size: -1))], ["package": .to(package(size: "9"))],
            ["package": .to(package(size: 1.5.json))],
            ["package": .to(package(sha256: "ab"))],
            ["package": .to(package(sha256: String(repeating: "x", count: 64)))],
            ["package": .to(package(signature: "not base64"))], ["package": .to(package(signature: "AAAA"))],
            ["resources": .to([resource(path: "../x")])], ["resources": .to([resource(path: "/etc/passwd")])],
            ["resources": .to([resource(path: "a\\b")])], ["resources": .to([resource(path: "Manifest.json")])],
            ["resources": .to([resource(), resource(path: "COMMON/menu.json")])], ["resources": .to(["x": 1])],
            ["package": .missing], ["appId": .missing], ["status": .missing], ["version": .missing],
        ]
        for changes in wrong {
            #expect(code(document(changes)) == .fetchFailed, "\(changes)")
        }
        #expect(code([]) == .fetchFailed)
    }

    @Test func bytesThatAreNoDocumentAreRefused() throws {
        let app = try #require(AppID("a"))
        for body in [[], Array("<html>".utf8), Array(repeating: UInt8(0x20), count: AppMetadata.maxBytes + 1)] {
            let failure = #expect(throws: LaunchFailure.self) {
                try MetadataRules.validate(status: 200, body: body, requested: app)
            }
            #expect(failure?.code == .fetchFailed)
        }
    }

    /// Something has answered: checking the connection is no help.
    @Test(arguments: [
        (200, "<html>", "The answer is not the platform's. If this network wants you to sign in, do so, then reload."),
        (511, "", "The answer is not the platform's. If this network wants you to sign in, do so, then reload."),
        (200, #"{"appId": "b"}"#, "The platform's answer cannot be used. Tell its operator."),
        (200, "{}", "The platform's answer cannot be used. Tell its operator."), (503, "", nil),
    ]) func whoeverAnsweredNonsenseIsNotCalledUnreachable(status: Int, body: String, advice: String?) throws {
        let app = try #require(AppID("a"))
        let failure = #expect(throws: LaunchFailure.self) {
            try MetadataRules.validate(status: status, body: Array(body.utf8), requested: app)
        }
        #expect(failure?.code == .fetchFailed)
        #expect(failure?.advice?.english == advice)
    }

    @Test func appIDsAreNarrow() {
        for good in ["a", "com.example.tea", "A_b-9", "_", "-", "a..b", String(repeating: "a", count: 128)] {
            #expect(AppID(good)?.text == good)
        }
        for bad in [
            "", ".a", ".", "..", "a/b", "a b", "ä", "a\n", "a\0", "a%", "a:b", String(repeating: "a", count: 129),
        ] {
            #expect(AppID(bad) == nil, "\(bad)")
            #expect((#expect(throws: LaunchFailure.self) { try AppID.validate(bad) })?.code == .notFound)
        }
    }

    @Test func pathsStayInside() {
        for good in ["a", "a/b.c", "common/menu.json", "页/茶.md", "a/...", " a"] {
            #expect(PackagePath(good)?.text == good)
        }
        let deep = Array(repeating: "a", count: 17).joined(separator: "/")
        for bad in [
            "", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a\\b", "a\0b", "a\nb", "a\u{202E}b", "a/\u{200B}",
            deep,
            String(repeating: "a", count: 256), "c:/x", ".foyer-record", ".FOYER/x",
        ] {
            #expect(PackagePath(bad) == nil, "\(bad)")
        }
    }
}

@Suite struct EncodingTests {
    @Test(
        arguments: [
            ("", []), ("Zg==", [102]), ("Zm8=", [102, 111]), ("Zm9v", [102, 111, 111]), ("+/+/", [251, 255, 191]),
        ] as [(String, [UInt8])])
    func base64GoesBothWays(text: String, bytes: [UInt8]) {
        #expect(Base64.decode(text) == bytes)
        #expect(Base64.encode(bytes) == text)
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", " Zm9", "Zm-_", "Zg==Zg==", "=Zm9", "Zm=v",
    ])
    func base64HasOneSpelling(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func base64HoldsAnyBytes() {
        var random = SplitMix64(seed: 5)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
        }
        for bad in ["a", "0g", "０0", "0x00", " 00"] { #expect(Hexadecimal.decode(bad) == nil) }
        #expect(SHA256Digest(hex: String(repeating: "AB", count: 32))?.hex == String(repeating: "ab", count: 32))
    }
}

extension Double {
    fileprivate var json: JSON { .number(self) }
}
