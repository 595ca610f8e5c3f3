import FoyerCore
import Testing

@Suite struct WithdrawnNameTests {
    @Test func `a withdrawn word of a command line is found by its command`() {
        #expect(WithdrawnName.find(in: ["--title", "x", "--log"], of: "run")?.name == "--log")
        #expect(WithdrawnName.find(in: ["--log"], of: "launch") == nil)
        #expect(WithdrawnName.find(in: ["--title", "x"], of: "run") == nil)
        #expect(WithdrawnName.find(in: ["x", "--program-version=2.9"], of: "popup")?.name == "--program-version")
    }

    @Test func `each withdrawn word is answered with one sentence in each language`() {
        let gone = WithdrawnName.find(in: ["--log"], of: "run")
        #expect(
            gone?.sentence.english
                == "--log was removed in 0.5: press d on the splash for the latest lines, or follow a log file with tail -f."
        )
        #expect(gone?.sentence.text(in: .simplifiedChinese) == "--log 已在 0.5 中移除：在启动画面按 d 查看最近的输出，或用 tail -f 跟随日志文件。")
    }
}
