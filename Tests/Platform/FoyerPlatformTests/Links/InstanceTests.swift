import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct InstanceTests {
    private let folder = TemporaryFolder()
    private var places: Places { Places { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil } }
    private let request = InstanceRequest(link: "foyer://page/view1", sender: "pts/3", language: .english)

    private func primary() throws -> InstanceServer {
        guard case .primary(let server) = try Instance.claim(places) else {
            throw InstanceError.silent(folder: "somebody else's")
        }
        return server
    }

    private func answer(_ request: InstanceRequest) throws -> InstanceAnswer? {
        guard case .answered(let answer) = try Instance.deliver(request, places, patience: .seconds(600)) else {
            return nil
        }
        return answer
    }

    @Test func laterStartsAreServedByTheFirst() throws {
        let server = try primary()
        let heard = Mutex<[InstanceRequest]>([])
        try server.serve { request in
            heard.withLock { $0.append(request) }
            return .delivered(route: "/page/view1")
        }
        for _ in 0..<3 { #expect(try answer(request) == .delivered(route: "/page/view1")) }
        #expect(heard.withLock { $0 } == [request, request, request])
        server.close()
    }

    @Test func twoHostsHaveAnInstanceEach() throws {
        func claim(_ host: String) throws -> InstanceServer? {
            let places = try Places(host: host) { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil }
            guard case .primary(let server) = try Instance.claim(places) else { return nil }
            return server
        }
        let servers = [try primary(), try claim("org.example.mail"), try claim("org.example.chat")]
        #expect(servers.allSatisfy { $0 != nil })
        #expect(try claim("org.example.mail") == nil, "the second start of one host is no instance")
        for server in servers { server?.close() }
    }

    @Test func aRefusalComesWithItsReason() throws {
        let server = try primary()
        try server.serve { _ in .refused(reason: "there is no page /x") }
        #expect(try answer(request) == .refused(reason: "there is no page /x"))
        withExtendedLifetime(server) {}
    }

    @Test func socketAndFolderAreThisUsersAlone() throws {
        let server = try primary()
        var status = stat()
        #expect(lstat(places.runtime, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
        #expect(lstat(places.runtime + "/instance.socket", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        server.close()
        #expect(lstat(places.runtime + "/instance.socket", &status) != 0)
    }

    @Test func theNextOneTakesOverAfterTheFirstHasClosed() throws {
        let first = try primary()
        try first.serve { _ in .delivered(route: "/first") }
        first.close()
        guard case .isPrimary(let second) = try Instance.deliver(request, places, patience: .seconds(600)) else {
            Issue.record("the first one is still there")
            return
        }
        try second.serve { _ in .delivered(route: "/second") }
        // Closing again must not take the second one's socket away.
        first.close()
        #expect(try answer(request) == .delivered(route: "/second"))
        second.close()
    }

    @Test func aKilledOnesSocketIsNoObstacle() throws {
        _ = try InstanceFolder(places)
        // What a killed process leaves: a socket without a listener.
        let stale = UnixSocket.make()
        let path = places.runtime + "/instance.socket"
        #expect(UnixSocket.withAddress(path) { bind(stale, $0, $1) } == 0)
        close(stale)
        let server = try primary()
        try server.serve { _ in .delivered(route: nil) }
        #expect(try answer(InstanceRequest(link: nil)) == .delivered(route: nil))
        server.close()
    }

    @Test func aFolderInPlaceOfTheSocketIsNoObstacle() throws {
        _ = try InstanceFolder(places)
        mkdir(places.runtime + "/instance.socket", 0o700)
        mkdir(places.runtime + "/instance.socket/more", 0o700)
        let server = try primary()
        try server.serve { _ in .delivered(route: nil) }
        #expect(try answer(InstanceRequest(link: nil)) == .delivered(route: nil))
        server.close()
    }

    @Test(arguments: [0o755, 0o770, 0o701] as [mode_t]) func aFolderThatIsOpenToOthersIsRefused(_ mode: mode_t) {
        mkdir(places.runtime, 0o700)
        chmod(places.runtime, mode)
        expectRefusal("it is not private to this user")
    }

    @Test func aLinkInPlaceOfTheFolderIsRefused() {
        mkdir(folder.path + "/elsewhere", 0o700)
        symlink(folder.path + "/elsewhere", places.runtime)
        expectRefusal("it is not private to this user")
        #expect(TestFile.names(in: folder.path + "/elsewhere").isEmpty)
    }

    @Test func aFileInPlaceOfTheFolderIsRefused() {
        folder.write([], to: "foyer")
        expectRefusal(SystemError.text(ENOTDIR))
    }

    private func expectRefusal(_ reason: String) {
        do throws(InstanceError) {
            _ = try Instance.claim(places)
            Issue.record("the folder was taken")
        } catch {
            #expect(error.description == "the folder \(places.runtime) cannot be used: \(reason)")
        }
    }

    @Test func pathsMayBeLongerThanASocketsName() throws {
        let long = folder.path + "/" + String(repeating: "l", count: 200)
        mkdir(long, 0o700)
        let places = Places { $0 == "XDG_RUNTIME_DIR" ? long : nil }
        guard case .primary(let server) = try Instance.claim(places) else {
            Issue.record("not the first")
            return
        }
        try server.serve { _ in .delivered(route: "/long") }
        guard case .answered(.delivered("/long")) = try Instance.deliver(request, places, patience: .seconds(600))
        else {
            Issue.record("not served")
            return
        }
        server.close()
    }

    @Test func aSuspendedInstanceIsNamed() throws {
        let server = try primary()
        #expect(throws: InstanceError.silent(folder: places.runtime)) {
            try Instance.deliver(request, places, patience: .milliseconds(30))
        }
        withExtendedLifetime(server) {}
    }

    @Test func aLinkOfTooManyBytesIsNotSent() {
        let long = InstanceRequest(link: "foyer://" + String(repeating: "a", count: DeepLink.maxLength))
        #expect(throws: InstanceError.tooLong) { try Instance.deliver(long, places) }
    }

    /// One primary, 19 served, again and again, with the primary serving late.
    @Test func twentyAtOnceGiveOnePrimary() throws {
        for round in 0..<10 {
            let outcomes = Mutex<(servers: [InstanceServer], served: Int, trouble: [String])>(([], 0, []))
            let places = places
            let request = request
            BlockingThread.parallel(20) {
                do throws(InstanceError) {
                    switch try Instance.deliver(request, places, patience: .seconds(600)) {
                    case .isPrimary(let server):
                        try server.serve { _ in .delivered(route: "/\(round)") }
                        outcomes.withLock { $0.servers.append(server) }
                    case .answered(let answer):
                        if answer == .delivered(route: "/\(round)") { outcomes.withLock { $0.served += 1 } }
                    }
                } catch {
                    outcomes.withLock { $0.trouble.append(error.description) }
                }
            }
            let (servers, served, trouble) = outcomes.withLock { $0 }
            #expect(servers.count == 1)
            #expect(served == 19)
            #expect(trouble.isEmpty)
            for server in servers { server.close() }
        }
    }
}
