import Foyer
import FoyerPlatform

/// The scenario's words for calls of a pop-up's delegate.
enum PopupCall {
    static let examples = ["show", "select 0 LINK", "open LINK", "close", "absent seen"]
    private static let absences = ["none", "failed", "not-yet", "over", "seen", "late", "no-room"]

    /// The same for editors.
    static let pattern =
        "^(show|close|absent (\(absences.joined(separator: "|")))|open [^ ]+|select [^ ]+( [^ ]+)?)$"

    static func isCall(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        return switch parts.first {
        case "show", "close": parts.count == 1
        case "absent": parts.count == 2 && absences.contains(String(parts[1]))
        case "open": parts.count == 2
        // A button that only closes has no link.
        case "select": parts.count == 2 || parts.count == 3
        default: false
        }
    }
}

/// Records every call of a pop-up's delegate, and passes it on.
final class RecordingPopupDelegate: PopupDelegate {
    private let list: CallList
    private weak var delegate: (any PopupDelegate)?

    init(_ list: CallList, _ delegate: any PopupDelegate) {
        self.list = list
        self.delegate = delegate
    }

    func popupMayCome(_ popup: TouchPopup) -> Bool { delegate?.popupMayCome(popup) ?? true }

    func popupDidShow(_ popup: TouchPopup) {
        list.record("show")
        delegate?.popupDidShow(popup)
    }

    func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool {
        list.record("select \(button)" + (openURL.isEmpty ? "" : " \(openURL)"))
        return delegate?.popup(popup, didSelect: button, openURL: openURL) ?? false
    }

    func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) {
        if let text = BannerCall.text(.opened(outcome)) { list.record(text) }
        delegate?.popup(popup, didOpen: outcome)
    }

    func popupDidClose(_ popup: TouchPopup) {
        list.record("close")
        delegate?.popupDidClose(popup)
    }

    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {
        list.record("absent \(why.name)")
        delegate?.popup(popup, didNotCome: why)
    }
}
