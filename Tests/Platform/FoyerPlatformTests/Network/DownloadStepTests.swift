import FoyerCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// A file that a start-up step fetches: whole and checked, or not at all.
@Suite struct DownloadStepTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/models/tea.bin" }
    private static let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private static func answer(_ bytes: [UInt8] = content, status: String = "200 OK") -> ScriptedServer {
        ScriptedServer { peer, _ in
            peer.readHead()
            peer.send(Array("HTTP/1.1 \(status)\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
        }
    }

    private func step(_ server: ScriptedServer) -> DownloadStep {
        var step = DownloadStep(server.address("/tea.bin").text, to: path)
        step.sha256 = SHA256.hexadecimal(of: Self.content).uppercased()
        step.size = Self.content.count
        step.network.jitter = { 0 }
        return step
    }

    private func error(_ step: DownloadStep) async -> LaunchFailure? {
        do throws(LaunchFailure) {
            try await step.download()
            return nil
        } catch {
            return error
        }
    }

    private func leavesTheOldFile() -> Bool {
        (try? UserFile.read(path, limit: .max)) == [1, 2, 3] && access(path + ".part", F_OK) != 0
    }

    private func putOldFile() {
        mkdir(folder.path + "/models", 0o700)
        TestFile.write([1, 2, 3], to: path)
    }

    @Test func theFileIsThereWholeWithItsProgress() async throws {
        let told = Mutex<[Int: Int]>([:])
        let reporter = StepReporter(
            step: "x", attempt: 1, clock: { .zero },
            post: { event in
                if case .launch(.reported(.transferred("x", let bytes, let total?), _)) = event {
                    told.withLock { $0[bytes] = total }
                }
            })
        let server = Self.answer()
        try await step(server).startupStep.body(reporter)
        withExtendedLifetime(server) {}
        #expect((try? UserFile.read(path, limit: .max)) == Self.content)
        #expect(access(path + ".part", F_OK) != 0)
        #expect(told.withLock { $0[Self.content.count] } == Self.content.count)
    }

    @Test func aWrongDigestLeavesWhatWasThere() async throws {
        putOldFile()
        let server = Self.answer()
        defer { withExtendedLifetime(server) {} }
        var step = step(server)
        step.sha256 = String(repeating: "0", count: 64)
        let error = await error(step)
        #expect(error?.code == .downloadFailed)
        #expect(error?.cause.hasPrefix("The file's SHA-256 is ") == true)
        #expect(leavesTheOldFile())
    }

    @Test func anotherSizeIsRefused() async throws {
        putOldFile()
        let server = Self.answer()
        defer { withExtendedLifetime(server) {} }
        var step = step(server)
        step.size = 4999
        #expect(await error(step)?.code == .downloadFailed)
        #expect(leavesTheOldFile())
    }

    @Test func whatIsNotThereSaysSo() async throws {
        putOldFile()
        let server = Self.answer([], status: "404 Not Found")
        defer { withExtendedLifetime(server) {} }
        let error = await error(step(server))
        #expect(error?.cause.contains("answered 404") == true)
        #expect(error?.code == .downloadFailed)
        #expect(leavesTheOldFile())
    }

    @Test(arguments: [DiskChange.Kind.createFile, .write, .sync, .rename])
    func aDiskThatFailsLeavesWhatWasThere(_ kind: DiskChange.Kind) async throws {
        putOldFile()
        let server = Self.answer()
        defer { withExtendedLifetime(server) {} }
        var step = step(server)
        step.network.surroundings.system.disk = Disk { $0.kind == kind ? .fail(ENOSPC) : .none }
        #expect(await error(step)?.code == .unknown)
        #expect(leavesTheOldFile())
    }

    @Test func anAddressOrAFolderThatCannotBeUsedIsNamed() async throws {
        let wrong = await error(DownloadStep("file:///etc/passwd", to: path))
        #expect(wrong?.code == .unknown && wrong?.cause.contains("file:///etc/passwd") == true)
        let disk = await error(DownloadStep(Self.answer().address("/x").text, to: "/proc/nowhere/file"))
        #expect(disk?.code == .unknown)
        #expect(disk?.cause.contains("/proc/nowhere") == true)
    }
}
