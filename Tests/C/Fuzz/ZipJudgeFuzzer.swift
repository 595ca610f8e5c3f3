// The zip judge under libFuzzer. No target of the package: it is compiled with the core as one module.
//
//     swiftc -O -sanitize=fuzzer -parse-as-library -module-name FoyerCore -suppress-warnings \
//         $(find Sources/Launch/FoyerCore -name '*.swift') Tests/Launch/FoyerCoreTests/Packages/Packages{ZipCraft,Hostile*}.swift \
//         Tests/C/Fuzz/ZipJudgeFuzzer.swift -o /tmp/zip-judge
//     mkdir -p /tmp/zip-corpus /tmp/zip-accepted
//     FUZZ_SEEDS=/tmp/zip-corpus FUZZ_ACCEPTED=/tmp/zip-accepted \
//         /tmp/zip-judge -max_len=4096 -max_total_time=600 -use_value_profile=1 /tmp/zip-corpus
//     python3 Tests/C/Fuzz/check-accepted.py /tmp/zip-accepted
//
// The seeds are the hostile archives of the tests and some good ones. Accepted archives go to FUZZ_ACCEPTED with
// the judge's verdict, for another reader to confirm.
import Glibc

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    guard let folder = getenv("FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for (index, hostile) in Hostile.all.enumerated() where hostile.archive.count <= 4096 {
        save(hostile.archive, "\(folder)/hostile-\(index)")
    }
    let good: [ZipCraft] = [
        ZipCraft(.init("a"), .init("b")),
        ZipCraft(.init("d/"), .init("d/ä.txt"), .init("b").deflated),
        ZipCraft(.init("manifest.json"), .init("pages/"), .init("pages/index.md").deflated, .init("z")),
        ZipCraft(
            ZipCraft.Entry("a").deflated.with {
                $0.flags = 8
                $0.descriptor = [80, 75, 7, 8]
                $0.descriptor.append32($0.crc)
                $0.descriptor.append32($0.packedSize)
                $0.descriptor.append32($0.size)
            }, .init("b")),
    ]
    for (index, craft) in good.enumerated() { save(craft.bytes(), "\(folder)/good-\(index)") }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let archive = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard case .success(let entries) = ZipCraft.validate(archive) else { return 0 }
    let folded = entries.map { ZipName.folded($0.name) }
    precondition(Set(folded).count == entries.count, "two entries meet")
    var end = 0
    for entry in entries {
        precondition(!entry.name.utf8.starts(with: "/".utf8) && !entry.name.contains("\\"), "a name leads out")
        precondition(
            !entry.name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }, "climbs")
        precondition(entry.dataOffset >= end + 30 + entry.name.utf8.count, "two entries overlap")
        end = entry.dataOffset + entry.packedSize
        precondition(end <= archive.count, "an entry ends beyond the archive")
        precondition(entry.size <= 64 << 20 && (entry.method == .deflate || entry.size == entry.packedSize), "size")
    }
    keep(archive, entries)
    return 0
}

nonisolated(unsafe) private var kept = 0

/// One of the accepted archives, and a line for each entry.
private func keep(_ archive: [UInt8], _ entries: [ZipEntry]) {
    guard kept < 20_000, let folder = getenv("FUZZ_ACCEPTED").map({ String(cString: $0) }) else { return }
    let name = String(CRC32.checksum(of: archive), radix: 16)
    guard access("\(folder)/\(name).zip", F_OK) != 0 else { return }
    kept += 1
    save(archive, "\(folder)/\(name).zip")
    let lines = entries.map { entry in
        let name = entry.name.utf8.map { String($0, radix: 16) }.joined(separator: " ")
        return "\(entry.isFolder ? 1 : 0),\(entry.method.rawValue),\(entry.packedSize),\(entry.size),\(entry.crc),"
            + "\(entry.dataOffset),\(name)\n"
    }
    save(Array(lines.joined().utf8), "\(folder)/\(name).txt")
}

private func save(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}
