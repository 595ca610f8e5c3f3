import Foyer
import Synchronization

/// The messages of the inbox as a list; tapped ones count as read.
struct InboxList {
    private(set) var focus = 0
    private let read: ReadMessages
    private var offset = 0

    init(read: ReadMessages) {
        self.read = read
    }

    mutating func move(by step: Int) {
        focus = min(max(0, focus + step), Notification.all.count - 1)
    }

    mutating func tap(_ index: Int) {
        focus = index
        read.insert(index)
    }

    private func list(_ language: Language, rows: Int, dot: String) -> ListView {
        var list = ListView(
            items: Notification.all.enumerated().map { index, message in
                ListItem(
                    title: language[message.title], detail: language[message.detail],
                    note: read.contains(index) ? "" : SafeText(dot))
            }, focus: focus, offset: offset)
        list.revealFocus(rows: rows)
        return list
    }

    func index(at place: CellPosition, in rect: Rect) -> Int? {
        list(.english, rows: rect.rows, dot: "").hitTest(at: place, in: rect)
    }

    mutating func render(into canvas: inout Canvas, in rect: Rect, _ language: Language, hasFocus: Bool) {
        var list = list(language, rows: rect.rows, dot: String(Character(canvas.glyphs.dot)))
        offset = list.offset
        if !hasFocus { list.focus = nil }
        list.render(into: &canvas, in: rect)
    }
}

/// The messages that were tapped, in the inbox or on the splash.
final class ReadMessages: Sendable {
    private let places = Mutex<Set<Int>>([])

    func insert(_ index: Int) { _ = places.withLock { $0.insert(index) } }
    func contains(_ index: Int) -> Bool { places.withLock { $0.contains(index) } }
}

/// A message of the inbox, which leads somewhere when tapped.
struct Notification: Sendable {
    let title: Phrase
    let detail: Phrase
    /// One of them leads nowhere, on purpose.
    let link: String

    static let all = [
        Notification(
            title: .messageTea, detail: .messageTeaDetail, link: "foyer://miniapp/com.example.tea/pages/menu"),
        Notification(title: .messageDawn, detail: .messageDawnDetail, link: "foyer://page/view1"),
        Notification(title: .messageBikes, detail: .messageBikesDetail, link: "foyer://app/com.example.bikes"),
        Notification(title: .messageDusk, detail: .messageDuskDetail, link: "foyer://page/view3"),
        Notification(title: .messageOld, detail: .messageOldDetail, link: "foyer://page/gone"),
    ]
}
