import FoyerCore

/// The screen of a mini program: a stack of pages, each with its offset and its focused link.
///
/// Pure: events in, effects out. Drawing reads `path`, `offset`, `focusedLink`, `notice` and `isLoading`.
package struct MiniProgramBrowser: Equatable, Sendable {
    /// The number of pages to keep behind the present one; beyond it the oldest is forgotten.
    package static let maxHistory = 64

    /// A link in the layout.
    package struct Link: Equatable, Sendable {
        package let destination: String
        /// The lines of the link, from 0; never empty.
        package let lines: Range<Int>

        package init(_ destination: String, lines: Range<Int>) {
            self.destination = destination
            self.lines = lines.isEmpty ? lines.lowerBound..<(lines.lowerBound + 1) : lines
        }
    }

    package enum Command: CaseIterable, Equatable, Sendable {
        case scrollUp, scrollDown, pageUp, pageDown, home, end
        case nextLink, previousLink, activate
        /// Goes back a page, or leaves from the first.
        case back
        /// Leaves from any page.
        case close
    }

    package enum Event: Equatable, Sendable {
        /// The page requested by `load` is laid out.
        case pageLoaded(id: Int, lineCount: Int, links: [Link])
        /// The package lacks the page, or it cannot be read.
        case pageFailed(id: Int)
        /// The screen has another size; the present page is laid out again. Links keep their order.
        case resized(rows: Int, lineCount: Int, links: [Link])
        case command(Command)
        /// The wheel turned by this many lines; up is negative.
        case wheeled(lines: Int)
        case linkClicked(Int)
    }

    package enum Effect: Equatable, Sendable {
        /// Read and lay out the page, and answer with this id. Answers with an older id come too late.
        case load(PagePath, id: Int)
        /// The user saw the address and agreed: open it on the desktop.
        case openExternal(String)
        /// The mini program has ended.
        case leave
    }

    /// The message for the user until the next command.
    package enum Notice: Equatable, Sendable {
        /// The requested page is not in the package; this is the start page.
        case pageMissing(PagePath)
        /// Not even the start page can be read.
        case unreadable(PagePath)
        /// Enter again opens this address.
        case external(String)
        case linkRefused(PageLink.Refusal)
    }

    private struct Entry: Equatable {
        var page: PagePath
        var offset = 0
        var focus: Int?
    }

    private let pages: Set<PagePath>
    private let start: PagePath
    private var history: [Entry] = []
    private var current: Entry
    private var loadID = 0
    private var rows: Int
    private var lineCount = 0
    private var links: [Link] = []
    private var hasLeft = false

    package private(set) var notice: Notice?
    /// Whether the present page has not arrived yet.
    package private(set) var isLoading = true

    /// - Parameters:
    ///   - manifest: the program's pages.
    ///   - requested: the page of a link; the start page if that is `nil` or not in the package.
    ///   - rows: the number of lines on the screen.
    package init(manifest: Manifest, requested: PagePath? = nil, rows: Int) {
        pages = Set(manifest.pages)
        start = manifest.startPage
        self.rows = max(1, rows)
        current = Entry(page: start)
        if let requested {
            if pages.contains(requested) {
                current.page = requested
            } else {
                notice = .pageMissing(requested)
            }
        }
    }

    package var path: PagePath { current.page }
    /// The first line on screen, 0…`maxOffset`.
    package var offset: Int { current.offset }
    package var maxOffset: Int { max(0, lineCount - rows) }
    /// The number of the focused link; `nil` for none.
    package var focusedLink: Int? { current.focus }
    /// Whether `back` goes to a page rather than leaving.
    package var canGoBack: Bool { !history.isEmpty }
    /// How much of the page has been seen, down to the last row on screen, 1…100; 100 for a page that fits.
    package var percent: Int {
        maxOffset == 0 ? 100 : max(1, min(100, (offset + rows) * 100 / (maxOffset + rows)))
    }

    /// The first effect.
    package mutating func begin() -> [Effect] { load() }

    package mutating func handle(_ event: Event) -> [Effect] {
        defer { assert(flaw == nil, flaw ?? "") }
        return respond(to: event)
    }

    /// What can never be: looked for after every event, in tests and debug builds.
    private var flaw: String? {
        if !pages.contains(current.page) { return "a page that the program does not have" }
        if history.count > Self.maxHistory { return "\(history.count) pages to go back to" }
        guard !isLoading else { return nil }
        if !(0...maxOffset).contains(offset) { return "line \(offset) of \(lineCount)" }
        return focusedLink.map { links.indices.contains($0) } ?? true ? nil : "a link that is not on the page"
    }

    private mutating func respond(to event: Event) -> [Effect] {
        guard !hasLeft else { return [] }
        switch event {
        case .pageLoaded(let id, let lineCount, let links):
            guard id == loadID, isLoading else { return [] }
            isLoading = false
            layOut(lineCount: lineCount, links: links)
        case .pageFailed(let id):
            guard id == loadID, isLoading else { return [] }
            return pageFailed()
        case .resized(let rows, let lineCount, let links):
            self.rows = max(1, rows)
            if !isLoading { relayOut(lineCount: lineCount, links: links) }
        case .command(let command):
            return perform(command)
        case .wheeled(let lines):
            scroll(by: lines)
        case .linkClicked(let index):
            guard links.indices.contains(index) else { return [] }
            let wasFocused = current.focus == index
            current.focus = index
            return activate(confirming: wasFocused)
        }
        return []
    }
}

// MARK: Commands
extension MiniProgramBrowser {
    private mutating func perform(_ command: Command) -> [Effect] {
        switch command {
        case .activate: return activate(confirming: true)
        case .back: return goBack()
        case .close: return leave()
        case .scrollUp: scroll(by: -1)
        case .scrollDown: scroll(by: 1)
        // One line stays, so that the reader finds the place.
        case .pageUp: scroll(by: -max(1, rows - 1))
        case .pageDown: scroll(by: max(1, rows - 1))
        case .home: scroll(by: .min)
        case .end: scroll(by: .max)
        case .nextLink: moveFocus(by: 1)
        case .previousLink: moveFocus(by: -1)
        }
        notice = nil
        return []
    }

    private mutating func scroll(by lines: Int) {
        // A page keeps its offset when it comes back, until its lines are known.
        guard !isLoading else { return }
        let (sum, overflow) = current.offset.addingReportingOverflow(lines)
        current.offset = min(max(0, overflow ? (lines < 0 ? 0 : maxOffset) : sum), maxOffset)
    }

    /// Focuses the next link around the page; the first step begins at the visible part.
    private mutating func moveFocus(by step: Int) {
        guard !links.isEmpty else { return }
        let target: Int
        if let focus = current.focus {
            target = (focus + step + links.count) % links.count
        } else if step > 0 {
            target = links.firstIndex { $0.lines.upperBound > current.offset } ?? 0
        } else {
            target = links.lastIndex { $0.lines.lowerBound < current.offset + rows } ?? links.count - 1
        }
        current.focus = target
        reveal(links[target])
    }

    private mutating func reveal(_ link: Link) {
        if link.lines.upperBound > current.offset + rows { current.offset = link.lines.upperBound - rows }
        if link.lines.lowerBound < current.offset { current.offset = link.lines.lowerBound }
        scroll(by: 0)
    }

    private mutating func activate(confirming: Bool) -> [Effect] {
        guard let focus = current.focus, links.indices.contains(focus) else { return [] }
        let shown = notice
        notice = nil
        switch PageLink(links[focus].destination, on: current.page) {
        case .page(let page):
            return follow(page)
        case .external(let address):
            if confirming, shown == .external(address) { return [.openExternal(address)] }
            notice = .external(address)
        case .refused(let refusal):
            notice = .linkRefused(refusal)
        }
        return []
    }

    private mutating func follow(_ page: PagePath) -> [Effect] {
        guard pages.contains(page) else {
            notice = .pageMissing(page)
            return current.page == start ? [] : push(start)
        }
        if page == current.page {
            scroll(by: .min)
            return []
        }
        return push(page)
    }

    private mutating func push(_ page: PagePath) -> [Effect] {
        history.append(current)
        if history.count > Self.maxHistory { history.removeFirst() }
        current = Entry(page: page)
        return load()
    }

    private mutating func goBack() -> [Effect] {
        guard let previous = history.popLast() else { return leave() }
        notice = nil
        current = previous
        return load()
    }

    private mutating func leave() -> [Effect] {
        hasLeft = true
        return [.leave]
    }
}

// MARK: Pages
extension MiniProgramBrowser {
    private mutating func load() -> [Effect] {
        loadID += 1
        isLoading = true
        lineCount = 0
        links = []
        return [.load(current.page, id: loadID)]
    }

    private mutating func pageFailed() -> [Effect] {
        guard current.page != start else {
            isLoading = false
            notice = .unreadable(start)
            layOut(lineCount: 0, links: [])
            return []
        }
        notice = .pageMissing(current.page)
        current = Entry(page: start)
        return load()
    }

    /// Offset and focus date from when the page was left, and its layout may have changed since.
    private mutating func layOut(lineCount: Int, links: [Link]) {
        self.lineCount = max(0, lineCount)
        self.links = links
        if let focus = current.focus, !links.indices.contains(focus) { current.focus = nil }
        scroll(by: 0)
    }

    /// Keeps the reader at the same share of the page, and the focused link in view.
    private mutating func relayOut(lineCount: Int, links: [Link]) {
        let share = self.lineCount > 0 ? Double(current.offset) / Double(self.lineCount) : 0
        current.offset = Int((share * Double(max(0, lineCount))).rounded())
        layOut(lineCount: lineCount, links: links)
        if let focus = current.focus { reveal(links[focus]) }
    }
}
