import FoyerCore
import Testing

@Suite struct WithdrawnNameTests {
    @Test func `a withdrawn word of a command line is found by its command`() {
        #expect(WithdrawnName.find(in: ["--title", "x", "--log"], of: "run")?.name == "--log")
        #expect(WithdrawnName.find(in: ["--log"], of: "launch") == nil)
        #expect(WithdrawnName.find(in: ["--title", "x"], of: "run") == nil)
        #expect(WithdrawnName.find(in: [], of: nil) == nil)
    }

    @Test func `each withdrawn word is answered with one sentence in each language`() {
        for (_, gone) in WithdrawnName.words {
            #expect(gone.sentence.english.hasPrefix("\(gone.name) was removed in 0.5: "))
            #expect(gone.sentence.english.hasSuffix(".") && gone.sentence.simplified.hasSuffix("。"))
            #expect(gone.sentence.traditional.hasPrefix("\(gone.name) 已在 0.5 中移除："))
        }
    }
}
