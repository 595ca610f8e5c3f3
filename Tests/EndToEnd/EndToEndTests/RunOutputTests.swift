import Glibc
import Testing

/// What a command writes to a pipe arrives byte for byte, for every kind of reader and readiness.
@Suite(.serialized, .ownThreads) struct RunOutputTests {
    private let folder = ScratchFolder()

    enum Ready: CaseIterable, Sendable {
        case byDefault, byText, byFile, byPort, byEnd, byNotice, byListening, byQuiet

        func options(_ file: String, _ port: Int) -> [String] {
            switch self {
            case .byDefault: []
            // Foyer stays beside the command to explain it.
            case .byNotice, .byListening, .byQuiet: ["--explain"]
            case .byText: ["--explain", "--ready-text", "half"]
            case .byFile: ["--explain", "--ready-file", file]
            case .byPort: ["--explain", "--ready-port", "\(port)"]
            case .byEnd: ["--explain", "--ready-text", "never"]
            }
        }

        /// A script that writes what lies in `$0` in two halves, and becomes ready in between.
        var script: String {
            switch self {
            case .byDefault, .byEnd: #"cat "$0"; cat "$0" >&2; cat "$0""#
            case .byText: #"cat "$0"; cat "$0" >&2; echo half; cat "$0""#
            case .byFile: #"cat "$0"; : > "$1"; cat "$0" >&2; cat "$0""#
            case .byPort:
                #"""
                cat "$0"; cat "$0" >&2
                exec perl -MIO::Socket::INET -e 'my ($file, $port) = @ARGV;
                my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$port", Listen => 1, ReuseAddr => 1) or die;
                open(my $f, "<", $file) or die; binmode STDOUT; local $/; my $all = <$f>;
                my $c = $s->accept; print $all' "$0" "$2"
                """#
            case .byNotice:
                #"""
                cat "$0"; cat "$0" >&2
                perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Type => SOCK_DGRAM, Peer => $ENV{NOTIFY_SOCKET})
                ->send("READY=1") or die'
                cat "$0"
                """#
            case .byListening:
                #"""
                cat "$0"; cat "$0" >&2
                exec perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", Listen => 1) or die;
                open(my $f, "<", $ARGV[0]) or die; binmode STDOUT; local $/; print <$f>' "$0"
                """#
            case .byQuiet: #"cat "$0"; cat "$0" >&2; sleep 1.2; cat "$0""#
            }
        }

        /// Silence takes a second each time: there a few will do.
        var payloads: [[UInt8]] {
            self == .byQuiet ? Array(RunOutputTests.payloads.suffix(3)) : RunOutputTests.payloads
        }

        func expected(_ bytes: [UInt8]) -> [UInt8] { bytes + (self == .byText ? Array("half\n".utf8) : []) + bytes }
    }

    /// Every length of line, with all that is no plain text.
    static let payloads: [[UInt8]] = {
        let odd: [[UInt8]] = [
            [], [0x0A], [0x0A, 0x0A, 0x0A], Array("no end".utf8), Array("a\r\nb\r\n".utf8), [0x00, 0x0A, 0x00],
            [0xFF, 0xFE, 0x0A, 0xC3], Array("\u{1B}[31mred\u{1B}]0;title\u{7}\n".utf8),
        ]
        let lengths = [1, 2, 4095, 4096, 4097, 65_535, 65_536, 65_537, 200_001]
        let lines = lengths.map { length in (0..<length).map { UInt8(0x20 + $0 % 90) } + [0x0A] }
        let many = Array((1...20_000).map { "\($0)\n" }.joined().utf8)
        return odd + lines + [lines.flatMap { $0 } + Array("unfinished".utf8), many]
    }()

    /// A slow reader takes a few bytes at a time from a small pipe, so that the writer always waits for it.
    @Test(arguments: Ready.allCases, [false, true]) func nothingIsLostJoinedOrReordered(_ ready: Ready, _ slow: Bool)
        throws
    {
        for (index, payload) in ready.payloads.enumerated() {
            folder.write(bytes: payload, to: "payload")
            unlink(folder.path("ready"))
            let port = 12_000 + (Int(getpid()) + index * 7) % 20_000
            let words = ready.options(folder.path("ready"), port) + ["--", "/bin/sh", "-c", ready.script]
            let program = try PipedProgram(
                BuiltPrograms.foyer,
                ["run", "--title", "Own"] + words + [folder.path("payload"), folder.path("ready"), "\(port)"],
                environment: environment, isSlow: slow)
            let end = try program.waitForEnd()
            #expect(end == .status(0), "\(ready) \(index)")
            #expect(program.output == ready.expected(payload), "\(ready), payload \(index)")
            #expect(Self.isWithin(payload, program.errors), "\(ready), payload \(index), errors")
        }
    }

    /// The command becomes ready at a different moment each time.
    @Test func aHundredFastOnesAreAllComplete() throws {
        let expected = Array((1...30_000).map { "\($0)\n" }.joined().utf8)
        for _ in 0..<100 {
            let program = try PipedProgram(
                BuiltPrograms.foyer, ["run", "--", "seq", "1", "30000"], environment: environment)
            #expect(try program.waitForEnd() == .status(0))
            #expect(program.output == expected)
        }
    }

    @Test(arguments: [[], ["--explain", "--ready-text", "never"], ["--explain", "--ready-text", "y"], ["--json"]])
    func aReaderThatGoesEndsItAndTheCommand(_ options: [String]) throws {
        // One that ignores it goes on for ever, as without Foyer.
        for script in ["exec yes"] + (options.isEmpty ? [] : ["trap '' PIPE; while :; do echo y; done"]) {
            let program = try PipedProgram(
                BuiltPrograms.foyer,
                ["run"] + options + ["--", "/bin/sh", "-c", "echo $$ > '\(folder.path("pid"))'; " + script],
                environment: environment)
            try program.wait(forLines: 1)
            program.closeOutput()
            #expect(try program.waitForEnd() == .signal(SIGPIPE), "\(options) \(script)")
            try folder.waitUntilGone("pid")
        }
    }

    @Test func whereSIGPIPEIsIgnoredItSaysWhy() throws {
        let program = try PipedProgram(
            "/bin/sh", ["-c", "trap '' PIPE; exec \(BuiltPrograms.foyer) run -- yes"], environment: environment)
        try program.wait(forLines: 1)
        program.closeOutput()
        #expect(try program.waitForEnd() == .status(1))
        #expect(String(decoding: program.errors, as: UTF8.self).contains("Broken pipe"))
    }

    private var environment: [String: String] {
        folder.environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    }

    /// Lines of ours may stand before and after, and between its lines.
    private static func isWithin(_ payload: [UInt8], _ bytes: [UInt8]) -> Bool {
        let own = ["Ready after", "It was not ready", "Nothing of it", "Left running"].map { Array($0.utf8) }
        let progress = Array(" %  ".utf8)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let kept = lines.filter { line in
            !own.contains { line.starts(with: $0) } && !line.dropFirst(3).starts(with: progress)
        }
        let theirs = payload.split(separator: 0x0A, omittingEmptySubsequences: false)
        // One end of a line may be ours, after a line without one.
        return Array(kept.joined(separator: [0x0A])).starts(with: theirs.joined(separator: [0x0A]))
    }
}
