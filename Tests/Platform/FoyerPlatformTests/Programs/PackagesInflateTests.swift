import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

struct PackagesInflateTests {
    private let folder = TemporaryFolder()
    private var store: AppStore { AppStore(path: "\(folder.path)/apps") }

    private func unpack(_ archive: [UInt8], isCancelled: Bool = false) throws(PackageError) -> Staging {
        let staging = try store.stage()
        try onDisk(try staging.folder.create("package").write(archive))
        try staging.unpack(isCancelled: { isCancelled })
        return staging
    }

    @Test func roundTrip() throws {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<10 {
            let files = (0..<Int.random(in: 1...40, using: &generator)).map { number in
                let mask = UInt64(UInt8.random(in: .min ... .max, using: &generator)) &* 0x0101_0101_0101_0101
                let count = Int.random(in: 0...100_000, using: &generator)
                let words = (0..<(count + 7) / 8).map { _ in generator.next() & mask }
                return ZipWriter.File(
                    name: "d\(number % 4)/e\(number % 3)/\(number)",
                    bytes: words.withUnsafeBytes { Array($0.prefix(count)) })
            }
            let staging = try unpack(try ZipWriter.encode(files, deflate: Deflate.pack))
            #expect(Set(staging.paths) == Set(files.map(\.name)))
            for file in files { #expect(try staging.read(file.name, limit: 1 << 20) == file.bytes) }
        }
    }

    @Test func largeEntries() throws {
        func large(_ block: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<384 { bytes += block }
            return bytes
        }
        let block = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let plain = ZipWriter.File(name: "plain", bytes: large(block))
        let packed = ZipWriter.File(name: "packed", bytes: large(block.reversed()))
        let archive = try ZipWriter.encode([plain, packed]) { $0.first == packed.bytes.first ? Deflate.pack($0) : nil }
        let seen = Mutex(0.0)
        let staging = try store.stage()
        try staging.folder.create("package").write(archive)
        try staging.unpack(progress: { value in seen.withLock { $0 = max($0, value) } })
        #expect(seen.withLock { $0 } == 1)
        #expect(try staging.read("plain", limit: 32 << 20) == plain.bytes)
        #expect(try staging.read("packed", limit: 32 << 20) == packed.bytes)
    }

    @Test func damagedContent() throws {
        let text = Array("hello hello hello hello".utf8)
        let packed = try #require(Deflate.pack(text))
        func archive(_ content: [UInt8], crc: UInt32? = nil, size: Int? = nil) throws -> [UInt8] {
            var writer = ZipWriter()
            let header = try writer.header(
                name: "a", method: .deflate, crc: crc ?? CRC32.checksum(of: text), packedSize: content.count,
                size: size ?? text.count)
            return header + content + writer.finish()
        }
        #expect(throws: Never.self) { try unpack(try archive(packed)) }
        let bad = [
            try archive(packed, crc: 1), try archive(packed, size: text.count - 1),
            try archive(packed, size: text.count + 1),
            try archive(packed + [0]), try archive(Array(packed.dropLast())), try archive([0xFF] + packed.dropFirst()),
            try archive([6]),
        ]
        for archive in bad {
            let error = #expect(throws: PackageError.self) { try unpack(archive) }
            #expect(error?.failure?.code == .unzipFailed)
        }
        var stored = try ZipWriter.encode([.init(name: "a", bytes: text)])
        stored[32] ^= 1
        #expect(throws: PackageError.damaged(entry: "a", .wrongChecksum)) { try unpack(stored) }
        let left = try Folder.open(path: "\(store.path)/.staging", makes: false, disk: .real).entries()
        #expect(left.isEmpty)
    }

    /// Thousands of files do not each wake the screen.
    @Test func progressIsToldInSteps() throws {
        let files = (0..<2000).map { ZipWriter.File(name: "\($0)", bytes: [1, 2, 3]) }
        let archive = try ZipWriter.encode(files)
        let staging = try store.stage()
        try staging.folder.create("package").write(archive)
        let reports = Reports()
        let reporter = reports.reporter
        let began = ContinuousClock.now
        try staging.unpack(progress: { reporter.progress($0) })
        let ticks = (ContinuousClock.now - began) / ProgressGate.interval
        let values = reports.all.fractions
        #expect(values.max() == 1)
        #expect(Double(values.count) <= 101 + ticks)
        #expect(values.allSatisfy { $0 > 0 && $0 <= 1 })
    }

    @Test func cancelledAtOnce() throws {
        #expect(throws: PackageError.cancelled) { try unpack(Published(code: 1).archive, isCancelled: true) }
    }

    /// What is still accepted after damage gives exactly the files that were packed.
    @Test func mutationsNeverGiveOtherContent() throws {
        var generator = SplitMix64(seed: 5)
        let good = Published(code: 1)
        var accepted = 0
        for _ in 0..<3000 {
            var archive = good.archive
            let place = Int.random(in: archive.indices, using: &generator)
            archive[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            guard let staging = try? unpack(archive) else { continue }
            accepted += 1
            for (path, file) in zip(staging.paths, good.files.sorted { $0.name < $1.name }) {
                // A name is covered by no checksum, but both headers must agree, so one flip cannot change it.
                #expect(path == file.name)
                #expect(try staging.read(path, limit: 1 << 20) == file.bytes)
            }
        }
        #expect(accepted < 300)
    }

    @Test func checkComesFirst() throws {
        let bytes = Array("not a zip".utf8)
        folder.write(bytes, to: "p")
        let path = "\(folder.path)/p"
        let digest = SHA256.hexadecimal(of: bytes)
        let key = try #require(Ed25519.PrivateKey([UInt8](repeating: 7, count: 32)))
        let publicKey = key.publicKey.bytes
        let signature = Base64.encode(key.signature(of: bytes))
        func code(_ check: PackageCheck) -> LaunchCode? {
            do throws(PackageError) {
                try check.validate(path: path)
                return nil
            } catch { return error.failure?.code }
        }
        #expect(code(PackageCheck(size: 9, digest: digest.uppercased())) == nil)
        #expect(code(PackageCheck(size: 8, digest: digest)) == .downloadFailed)
        #expect(code(PackageCheck(size: 9, digest: String(digest.reversed()))) == .unzipFailed)
        #expect(code(PackageCheck(size: 9, digest: digest, signatures: [signature], publicKeys: [publicKey])) == nil)
        #expect(code(PackageCheck(size: 9, digest: digest, publicKeys: [publicKey])) == .unzipFailed)
        #expect(code(PackageCheck(size: 9, digest: digest, signatures: ["x"], publicKeys: [publicKey])) == .unzipFailed)
        let other = Base64.encode(key.signature(of: [1]))
        let wrong = PackageCheck(size: 9, digest: digest, signatures: [other], publicKeys: [publicKey])
        #expect(code(wrong) == .unzipFailed)
        #expect(PackageCheck.publicKey(base64: Base64.encode(publicKey)) == publicKey)
        #expect(PackageCheck.publicKey(base64: "AAAA") == nil)
        var arrived = SHA256()
        arrived.update(bytes)
        #expect(throws: Never.self) { try PackageCheck(size: 9, digest: digest).validate(path: path, arrived: arrived) }
        mkfifo("\(folder.path)/fifo", 0o600)
        #expect(throws: PackageError.self) {
            try PackageCheck(size: 9, digest: digest).validate(path: "\(folder.path)/fifo")
        }
    }
}

struct PackagesBase64Tests {
    @Test func strictAndExact() {
        for count in 0..<50 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        #expect(Base64.encode(Array("foobar".utf8)) == "Zm9vYmFy")
        for bad in ["A", "AA", "AA=", "A===", "AB==", "AA==AA==", "A A=", "AA=\n", "AA-_", "===="] {
            #expect(Base64.decode(bad) == nil, "\(bad)")
        }
    }
}
