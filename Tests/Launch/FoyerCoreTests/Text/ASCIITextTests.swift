import Testing

@testable import FoyerCore

@Suite struct ASCIITextTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a · b … “c” – d × 2", "a - b ... \"c\" - d x 2"), ("茶馆 1.2", "?? 1.2"),
        ("e\u{301}", "?"), ("👨‍👩‍👧", "?"),
    ])
    func everyOtherSignIsAQuestionMark(text: String, expected: String) {
        #expect(ASCIIText.replacing(text) == expected)
    }
}
