import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

struct LogPageTests {
    private func page(_ count: Int) -> LogPage {
        var page = LogPage(title: "Web shop", state: "running", placeholder: "Nothing has been written yet.")
        page.append((0..<count).map { SafeText("line \($0)") })
        return page
    }

    private func text(_ page: LogPage, columns: Int = 40, rows: Int = 10) -> String {
        screen(CellSize(columns: columns, rows: rows)) { page.render(into: &$0) }.text
    }

    @Test func theEndIsFollowedUntilTheReaderScrolls() {
        var page = page(50)
        #expect(text(page).contains("line 49"))
        page.scroll(by: 20)
        #expect(!page.isFollowing)
        let before = text(page)
        page.append(["newer", "newest"])
        #expect(text(page) == before)
        page.scroll(by: -1000)
        #expect(page.isFollowing)
        #expect(text(page).contains("newest"))
    }

    @Test func theTopCanBeReachedAndTheOldestGo() {
        var page = page(LogPage.longest + 10)
        #expect(page.lines.count == LogPage.longest)
        page.scroll(by: .max / 4)
        #expect(text(page).contains("line 10"))
    }

    @Test func longLinesAreWrappedAndTheLastIsWhole() {
        var page = page(30)
        page.append(["begin of a line that is much longer than the screen is wide, up to its end"])
        #expect(text(page).contains("begin of"))
        #expect(text(page).contains("its end"))
    }

    @Test func everySizeIsDrawn() {
        var page = page(30)
        page.append([], unfinished: "unfinished")
        for size in snapshotSizes { _ = screen(size) { page.render(into: &$0) } }
        #expect(text(page).contains("unfinished"))
        #expect(text(LogPage(title: "x", placeholder: "Nothing yet")).contains("Nothing yet"))
    }
}
