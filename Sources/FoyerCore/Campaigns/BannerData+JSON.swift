extension BannerData {
    /// The data as the platform writes it; `init(_: JSON)` reads it back.
    package var json: JSON {
        [
            "name": .string(name), "bannerKey": .string(bannerKey),
            "items": .array(
                items.map { item in
                    [
                        "index": .integer(Int64(item.index)), "title": .string(item.title),
                        "imageUrl": .string(item.imageURL), "openUrl": .string(item.openURL),
                    ]
                }),
        ]
    }
}

extension BannerLoad {
    /// How a banner ended, for scripts.
    public enum Status: String, CaseIterable, Sendable {
        case ok, cached
        case errorImage = "error-image"
        case blank, hidden

        /// Whether there was something to look at.
        package var showsSomething: Bool {
            switch self {
            case .ok, .cached, .errorImage: true
            case .blank, .hidden: false
            }
        }
    }

    /// The state of the load.
    ///
    /// - Parameter source: the source of the data on display.
    package func status(from source: BannerSource?) -> Status {
        switch phase {
        case .showing: source == .cache ? .cached : .ok
        case .errorImage: .errorImage
        case .waiting, .blank: .blank
        case .hidden: .hidden
        }
    }

    /// The last line of `foyer banner --json`.
    ///
    /// - Parameters:
    ///   - source: the source of the data on display.
    ///   - failure: why the load failed; `nil` if it succeeded.
    package func resultJSON(from source: BannerSource?, failure: BannerFailure?) -> JSON {
        var members: [JSON.Member] = [
            .init("event", "result"), .init("status", .string(status(from: source).rawValue)),
            .init("bannerKey", bannerKey.map { .string($0) } ?? .null),
            .init("items", .array((data?.items ?? []).map { json(of: $0) })),
        ]
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

    private func json(of item: BannerItem) -> JSON {
        let image: JSON =
            switch picture(of: item) {
            case .ready: "ok"
            case .placeholder: "placeholder"
            case .failed: "failed"
            }
        return ["index": .integer(Int64(item.index)), "title": .string(item.title), "image": image]
    }
}
