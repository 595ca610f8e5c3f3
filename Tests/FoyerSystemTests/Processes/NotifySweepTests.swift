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
        _ = make("foyer-dead00", keepsOpen: false)
        let open = make("foyer-alive0", keepsOpen: true)
        defer { close(open) }
        _ = make("foyer-other-longer", keepsOpen: false)
        _ = make("foyer-guest0", keepsOpen: false)
        fclose(fopen(base.path + "/foyer-guest0/letter", "w"))
        mkdir(base.path + "/foyer-young0", 0o700)
        mkdir(base.path + "/foyer-old000", 0o700)
        var times = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
        utimes(base.path + "/foyer-old000", &times)
        NotifySocket.sweep(base.path)
        #expect(!isThere("foyer-dead00") && !isThere("foyer-old000"))
        #expect(isThere("foyer-alive0/notify") && isThere("foyer-young0") && isThere("foyer-other-longer/notify"))
        #expect(isThere("foyer-guest0/letter"))
    }
}
