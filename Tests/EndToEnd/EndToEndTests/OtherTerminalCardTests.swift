import FoyerCore
import FoyerSystem
import TestSupport
import Testing

/// The cards of the shipped checklist that are about other terminals and programs, as they are.
@Suite(.serialized, .ownThreads) struct OtherTerminalCardTests {
    private static let stage = Result { try StageUnderTest() }
    private static let list = Checkout.root + "/Assets/checklists/launch.yaml"
    private static let items = [
        "link-running", "link-starting", "link-absent", "add-to-desktop", "manners-run", "manners-log",
        "manners-notice",
        "manners-off",
    ]
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func play(_ arguments: [String]) throws -> (status: Int32, said: String) {
        let program = try bench.piped(["qa", "check", "--play"] + arguments)
        guard case .status(let status) = try program.waitForEnd(within: .seconds(180)) else { return (-1, "") }
        return (status, String(decoding: program.output, as: UTF8.self))
    }

    @Test(arguments: Language.allCases) func whatTheCardsSayHappens(language: Language) throws {
        let (status, said) = try play(["--language", language.rawValue] + Self.items.flatMap { ["--item", $0] })
        #expect(status == 0, "\(said)")
        #expect(said.contains("\(Self.items.count)"))
    }

    @Test(arguments: [
        ("link-running", "expect: [{ en: The running Foyer has received", "expect: [{ en: Nothing", "see 1"),
        ("link-running", "opened: refused", "opened: delivered", "see 2"),
        ("add-to-desktop", "Name=Dawn", "Name=Noon", "see 1"),
        ("manners-run", "foyer run -- true; foyer run -- sleep 0.2; echo", "foyer run -- sleep 2; echo", "see 1"),
        ("manners-log", "com.example.cable: text, \"10009\": text", "com.example.cable: text, \"10009\": bad", "see 1"),
        ("manners-notice", "foyer banner home --no-events, press", "foyer banner home, press", "see 2"),
    ])
    func aFalseCardIsFound(item: String, truth: String, lie: String, sentence: String) throws {
        let text = String(decoding: try UserFile.read(Self.list, limit: 1 << 20), as: UTF8.self)
        try #require(text.ranges(of: truth).count == 1)
        let file = bench.household.path + "/lies.yaml"
        try UserFile.write(Array(text.replacing(truth, with: lie).utf8), to: file)
        let (status, said) = try play([file, "--item", item])
        #expect(status == 1)
        #expect(said.contains(": \(item), \(sentence): "), "\(said)")
    }

    @Test func `an item that the checklist does not have is an error`() throws {
        let program = try bench.piped(["qa", "check", "--play", "--item", "manners-run", "--item", "nosuch"])
        #expect(try program.waitForEnd() == .status(65))
        #expect(String(decoding: program.errors, as: UTF8.self).hasSuffix("launch.yaml has no item nosuch.\n"))
    }
}
