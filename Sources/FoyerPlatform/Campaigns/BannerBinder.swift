import Foyer
import FoyerCore

/// Self-rendering from a command line: items of a banner, bound to views that only have names.
public struct BannerBinder: Sendable {
    /// The result of one binding.
    public struct Bound: Equatable, Sendable {
        package let binding: BannerBinding
        /// The bound item; `nil` if the binding failed.
        public let item: BannerItem?
        /// Why the binding failed; `nil` if it succeeded.
        public let failure: BannerFailure?
    }

    /// The banner's key; without one every binding fails with −989.
    public let bannerKey: String?
    /// The platform's base address.
    public let server: WebAddress
    /// How the service is reached, and how long answers may take.
    public var configuration = TouchConfiguration()
    /// The names of all views; if empty, those in the bindings.
    public var views: [String] = []
    /// The Ed25519 keys that the host pins.
    public var publicKeys: [[UInt8]] = []
    private let places: Places

    /// A binder for one banner; fetches nothing yet.
    public init(bannerKey: String?, server: WebAddress, places: Places) {
        (self.bannerKey, self.server, self.places) = (bannerKey, server, places)
    }

    /// Reads `VIEW=ITEM`. A part may be missing; the binding then fails with the matching code.
    package static func binding(_ text: String, key: String?) -> BannerBinding {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return BannerBinding(bannerKey: key, item: parts.count > 1 ? parts[1] : nil, view: parts.first)
    }

    /// Fetches the data once and binds each in turn.
    public func bind(_ texts: [String]) async throws(BannerShowError) -> [Bound] {
        let show = TouchShow(server: server, places: places, configuration: configuration, publicKeys: publicKeys)
        let service = try show.start()
        let bindings = texts.map { Self.binding($0, key: bannerKey) }
        for view in views.isEmpty ? bindings.compactMap(\.view) : views { service.touch.addView(view) }
        var data: BannerData?
        var unloaded: BannerFailure?
        do throws(BannerFailure) { data = try await service.touch.bannerData(forKey: bannerKey) } catch {
            unloaded = error
        }
        let bound = bindings.map { binding in
            do throws(BannerFailure) {
                if let unloaded { throw unloaded }
                try service.touch.bind(binding, in: data)
                let item = binding.item.flatMap { Int($0) }.flatMap { data?.items[$0] }
                return Bound(binding: binding, item: item, failure: nil)
            } catch {
                return Bound(binding: binding, item: nil, failure: error)
            }
        }
        await service.close()
        return bound
    }

    /// One line for each binding, and in JSON one for the whole.
    public static func lines(
        _ all: [Bound], key: String?, json: Bool, _ language: Language
    ) -> [String] {
        guard json else { return all.map { PlainText.fitted($0.line(language).string) } }
        let isWell = all.allSatisfy { $0.failure == nil }
        let result: JSON = [
            "event": "result", "status": isWell ? "ok" : "failed", "bannerKey": key.map { .string($0) } ?? .null,
        ]
        return all.map(\.json.jsonText) + [result.jsonText]
    }
}

extension BannerBinder.Bound {
    fileprivate func line(_ language: Language) -> SafeText {
        let view = SafeText(binding.view ?? "")
        if let failure { return "\(view): \(language.plainFailed(failure))" }
        guard let item else { return view }
        return "\(view): \(item.index) \(SafeText(item.title))  \(SafeText(item.imageURL))  \(SafeText(item.openURL))"
    }

    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init("event", "bind"), .init("view", binding.view.map { .string($0) } ?? .null)]
        if let item {
            members += [
                .init("item", .integer(Int64(item.index))), .init("title", .string(item.title)),
                .init("imageUrl", .string(item.imageURL)), .init("openUrl", .string(item.openURL)),
            ]
        }
        if let failure {
            members.append(
                .init(
                    "error",
                    [
                        "code": .integer(Int64(failure.code.rawValue)), "message": .string(failure.code.message),
                        "cause": .string(failure.cause),
                    ]))
        }
        return .object(members)
    }
}
