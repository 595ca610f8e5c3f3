import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

/// Every attack of The Update Framework's list, by a server that has everything but the key. (Foyer's programs have no
/// dependencies, so that extraneous ones cannot be slipped in.)
struct AttackTests {
    private func isWhole(_ sight: AttackedSite.Sight, _ edition: Int, _ site: AttackedSite) -> Bool {
        sight.program == "Version \(edition) Menu of \(edition)" && sight.icon != nil
            && sight.banner == "ok Page of \(edition)" && sight.popup == "Card of \(edition)"
            && sight.config == "\"\(edition)\" remote" && sight.bannerPicture?.isEmpty == false
            && sight.popupPicture == sight.bannerPicture && sight.causes.isEmpty
    }

    @Test func anUntouchedSiteIsBelieved() async throws {
        let site = try await AttackedSite()
        for _ in 0..<2 {
            let sight = try await site.look()
            #expect(isWhole(sight, 1, site), "\(sight.causes)")
        }
        try site.publish(2)
        let sight = try await site.look()
        #expect(isWhole(sight, 2, site), "\(sight.causes)")
        await site.server.stop()
    }

    /// Arbitrary software: everything is the attacker's, unsigned or signed with another key.
    @Test(arguments: [false, true]) func anAttackersSite(isSigned: Bool) async throws {
        let site = try await AttackedSite()
        let other = try await AttackedSite()
        if isSigned {
            try other.publish(9, signedBy: 8)
        } else {
            other.rig.write("site.yaml", "name: Test\nkey: none\n")
            try other.publish(9)
        }
        site.restore(other.copy)
        let sight = try await site.look()
        #expect(sight.program == "10003" && sight.icon == nil)
        #expect(sight.banner == "blank " && sight.popup.isEmpty && sight.config == "null static")
        #expect(sight.causes.count == 4)
        for cause in sight.causes { #expect(cause.contains(isSigned ? "not made by a pinned key" : "not signed")) }
        await site.server.stop()
        await other.server.stop()
    }

    /// The documents are good, and what they name is not: another package, icon, resource, picture.
    @Test func forgedFiles() async throws {
        let site = try await AttackedSite()
        let good = site.copy
        let pictures = good.keys.filter { $0.hasPrefix("pictures/") }.sorted()
        #expect(pictures.count == 2)
        func forge(_ folder: String, _ bytes: (String) -> [UInt8]?) async throws -> AttackedSite.Sight {
            for path in good.keys where path.hasPrefix(folder) { site.write(path, try #require(bytes(path))) }
            site.home = site.rig.folder.path + "/" + folder
            let sight = try await site.look()
            site.restore(good)
            return sight
        }
        // Each is a picture, only not the one that its name says.
        let swapped = try await forge("pictures/") { good[$0 == pictures[0] ? pictures[1] : pictures[0]] }
        #expect(swapped.program == "Version 1 Menu of 1" && swapped.icon == nil)
        #expect(swapped.banner == "ok Page of 1" && swapped.bannerPicture == nil)
        #expect(swapped.popup == "Card of 1" && swapped.popupPicture == nil)
        let cut = try await forge("pictures/") { good[$0].map { $0.dropLast(10) } }
        #expect(cut.icon == nil && cut.bannerPicture == nil && cut.popupPicture == nil)
        let package = try await forge("packages/") { good[$0].map { $0.map { $0 ^ 1 } } }
        #expect(package.program == "10009" || package.program == "10002", "\(package.causes)")
        let resource = try await forge("resources/") { good[$0].map { $0.map { $0 ^ 1 } } }
        #expect(resource.program == "10030", "\(resource.causes)")
        await site.server.stop()
    }

    /// A forged picture that was cached while no key was pinned, or that lies in the cache for another reason.
    @Test func whatWasKeptWithoutTheKeyIsNotBelieved() async throws {
        let site = try await AttackedSite()
        let good = site.copy
        let other = try await AttackedSite()
        other.rig.write("site.yaml", "name: Test\nkey: none\n")
        try other.publish(9)
        site.restore(other.copy)
        let deceived = try await site.look([])
        #expect(isWhole(deceived, 9, site))
        // Now the key is pinned, and the server is silent.
        for path in site.files { site.remove(path) }
        let pinned = try await site.look()
        #expect(pinned.program == "10001" && pinned.banner == "blank " && pinned.bannerPicture == nil)
        #expect(pinned.popup.isEmpty && pinned.config == "null static")
        // And back again; version 9 of nobody knows whom does not lock version 1 out.
        site.restore(good)
        let sight = try await site.look()
        #expect(isWhole(sight, 1, site), "\(sight.causes)")
        await site.server.stop()
        await other.server.stop()
    }

    /// The package is the signed one; what the platform adds to it while no key is pinned is not.
    @Test func resourcesOfAnUnpinnedLaunchAreNotBelieved() async throws {
        let site = try await AttackedSite()
        #expect(try await site.look().program == "Version 1 Menu of 1")
        let good = site.copy
        let menu = Array("Poison".utf8)
        let digest = SHA256.hexadecimal(of: menu)
        site.write("resources/\(digest)", menu)
        let old = try #require(good.keys.first { $0.hasPrefix("resources/") }).dropFirst(10)
        let document = String(decoding: site.read("v1/apps/com.example.hello"), as: UTF8.self)
            .replacing(old, with: digest).replacing("\"size\":9,", with: "\"size\":6,")
        site.write("v1/apps/com.example.hello", document)
        #expect(try await site.look([]).program == "Version 1 Poison")
        #expect(try await site.look(policy: .offline).program == "Version 1 Menu of 1")
        site.restore(good)
        #expect(try await site.look().program == "Version 1 Menu of 1")
        await site.server.stop()
    }

    @Test func whatADroppedKeySignedIsNotBelieved() async throws {
        let site = try await AttackedSite()
        let first = try await site.look([5])
        #expect(isWhole(first, 1, site))
        for path in site.files { site.remove(path) }
        // The same keys still find it, in any order.
        let kept = try await site.look([5])
        #expect(kept.banner == "cached Page of 1" && kept.config == "\"1\" cached")
        let sight = try await site.look([6])
        #expect(sight.program == "10001" && sight.banner == "blank " && sight.config == "null static")
        await site.server.stop()
    }

    /// Rollback: an old, signed copy of the whole site; also by another address, as a mirror has.
    @Test(arguments: [false, true]) func anOlderSite(isMirror: Bool) async throws {
        let site = try await AttackedSite()
        let old = site.copy
        try site.publish(2)
        let second = try await site.look()
        #expect(isWhole(second, 2, site))
        site.restore(old)
        let address = isMirror ? site.server.address.replacing("127.0.0.1", with: "localhost") : nil
        let sight = try await site.look(at: address)
        #expect(sight.program == "10003" && sight.popup.isEmpty)
        #expect(sight.banner == (isMirror ? "blank " : "cached Page of 2"))
        #expect(sight.config == (isMirror ? "null static" : "\"2\" cached"))
        #expect(sight.causes.count == 4)
        for cause in sight.causes { #expect(cause.contains("is older (serial")) }
        await site.server.stop()
    }

    /// Mix and match: each document alone is good, and the old one among new ones is found out.
    @Test func oneOlderDocument() async throws {
        let site = try await AttackedSite()
        let old = site.copy
        try site.publish(2)
        #expect(isWhole(try await site.look(), 2, site))
        site.restore(old) { $0.hasSuffix("/config") }
        let sight = try await site.look()
        #expect(sight.program == "Version 2 Menu of 2" && sight.config == "\"2\" cached")
        #expect(sight.causes.count == 1 && sight.causes[0].contains("config: the document is older"))
        await site.server.stop()
    }

    /// Wrong software: the signed document of another place.
    @Test func aDocumentOfAnotherPlace() async throws {
        let site = try await AttackedSite()
        site.rig.write("banners/other.yaml", "items:\n  - {title: Other, image: welcome.png, link: \"\"}\n")
        try site.rig.publish()
        for folder in ["v1/banners/", "v1/signatures/banners/"] {
            site.write(folder + "home", site.read(folder + "other"))
        }
        let sight = try await site.look()
        #expect(sight.banner == "blank " && sight.program == "Version 1 Menu of 1")
        #expect(sight.causes.count == 1 && sight.causes[0].contains("not made by a pinned key"))
        await site.server.stop()
    }

    /// Two documents under one serial number, as two sites with the same key have.
    @Test func theSameSerialWithOtherContent() async throws {
        let site = try await AttackedSite()
        let later = WallTime(seconds: site.now + 86_400).rfc3339
        try site.sign("v1/config", #"{"version":"a","serial":\#(site.now),"expires":"\#(later)"}"#)
        #expect(try await site.look().config == "\"a\" remote")
        try site.sign("v1/config", #"{"version":"b","serial":\#(site.now),"expires":"\#(later)"}"#)
        let sight = try await site.look()
        #expect(sight.config == "\"a\" cached" && sight.causes.count == 1)
        #expect(sight.causes[0].contains("differs from the one seen before under the same serial number"))
        await site.server.stop()
    }

    /// Indefinite freeze: the same documents for ever. Programs are refused; the rest says why it is an old one.
    @Test func aSiteThatNeverChanges() async throws {
        let site = try await AttackedSite()
        #expect(isWhole(try await site.look(), 1, site))
        site.now += 29 * 86_400
        #expect(isWhole(try await site.look(), 1, site))
        site.now += 2 * 86_400
        let sight = try await site.look()
        #expect(sight.program == "10003" && sight.banner == "cached Page of 1" && sight.config == "\"1\" cached")
        #expect(sight.popup.isEmpty && sight.causes.count == 4)
        for cause in sight.causes { #expect(cause.contains("expired at")) }
        await site.server.stop()
    }

    /// Fast-forward and a stolen key: no host takes a serial number that locks it out for longer than a year, and with a
    /// new key nothing of it is left.
    @Test func aStolenKeyThatLocksOut() async throws {
        let site = try await AttackedSite()
        let names = ["v1/apps/com.example.hello", "v1/banners/home", "v1/popups/home", "v1/config"]
        func steal(_ serial: Int64) throws {
            for path in names {
                let text = String(decoding: site.read(path), as: UTF8.self)
                let members = try #require(text.firstRange(of: "\"serial\":")?.lowerBound)
                let later = WallTime(seconds: site.now + 86_400).rfc3339
                try site.sign(path, text[..<members] + #""serial":\#(serial),"expires":"\#(later)"}"#)
            }
        }
        let good = site.copy
        for serial in [Int64.max, site.now + 366 * 86_400 + 1] {
            try steal(serial)
            let sight = try await site.look()
            #expect(sight.program == "10003" && sight.causes.count == 4)
            for cause in sight.causes { #expect(cause.contains("more than a year ahead")) }
        }
        site.restore(good)
        #expect(isWhole(try await site.look(), 1, site))
        // Within a year it is believed, and locks out until the key is replaced.
        try steal(site.now + 365 * 86_400)
        #expect(try await site.look().causes.isEmpty)
        site.restore(good)
        #expect(try await site.look().causes.count == 4)
        try site.publish(2, signedBy: 6)
        #expect(try await site.look([5, 6]).causes.count == 4)
        let sight = try await site.look([6])
        #expect(isWhole(sight, 2, site), "\(sight.causes)")
        await site.server.stop()
    }

    /// While two keys are pinned, a document that only the old one signed brings nothing back.
    @Test func theOldKeyBringsNothingBack() async throws {
        let site = try await AttackedSite()
        let old = site.copy
        try site.publish(2, signedBy: 6)
        #expect(isWhole(try await site.look([5, 6]), 2, site))
        site.restore(old)
        let sight = try await site.look([5, 6])
        #expect(sight.program == "10003" && sight.causes.count == 4)
        for cause in sight.causes { #expect(cause.contains("is older (serial")) }
        await site.server.stop()
    }

    /// Endless data: documents, signatures and pictures that never end.
    @Test func answersWithoutAnEnd() async throws {
        let site = try await AttackedSite()
        let endless = ScriptedServer { peer, _ in
            peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            let piece = [UInt8](repeating: 0x5B, count: 1 << 16)
            while peer.send(piece) {}
        }
        let sight = try await site.look(at: "http://127.0.0.1:\(endless.port)")
        #expect(sight.program == "10003" && sight.banner == "blank " && sight.config == "null static")
        #expect(sight.causes.count == 4)
        await site.server.stop()
    }

    /// A malicious mirror that withholds: it is said, and nothing that was there is lost.
    @Test func aServerThatWithholds() async throws {
        let site = try await AttackedSite()
        #expect(isWhole(try await site.look(), 1, site))
        for path in site.files where path.hasPrefix("v1/signatures/") { site.remove(path) }
        let sight = try await site.look()
        #expect(sight.program == "10003" && sight.banner == "cached Page of 1" && sight.config == "\"1\" cached")
        for cause in sight.causes { #expect(cause.contains("not signed")) }
        for path in site.files { site.remove(path) }
        let gone = try await site.look()
        #expect(gone.program == "10001" && gone.banner == "cached Page of 1")
        await site.server.stop()
    }

    /// A success that is not 200 is signed all the same.
    @Test(arguments: [201, 203, 206, 226]) func anotherSuccessIsNotBelieved(status: Int) async throws {
        let body = #"{"programs":[{"appId":"a.b","appName":"Forged"}]}"#
        let server = ScriptedServer { peer, _ in
            let head = peer.readHead()
            let isSignature = head.contains("/signatures/")
            peer.send(
                isSignature
                    ? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 \(status) OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        let folder = TemporaryFolder()
        let home = folder.path
        let trust = DocumentTrust([AttackedSite.key(5)], places: Places { $0 == "XDG_STATE_HOME" ? home : nil })
        let transport = Network.transport(trust: trust)
        let documents = PlatformDocuments(server: server.address(), transport: transport)
        await #expect(throws: DocumentRefusal.unsigned) {
            _ = try await documents.get(
                "v1", "catalogue", bodyBound: 1_000, deadline: MonotonicClock.now + .seconds(600))
        }
        let digest = SHA256.hexadecimal(of: [1])
        await #expect(throws: TransferFailure.self) {
            _ = try await documents.picture(Network.request(server.address("/pictures/\(digest).png")))
        }
        #expect(
            try await documents.picture(Network.request(server.address("/welcome.png"))).body.count == body.utf8.count)
        await transport.finish()
    }

    /// Bytes are changed, cut, added, emptied; files are exchanged, taken away, or replaced by older ones: whatever is
    /// shown is what the key has signed, whole, and never older than what was shown before.
    @Test func fourHundredRandomMutations() async throws {
        let site = try await AttackedSite()
        let old = site.copy
        try site.publish(2)
        let good = site.copy
        let picture = try #require(try await site.look().bannerPicture)
        let icon = try #require(try await site.look().icon)
        let paths = Set(good.keys).union(old.keys).sorted()
        var random = SplitMix64(seed: 23)
        var (shown, refused) = (0, 0)
        for round in 0..<400 {
            var changed: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let path = try #require(paths.randomElement(using: &random))
                changed.append(path)
                let other = try #require(paths.randomElement(using: &random))
                Self.mutate(site, path, other, old, &random)
            }
            // Every third host has never been here before.
            site.home = site.rig.folder.path + (round % 3 == 0 ? "/new\(round)" : "/home")
            let sight = try await site.look()
            // A new host may be given the older edition, as long as that has not expired.
            let editions = round % 3 == 0 ? [1, 2] : [2]
            let comment = Comment(rawValue: "round \(round), \(changed): \(sight)")
            let programs =
                editions.map { "Version \($0) Menu of \($0)" } + ["10001", "10002", "10003", "10009", "10030"]
            #expect(programs.contains(sight.program), comment)
            #expect(
                (editions.flatMap { ["ok Page of \($0)", "cached Page of \($0)"] } + ["blank "]).contains(sight.banner),
                comment)
            #expect((editions.map { "Card of \($0)" } + [""]).contains(sight.popup), comment)
            #expect(
                (editions.flatMap { ["\"\($0)\" remote", "\"\($0)\" cached"] } + ["null static"]).contains(
                    sight.config),
                comment)
            #expect(sight.icon == nil || sight.icon == icon, comment)
            #expect(sight.bannerPicture == nil || sight.bannerPicture == picture, comment)
            #expect(sight.popupPicture == nil || sight.popupPicture == picture, comment)
            if isWhole(sight, 2, site) { shown += 1 } else { refused += 1 }
            site.restore(good)
        }
        // Both happen: a mutation of what nobody asks for changes nothing.
        #expect(shown > 20 && refused > 100, "\(shown) whole, \(refused) not")
        site.home = site.rig.folder.path + "/home"
        #expect(isWhole(try await site.look(), 2, site))
        await site.server.stop()
    }

    private static func mutate(
        _ site: AttackedSite, _ path: String, _ other: String, _ old: [String: [UInt8]], _ random: inout SplitMix64
    ) {
        var bytes = site.read(path)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        case 2: bytes += (0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 3: bytes = []
        case 4: return site.remove(path)
        case 5: bytes = site.read(other)
        case 6: bytes = old[path] ?? []
        default:
            // A member of a document, or a byte of a picture, as somebody who knows what it is would change it.
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = Array(text.replacing(" of 2", with: " of 9").replacing("\"2\"", with: "\"9\"").utf8)
        }
        site.write(path, bytes)
    }
}
