import FoyerSystem
import Testing

@Suite struct PathPartsTests {
    @Test(arguments: [
        ("a", ".", "a"), ("/a", "/", "a"), ("/a/b.txt", "/a", "b.txt"), ("a/b", "a", "b"), ("a/", "a", ""),
        ("/", "/", ""), ("", ".", ""), ("é/ü\u{301}", "é", "ü\u{301}"),
    ])
    func aPathIsAFolderAndAName(path: String, folder: String, name: String) {
        let parts = PathParts(path)
        #expect(parts.folder == folder && parts.name == name)
    }
}
