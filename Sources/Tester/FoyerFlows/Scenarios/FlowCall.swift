import Foyer
import FoyerPlatform

/// A call to a delegate or a host, an event for a campaign's owner, or the outcome of a link from outside.
package enum FlowCall: Equatable, Sendable {
    package enum Receiver: String, Sendable {
        /// The splash view's.
        case delegate
        case banner, popup, host, owner, link
    }

    package enum HostPart: String, Sendable {
        /// The splash's first frame is on the terminal.
        case splash
        /// The config is requested.
        case fetch
        case root, page, describe, add, remove, serve
    }

    /// The words of `foyer open`.
    package enum LinkAnswer: String, CaseIterable, Sendable {
        case delivered, started, refused
    }

    case created
    /// Progress 0: an attempt begins.
    case began
    /// Progress 1. What is between depends on time, and is not listed.
    case completed
    case info(app: String)
    case error(code: String)
    case exited
    case banner(CampaignMoment.Kind)
    /// A host that draws a banner's items itself has received, bound or opened them.
    case data(key: String)
    case bound(view: String, item: Int)
    case clicked(view: String, link: String)
    case popup(CampaignMoment.Kind)
    case host(HostPart, String? = nil)
    case sent(CampaignEvent)
    case link(LinkAnswer)

    var receiver: Receiver {
        switch self {
        case .created, .began, .completed, .info, .error, .exited: .delegate
        case .banner, .data, .bound, .clicked: .banner
        case .popup: .popup
        case .host: .host
        case .sent: .owner
        case .link: .link
        }
    }

    /// The error page is shown.
    package var isFailure: Bool { if case .error = self { true } else { false } }

    /// As traces and reports show it, which leave out what the owners of campaigns receive.
    package var line: String? { receiver == .owner ? nil : words.map { "\(receiver.rawValue): \($0)" } }

    /// As flows write it; `nil` if it is no call.
    var words: String? {
        switch self {
        case .created: "create"
        case .began: "progress 0.00"
        case .completed: "progress 1.00"
        case .info(let app): "info \(app)"
        case .error(let code): "error \(code)"
        case .exited: "exit"
        case .banner(let moment), .popup(let moment): moment.words
        case .data(let key): "data \(key)"
        case .bound(let view, let item): "bind \(view) \(item)"
        case .clicked(let view, let link): "click \(view) \(link)"
        case .host(let part, let argument): part.rawValue + (argument.map { " \($0)" } ?? "")
        case .sent(let event): "\(event.kind.rawValue) \(event.key)" + (event.index.map { " \($0)" } ?? "")
        case .link(let answer): answer.rawValue
        }
    }
}

extension CampaignMoment.Kind {
    fileprivate var words: String? {
        switch self {
        case .began, .opened(.nothing): nil
        case .loaded(let source): "loaded \(source.rawValue)"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        case .shown(nil): "show"
        case .shown(let index?): "show \(index)"
        // A card's button that only closes has no link.
        case .selected(let index, let openURL): "select \(index)" + (openURL.isEmpty ? "" : " \(openURL)")
        case .errorImageClicked: "error image"
        case .hidden(let isHidden): isHidden ? "hide" : "unhide"
        case .opened(.routed(let link)), .opened(.opened(let link)): "open \(link)"
        case .opened(.cannotOpen(let link)): "cannot open \(link)"
        case .opened(.refused): "refuse"
        case .closed: "close"
        case .absent(let why): "absent \(why.name)"
        }
    }
}

/// The words that flows write for the calls of a receiver.
struct CallWords: Sendable {
    let whose: Phrase
    let examples: [String]
    /// A regular expression, for the reader and for editors.
    let pattern: String

    private static let codes = LaunchCode.allCases.map { "\($0.rawValue)" }.joined(separator: "|")
    static let outcome = "^(completed|closed|failed (\(codes)))$"

    static let delegate = CallWords(
        whose: .ofTheDelegate,
        examples: ["create", "progress 0.00", "info APPID", "error CODE", "progress 1.00", "exit"],
        pattern: "^(create|exit|progress [01]\\.00|info [^ ]+|error (\(codes)))$")

    static let banner: CallWords = {
        let sources = BannerSource.allCases.map(\.rawValue).joined(separator: "|")
        let errors = BannerError.allCases.map { "\($0.rawValue)" }.joined(separator: "|")
        return CallWords(
            whose: .ofABanner,
            examples: [
                "loaded server", "failed -994", "show 0", "select 0 LINK", "error image", "hide", "unhide", "open LINK",
                "data KEY", "bind VIEW 0", "click VIEW LINK",
            ],
            pattern: "^(loaded (\(sources))|failed (\(errors))|show -?[0-9]+|(select|bind|click) [^ ]+ [^ ]+"
                + "|(data|open) [^ ]+|error image|hide|unhide|refuse|cannot open .*)$")
    }()

    static let popup = CallWords(
        whose: .ofAPopup, examples: ["show", "select 0 LINK", "open LINK", "close", "absent seen"],
        pattern: "^(show|close|absent (none|failed|not-yet|over|seen|late|no-room)|open [^ ]+"
            + "|select [^ ]+( [^ ]+)?)$")

    static let host = CallWords(
        whose: .ofAHost,
        examples: [
            "splash", "fetch", "root v1", "page ROUTE", "describe ROUTE", "add LINK", "remove LINK", "serve LINK",
        ],
        pattern: "^(splash|fetch|(root|page|describe|add|remove|serve) [^ ]+)$")
}
