import Foyer
import Synchronization

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
