import FoyerCore
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

struct ModeTrackerTests {
    private func undo(_ written: String) -> String {
        var tracker = ModeTracker()
        _ = tracker.take(Array(written.utf8))
        return String(decoding: tracker.undo, as: UTF8.self)
    }

    @Test func whatIsLeftOnIsSwitchedOff() {
        #expect(undo("text") == "\u{1B}[0m")
        #expect(undo("\u{1B}[?1049h\u{1B}[?25l") == "\u{1B}[0m\u{1B}[?1049l\u{1B}[?25h")
        #expect(undo("\u{1B}[?1000;1006h") == "\u{1B}[0m\u{1B}[?1000l\u{1B}[?1006l")
        #expect(undo("\u{1B}[?1049h…\u{1B}[?1049l\u{1B}[?25l\u{1B}[?25h") == "\u{1B}[0m")
        #expect(undo("\u{1B}[1049h\u{1B}[?7l?2004h") == "\u{1B}[0m")
    }

    @Test func piecesMakeNoDifference() {
        var tracker = ModeTracker()
        var changes = 0
        for byte in "\u{1B}[?2004h\u{1B}[?99999999999999999999999999999999999999h".utf8 where tracker.take([byte]) {
            changes += 1
        }
        #expect(changes == 1)
        #expect(String(decoding: tracker.undo, as: UTF8.self) == "\u{1B}[0m\u{1B}[?2004l")
    }

    @Test func whatIsToBeUndoneFitsWhereTheHandlersKeepIt() {
        var tracker = ModeTracker()
        for mode in 0..<3000 { _ = tracker.take(Array("\u{1B}[?\(mode)h".utf8)) }
        _ = tracker.take(Array("\u{1B}[?25l".utf8))
        #expect(tracker.undo.count <= 96)
    }
}
