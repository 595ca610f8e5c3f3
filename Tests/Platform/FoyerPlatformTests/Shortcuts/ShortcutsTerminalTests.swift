import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct ShortcutsTerminalTests {
    private let folder = TemporaryFolder()

    /// A program that keeps its arguments, one a line, and ends with a status.
    private func emulator(_ name: String, status: Int, arguments: [String] = ["-e"]) -> TerminalEmulator {
        let path = folder.path + "/" + name
        folder.write(
            Array("#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(path).said'\nexit \(status)\n".utf8), to: name)
        chmod(path, 0o700)
        return TerminalEmulator(program: path, arguments: arguments)
    }

    private func said(_ name: String) -> String? {
        folder.read(name + ".said").map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func theCommandArrivesWordForWord() throws {
        let words = ["/opt/foyer", "open", "foyer://page/a$(b)'\"`;c"]
        let good = emulator("good", status: 0)
        #expect(try TerminalEmulator.open(words, among: [good]) == good)
        let expected = ["-e", "/usr/bin/env", "FOYER_TERMINAL_OPENED=\(LinkDelivery.sender)"] + words
        #expect(said("good") == expected.map { $0 + "\n" }.joined())
    }

    @Test func oneThatCannotIsPassedOver() throws {
        let missing = TerminalEmulator(program: folder.path + "/missing", arguments: [])
        let bad = emulator("bad", status: 1)
        let good = emulator("good", status: 0, arguments: [])
        #expect(try TerminalEmulator.open(["true"], among: [missing, bad, good]) == good)
        #expect(said("bad") != nil)
        #expect(throws: LocalizedFailure(.noTerminalOpened(tried: [missing.program, bad.program]))) {
            try TerminalEmulator.open(["true"], among: [missing, bad])
        }
    }

    @Test func withoutADisplayThereIsNoWindow() {
        #expect(throws: LocalizedFailure(.noDisplay)) { try TerminalEmulator.open(["true"]) { _ in nil } }
    }

    @Test func theUsersOwnChoiceComesFirst() {
        let own = TerminalEmulator.candidates { $0 == "TERMINAL" ? "/opt/bin/kitty" : nil }
        #expect(own.first == TerminalEmulator(program: "/opt/bin/kitty", arguments: []))
        let unknown = TerminalEmulator.candidates { $0 == "TERMINAL" ? "mine" : nil }
        #expect(unknown.first == TerminalEmulator(program: "mine", arguments: ["-e"]))
        #expect(TerminalEmulator.candidates { _ in nil }.first?.program == "xdg-terminal-exec")
    }

    @Test func buildFoldersAreKnown() {
        #expect(OwnProgram.isInBuildFolder("/home/a/foyer/.build/release/foyer"))
        #expect(!OwnProgram.isInBuildFolder("/home/a/.local/bin/foyer"))
        #expect(OwnProgram.path?.hasPrefix("/") == true)
    }

    @Test func whatTheProgramReadsOfItsEnvironmentArrivesToo() throws {
        let good = emulator("good", status: 0, arguments: [])
        let here = ["FOYER_SERVER": "http://a b", "XDG_CONFIG_HOME": "/c", "PATH": "/bin", "LANG": ""]
        let start = InstanceStart()
        _ = try TerminalEmulator.open(["/opt/foyer"], for: start, among: [good]) { here[$0] }
        let words = [
            "/usr/bin/env", "FOYER_TERMINAL_OPENED=\(LinkDelivery.sender)",
            "XDG_CONFIG_HOME=/c", "FOYER_SERVER=http://a b", "LANG=", "FOYER_START=\(start.token)",
        ]
        #expect(said("good") == (words + ["/opt/foyer"]).map { $0 + "\n" }.joined())
    }
}
