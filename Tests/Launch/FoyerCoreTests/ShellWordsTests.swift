import FoyerCore
import Testing

@Suite struct ShellWordsTests {
    @Test(arguments: [
        (["npm", "run", "dev"], "npm run dev"), (["sh", "-c", "echo a; exit 1"], "sh -c 'echo a; exit 1'"),
        (["echo", "it's", ""], #"echo 'it'\''s' ''"#), (["茶館", "--port=80"], "茶館 --port=80"),
    ])
    func `words are quoted as a shell needs them`(words: [String], line: String) {
        #expect(ShellWords.joined(words) == line)
    }
}
