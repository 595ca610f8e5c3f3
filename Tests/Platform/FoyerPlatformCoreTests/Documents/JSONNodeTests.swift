import FoyerCore
import Testing

@testable import FoyerPlatformCore

@Suite struct JSONNodeTests {
    @Test func accessorsNameThePlaceAndWhatWasExpected() throws {
        let top = JSONNode(try JSON.parse(Array(#"{"a":{"b":[1,"x",2.5]},"n":null}"#.utf8)))
        #expect(try top.field("a").field("b").elements()[0].integer(in: 0...9) == 1)
        #expect(try top.optionalField("n") == nil)
        #expect(try top.optionalField("zz") == nil)
        #expect(throws: JSONShapeError(path: "a.b[1]", expected: "a whole number from 0 to 9", found: "text")) {
            try top.field("a").field("b").elements()[1].integer(in: 0...9)
        }
        #expect(throws: JSONShapeError(path: "a.c", expected: "there", found: "nothing")) {
            try top.field("a").field("c")
        }
        #expect(throws: JSONShapeError(path: "(top)", expected: "text", found: "an object")) { try top.text() }
        #expect(try top.field("a").field("b").elements()[2].number(in: 0...3) == 2.5)
        #expect(throws: JSONShapeError.self) { try top.field("a").field("b").elements()[0].integer(in: 2...9) }
    }
}
