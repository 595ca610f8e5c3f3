import FoyerCore
import FoyerPlatformCore
import Testing

@testable import Foyer
@testable import FoyerPlatform

@Suite struct ProgramLinkTests {
    @Test func bothFormsLeadToAProgram() throws {
        let plain = try #require(ProgramLink("foyer://app/com.example.tea"))
        #expect(plain.appID == "com.example.tea" && plain.page == nil)
        #expect(ProgramLink("FOYER://app/com.example.tea/pages/menu")?.page?.text == "pages/menu")
        let draft = try #require(ProgramLink("foyer://miniapp/com.example.tea;version=1.2.0/pages/menu?a=b"))
        #expect(draft.appID == "com.example.tea" && draft.page?.text == "pages/menu" && draft.version == "1.2.0")
        #expect(
            ProgramLink("foyer://app/com.example.tea;version=2")
                == ProgramLink("foyer://miniapp/com.example.tea;version=2"))
        let request = MiniProgramRequest(draft, server: try WebAddress("https://platform.example"))
        #expect(request.appID == "com.example.tea" && request.version == "1.2.0" && request.page?.text == "pages/menu")
    }

    @Test(arguments: [
        "", "https://app/com.example.tea", "foyer://other/com.example.tea", "foyer://app", "foyer://app/../etc",
        "foyer://app/com.example.tea/../menu", "foyer://user@app/com.example.tea", "foyer://app/a b",
    ])
    func anythingElseDoesNot(text: String) {
        #expect(ProgramLink(text) == nil)
    }
}
