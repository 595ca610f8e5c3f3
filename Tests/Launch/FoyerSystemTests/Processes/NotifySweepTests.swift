import Glibc
import TestSupport
import Testing

@testable import FoyerSystem

/// The next start removes what killed processes have left behind.
struct NotifySweepTests {
    private let base = TemporaryFolder()

    private func make(_ name: String, keepsOpen: Bool) -> Int32 {
        let folder = base.path + "/" + name
        mkdir(folder, 0o700)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array((folder + "/notify").utf8)) }
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if keepsOpen { return descriptor }
        close(descriptor)
        return -1
    }

    private func isThere(_ name: String) -> Bool { access(base.path + "/" + name, F_OK) == 0 }

    @Test func onlySocketsThatNobodyListensAtGo() throws {
        _ = make("run-dead00", keepsOpen: false)
        let open = make("run-alive0", keepsOpen: true)
        defer { close(open) }
        _ = make("run-other-longer", keepsOpen: false)
        _ = make("run-guest0", keepsOpen: false)
        fclose(fopen(base.path + "/run-guest0/letter", "w"))
        mkdir(base.path + "/run-young0", 0o700)
        mkdir(base.path + "/run-old000", 0o700)
        var times = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
        utimes(base.path + "/run-old000", &times)
        NotifySocket.sweep(base.path)
        #expect(!isThere("run-dead00") && !isThere("run-old000"))
        #expect(isThere("run-alive0/notify") && isThere("run-young0") && isThere("run-other-longer/notify"))
        #expect(isThere("run-guest0/letter"))
    }

    /// Not next to whatever else is in /tmp, which may be much.
    @Test func socketsAreInAFolderOfTheUser() throws {
        let folder = try #require(NotifySocket.makeFolder(in: [base.path]))
        let own = base.path + "/foyer-\(geteuid())"
        var status = stat()
        #expect(folder.hasPrefix(own + "/run-") && lstat(own, &status) == 0)
        #expect(status.st_uid == geteuid() && status.st_mode & 0o777 == 0o700)
    }

    @Test func parentsThatAreMissingAreNotMade() throws {
        let missing = base.path + "/missing/user"
        let folder = try #require(NotifySocket.makeFolder(in: [missing, base.path]))
        #expect(folder.hasPrefix(base.path + "/foyer-\(geteuid())/") && !isThere("missing"))
    }

    /// A full disk in the first place: the command gets its socket in the next.
    @Test func aFolderThatCannotBeMadeIsMadeElsewhere() throws {
        let other = TemporaryFolder()
        let disk = Disk { [base] in $0.path.hasPrefix(base.path) ? .fail(ENOSPC) : .none }
        let folder = try #require(NotifySocket.makeFolder(in: [base.path, other.path], disk: disk))
        #expect(folder.hasPrefix(other.path + "/foyer-\(geteuid())/run-") && base.names.isEmpty)
    }

    /// Somebody else has taken the name: neither is their folder used, nor does the command go without.
    @Test(arguments: ["link", "file", "folder"]) func aNameThatIsTakenIsLeftAlone(_ kind: String) throws {
        let own = base.path + "/foyer-\(geteuid())"
        switch kind {
        case "link": symlink(base.path, own)
        case "file": fclose(fopen(own, "w"))
        default:
            mkdir(own, 0o777)
            chmod(own, 0o777)
        }
        _ = make("run-dead00", keepsOpen: false)
        let folder = try #require(NotifySocket.makeFolder(in: [base.path]))
        #expect(folder.hasPrefix(base.path + "/foyer-") && folder != own && !folder.hasPrefix(own + "/"))
        #expect(isThere("run-dead00/notify"))
    }
}
