import Glibc
import Testing

/// The programs of our own articles by a listener: none traps anybody, and a card over each of them is answered.
@Suite(.serialized, .ownThreads) struct AccessibleArticleTests {
    private static let stage = Result { try StageUnderTest() }
    private let household: Household
    private let bench: StageUnderTest

    init() throws {
        household = try Household()
        bench = try Self.stage.get()
    }

    /// A program of an article.
    struct Printed: Sendable, CustomTestStringConvertible {
        let article: String
        /// What is said on its screen.
        let screen: String
        /// What puts a card over that screen.
        let card: String
        /// How many pages lie on top of each other.
        var pages = 1
        var end = ProgramEnd.status(0)
        var testDescription: String { article }
    }

    static let programs = [
        Printed(
            article: "OwnSplash", screen: "3 unread", card: "s/root: { MailList() }/root: { CardOver(MailList()) }/"),
        Printed(
            article: "OwnWidget", screen: "How was the tea?",
            card: "s/show { Question() }/show { CardOver(Question()) }/"),
        Printed(
            article: "Alert", screen: "1 OK?",
            card: "s/root: { Orders() }/root: { CardOver(Orders()) }/; s/exit 1/exit 0/", end: .status(20)),
        Printed(
            article: "OwnBanner", screen: "Banner, 5 pictures",
            card: "s/withNotice(HomeWithBanner(session))/withNotice(CardOver(HomeWithBanner(session)))/"),
        Printed(
            article: "AccessibleHost", screen: "It has 40 degrees",
            card: "s/show { Kettle() }/show { CardOver(Kettle()) }/"),
        Printed(
            article: "ScreensAndWidgets", screen: "Search, a line of text",
            card: "s/show { Search() }/show { CardOver(Search()) }/"),
        Printed(
            article: "OwnCarousel", screen: "1: Find your files",
            card: "s/show { Welcome() }/show { CardOver(Welcome()) }/"),
        Printed(article: "PopupOverAScreen", screen: "The Night Market", card: "", pages: 2),
        Printed(article: "WholeHost", screen: "The Night Market", card: "", pages: 2),
        Printed(
            article: "RootAndLinks", screen: "Item 7",
            card: "s/makePage: { route, _ in ItemPage(route) }/makePage: { route, _ in CardOver(ItemPage(route)) }/",
            pages: 2),
    ]

    /// A listener's session with a program; what it asks about events is answered with no.
    private func listen(to program: String, _ printed: Printed) throws -> TerminalSession {
        var environment = household.environment.mapValues { Optional($0) }
        environment["ACCESSIBLE"] = "1"
        environment["CARD_SERVER"] = bench.url
        environment["DO_NOT_TRACK"] = "1"
        return try TerminalSession(program, [bench.url], environment: environment)
    }

    /// The address that the article prints is the stage's.
    private var address: String { "s|http://127.0.0.1:8642|\(bench.url)|" }

    @Test(arguments: programs) func noneTrapsAnybody(_ printed: Printed) throws {
        let changes = printed.article == "PopupOverAScreen" ? [address] : []
        let program = try ArticleProgram.build(printed.article, changes: changes, in: household)
        let session = try listen(to: program, printed)
        try session.wait(forText: printed.screen)
        try session.waitUntilItRests()
        session.send((0..<printed.pages).map { _ in "q\n" }.joined())
        #expect(try session.waitForEnd() == printed.end)
        #expect(session.isAsFound)
    }

    @Test(arguments: programs) func aCardOverEachIsAnswered(_ printed: Printed) throws {
        let change = printed.card.isEmpty ? address : printed.card
        let program = try ArticleProgram.build(
            printed.article, changes: [change], more: printed.card.isEmpty ? [] : ["CardOver.swift"], in: household)
        let session = try listen(to: program, printed)
        try session.wait(forText: "The Night Market opens at dusk")
        try session.waitUntilItRests()
        session.send("2\n")
        try session.waitUntilItRests()
        session.send("q\nq\n")
        #expect(try session.waitForEnd() == .status(0), "\(session.text)")
    }
}
