import FoyerCore
import Glibc
import Testing

@testable import FoyerPlatform

/// A splash in a file.
@Suite struct SplashFileTests {
    private func parse(_ text: String) -> (design: SplashDesign?, problems: [String]) {
        let (design, problems) = SplashFile.parse(Array(text.utf8), at: "/a/b.yaml")
        return (design, problems.map { "\($0.mark.line):\($0.mark.column): \($0)" })
    }

    @Test func everyKey() {
        let (design, problems) = parse(
            """
            layout: corner
            title: Shop
            slogan: Open soon
            icon: shop.png
            theme: light
            colors: {accent: "#010203", accent-deep: "#040506"}
            steps: {start: Key, ready: Lamps, db: Cellar}
            """)
        #expect(problems.isEmpty)
        var expected = SplashDesign()
        (expected.layout, expected.title, expected.slogan) = (.corner, "Shop", "Open soon")
        (expected.picture, expected.theme) = ("/a/shop.png", .light)
        expected.colors = [.accent: 0x010203, .accentDeep: 0x040506]
        expected.steps = ["start": "Key", "ready": "Lamps", "db": "Cellar"]
        #expect(design == expected)
        #expect(parse("picture: /c.png").design?.picture == "/c.png")
        #expect(parse("# nothing\n").problems.isEmpty)
    }

    @Test func mistakesAreNamedWithTheirPlace() {
        #expect(
            parse(
                """
                layout: poste
                titel: Shop
                slogan: [a]
                icon: a.png
                picture: b.png
                colors: {accent: red}
                steps: {start: ""}
                """
            ).problems == [
                "1:9: layout is \"poste\"; expected card, poster or corner; did you mean \"poster\"?",
                "2:1: The splash knows no \"titel\"; did you mean \"title\"?",
                "3:9: slogan is a list; expected a text.",
                "5:10: Only one of icon, picture can count.",
                "6:18: accent is \"red\"; expected a colour as \"#e8a33d\".",
                "7:16: start is empty; expected a text.",
            ])
        #expect(parse("- a").problems.count == 1)
        #expect(parse("title: a\ntitle: b").problems == ["1:1: \"title\" appears twice; each key may appear once."])
    }

    @Test func eachOfTheShippedIsRightAndHasItsPicture() throws {
        let folder = "Assets/splashes/"
        for name in ["harbour", "paper", "quiet"] {
            let path = folder + name + ".yaml"
            let (design, problems) = SplashFile.parse(try SplashFile.read(path), at: path)
            #expect(problems.isEmpty, "\(name)")
            if let picture = design?.picture { #expect(access(picture, R_OK) == 0, "\(picture)") }
        }
    }
}
