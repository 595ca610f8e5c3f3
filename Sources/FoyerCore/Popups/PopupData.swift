/// How often a pop-up comes.
package enum PopupFrequency: String, CaseIterable, Sendable {
    case once
    /// Once in each of the user's calendar days.
    case daily
    case always

    /// Whether it may come now. A clock that was set back makes no day a new one.
    ///
    /// - Parameter lastDay: the `LocalTime.day` on which it came last; `nil` where it never has.
    package func allows(lastDay: Int64?, now: LocalTime) -> Bool {
        guard let lastDay else { return true }
        return switch self {
        case .once: false
        case .daily: now.day > lastDay
        case .always: true
        }
    }
}

/// Something to press on a pop-up.
package struct PopupButton: Hashable, Sendable {
    /// Text from outside.
    package let label: String
    /// As written; empty where the button only closes. Judged when it is chosen (`LinkDecision`).
    package let openURL: String

    package init(label: String, openURL: String) {
        (self.label, self.openURL) = (label, openURL)
    }
}

/// A campaign that comes as one card over a host's screen.
package struct PopupData: Hashable, Sendable {
    package let popupKey: String
    /// What "once" and "daily" go by.
    package let id: String
    /// Text from outside, like all of it; may be empty.
    package let title: String
    package let text: String
    /// As written: absolute, or relative to the platform's base; empty where there is no picture.
    package let imageURL: String
    /// At most two.
    package let buttons: [PopupButton]
    package let frequency: PopupFrequency
    /// Seconds since 1970-01-01 UTC from which it is shown, and from which it is no longer.
    package let from: Int64?
    package let until: Int64?

    /// Bytes of an answer; more are refused.
    package static let maxBytes = TransferBounds.metadata
    package static let maxButtons = 2
    /// UTF-8 bytes of each text.
    package static let maxTextLength = 4_096
    /// UTF-8 bytes of the id.
    package static let maxIDLength = 256

    package init(
        popupKey: String, id: String, title: String, text: String = "", imageURL: String = "",
        buttons: [PopupButton] = [], frequency: PopupFrequency = .once, from: Int64? = nil, until: Int64? = nil
    ) {
        (self.popupKey, self.id, self.title, self.text) = (popupKey, id, title, text)
        (self.imageURL, self.buttons, self.frequency) = (imageURL, buttons, frequency)
        (self.from, self.until) = (from, until)
    }
}

extension PopupData {
    /// Reads `{"popupKey", "id", "title", "text", "imageUrl", "buttons": [{"label", "openUrl"}], "frequency", "from",
    /// "until"}`. Unknown members are ignored; all but the key, the id, the title and the frequency may be missing or null.
    package init(_ json: JSON) throws(JSONShapeError) {
        let top = JSONNode(json)
        let list = try top.optionalField("buttons")
        let nodes = try list?.elements() ?? []
        if let list, nodes.count > Self.maxButtons {
            throw list.shapeError(expected: "at most \(Self.maxButtons) buttons")
        }
        var buttons: [PopupButton] = []
        for node in nodes {
            buttons.append(
                PopupButton(
                    label: try node.field("label").text(notEmptyUpTo: Self.maxTextLength),
                    openURL: try Self.text(node.optionalField("openUrl"), upTo: TransferBounds.address)))
        }
        let often = try top.field("frequency")
        guard let frequency = PopupFrequency(rawValue: try often.text()) else {
            throw often.shapeError(expected: "once, daily or always")
        }
        self.init(
            popupKey: try top.field("popupKey").text(notEmptyUpTo: Self.maxTextLength),
            id: try top.field("id").text(notEmptyUpTo: Self.maxIDLength),
            title: try top.field("title").text(notEmptyUpTo: Self.maxTextLength),
            text: try Self.text(top.optionalField("text"), upTo: Self.maxTextLength),
            imageURL: try Self.text(top.optionalField("imageUrl"), upTo: TransferBounds.address), buttons: buttons,
            frequency: frequency, from: try Self.instant(top.optionalField("from")),
            until: try Self.instant(top.optionalField("until")))
    }

    private static func text(_ node: JSONNode?, upTo maxBytes: Int) throws(JSONShapeError) -> String {
        guard let node else { return "" }
        let text = try node.text()
        guard text.utf8.count <= maxBytes else {
            throw JSONShapeError(path: node.path, expected: "text of at most \(maxBytes) bytes", found: "longer")
        }
        return text
    }

    private static func instant(_ node: JSONNode?) throws(JSONShapeError) -> Int64? {
        guard let node else { return nil }
        guard let seconds = LocalTime.seconds(rfc3339: try node.text()) else {
            throw node.shapeError(expected: "an instant as 2026-11-21T18:00:00Z")
        }
        return seconds
    }
}

/// What an answer of the platform (`GET {base}/v1/popups/{popupKey}`) means.
package enum PopupAnswer: Equatable, Sendable {
    case data(PopupData)
    /// 404: the platform has none.
    case none
    /// No answer, or none that can be used.
    case failed(Cause)

    /// - Parameters:
    ///   - status: the HTTP status of the last answer, redirects followed.
    ///   - body: its whole body.
    ///   - requested: the key that was asked for; another one's data is refused.
    package init(status: Int, body: [UInt8], requested: String) {
        switch status {
        case 200: self = Self.read(body, requested: requested)
        case 404: self = .none
        default: self = .failed(.answered(status: status))
        }
    }

    private static func read(_ body: [UInt8], requested: String) -> PopupAnswer {
        do {
            let data = try PopupData(JSON.parse(body))
            // Byte for byte: Swift's own equality would take look-alikes for the same.
            guard data.popupKey.utf8.elementsEqual(requested.utf8) else {
                return .failed(.popupOfAnotherKey(SafeText(data.popupKey).prefix(columns: 60, ellipsis: .ellipsis)))
            }
            return .data(data)
        } catch {
            return .failed(.popupWrong(error))
        }
    }
}

/// Why a pop-up has no data.
extension Phrase {
    static func popupOfAnotherKey(_ shown: SafeText) -> Cause {
        Cause(
            "the pop-up is of another key, \"\(shown)\"", "返回的是另一个键“\(shown)”的弹窗",
            "傳回的是另一個鍵「\(shown)」的彈窗")
    }

    static func popupWrong(_ error: some Error) -> Cause {
        Cause("the pop-up's data is wrong: \(error)", "弹窗数据有误：\(error)", "彈窗資料有誤：\(error)")
    }
}
