import FoyerCore

/// Events of loading a banner. Loads are numbered from 1 in the order of the requests.
package enum BannerLoadEvent: Equatable, Sendable {
    /// The host requests the banner, for the first time or again.
    case loadRequested
    case answered(BannerAnswer, load: Int)
    /// The data on the disk for the key; `nil` if there is none that can be used.
    case cacheRead(BannerData?, load: Int)
    case pictureArrived(imageURL: String)
    case pictureFailed(imageURL: String)
    /// Enter or a click on the banner when it shows no page.
    case chosen
}

/// What to do, and the callbacks to make.
package enum BannerLoadEffect: Equatable, Sendable {
    case fetch(key: String, load: Int)
    case readCache(key: String, load: Int)
    case writeCache(BannerData)
    case dropCache(key: String)
    case fetchPicture(imageURL: String)
    /// The items for the carousel; empty if nothing is shown.
    case showItems([BannerItem])
    /// The view no longer takes any room, or takes it again: the host lays out anew.
    case hiddenChanged(Bool)
    /// Data has arrived from this source.
    case reportLoaded(load: Int, from: BannerSource)
    case reportFailed(load: Int, BannerFailure)
    case reportErrorImageClicked
}

/// The source of a load's data.
public enum BannerSource: String, CaseIterable, Sendable {
    /// The platform, just now.
    case server
    /// The disk, because the server failed.
    case cache
    /// The load failed; the former data stays on display.
    case shown
}

/// The loading of one banner key as a value: server → disk cache → error image → blank, or hidden if there is no
/// campaign.
///
/// A definite answer of the platform (data, or no campaign) ends its load and all older ones, whose answers then come
/// too late and are not reported. A failure ends only its own load: an older load may still bring data.
public struct BannerLoad: Equatable, Sendable {
    /// What the banner shows.
    package enum Phase: Equatable, Sendable {
        /// Nothing was requested, or nothing has arrived yet: the placeholder.
        case waiting
        case showing(BannerData)
        case errorImage
        case blank
        /// There is no campaign: the view takes no room.
        case hidden
    }

    package let bannerKey: String?
    package private(set) var hasErrorImage: Bool
    package private(set) var phase: Phase = .waiting
    /// The number of the newest load; 0 before the first.
    package private(set) var lastLoad = 0
    /// The loads that have not ended yet.
    package private(set) var openLoads: Set<Int> = []
    /// The state of each page's picture, by `imageURL`.
    package private(set) var pictures: [String: PagePicture] = [:]
    /// The pages of the campaign on display.
    package private(set) var pages: [CarouselPage] = []
    /// Why what is on display does not come from the newest answer; `nil` if it does, or nothing is on display.
    package private(set) var fallback: Phrase?
    /// Why the server failed a load that now waits for the disk.
    private var causes: [Int: Phrase] = [:]

    /// A load that has not begun.
    package init(bannerKey: String?, hasErrorImage: Bool) {
        self.bannerKey = bannerKey
        self.hasErrorImage = hasErrorImage
    }

    /// Whether a load is under way.
    package var isLoading: Bool { !openLoads.isEmpty }

    /// Sets whether there is an error image: a banner that could not be loaded shows it, or is blank.
    package mutating func setErrorImage(_ isThere: Bool) {
        hasErrorImage = isThere
        if hasNothing { phase = isThere ? .errorImage : .blank }
    }

    /// Whether the last load brought nothing to show.
    package var hasNothing: Bool { phase == .errorImage || phase == .blank }

    /// The campaign on display; `nil` if there is none.
    package var data: BannerData? {
        if case .showing(let data) = phase { data } else { nil }
    }

    package func picture(of item: BannerItem) -> PagePicture { pictures[item.imageURL] ?? .placeholder }

    package mutating func handle(_ event: BannerLoadEvent) -> [BannerLoadEffect] {
        defer { assert(flaw == nil, flaw ?? "") }
        return respond(to: event)
    }

    /// What can never be: looked for after every event, in tests and debug builds.
    private var flaw: String? {
        if !openLoads.isSuperset(of: causes.keys) { return "a load that has ended waits for the disk" }
        if openLoads.contains(where: { $0 > lastLoad }) { return "a load that nobody began" }
        if let data, data.items.isEmpty || pages.count != data.items.count { return "a campaign without its pages" }
        return data != nil || pages.isEmpty ? nil : "pages of no campaign"
    }

    private mutating func respond(to event: BannerLoadEvent) -> [BannerLoadEffect] {
        switch event {
        case .loadRequested: return begin()
        case .answered(let answer, let load) where openLoads.contains(load) && causes[load] == nil:
            return take(answer, load: load)
        case .cacheRead(let data, let load) where openLoads.contains(load):
            guard let cause = causes[load] else { return [] }
            return take(data, load: load, cause: cause)
        case .pictureArrived(let imageURL): setPicture(imageURL, .ready)
        case .pictureFailed(let imageURL):
            if pictures[imageURL] != .ready { setPicture(imageURL, .failed) }
        case .chosen:
            if phase == .errorImage, !isLoading { return [.reportErrorImageClicked] }
        case .answered, .cacheRead: break
        }
        return []
    }

    private mutating func begin() -> [BannerLoadEffect] {
        lastLoad += 1
        openLoads.insert(lastLoad)
        guard let bannerKey, !bannerKey.isEmpty else {
            return fail(lastLoad, BannerFailure(.noKey, .noBannerKey))
        }
        return [.fetch(key: bannerKey, load: lastLoad)]
    }

    private mutating func take(_ answer: BannerAnswer, load: Int) -> [BannerLoadEffect] {
        guard let bannerKey else { return [] }
        switch answer {
        case .data(let data) where !data.items.isEmpty:
            endAll(before: load)
            return [.writeCache(data)] + show(data, load: load, from: .server)
        case .data, .noCampaign:
            endAll(before: load)
            let failure = BannerFailure(.noData, .noCampaign(bannerKey))
            return [.dropCache(key: bannerKey)] + change(to: .hidden) + end(load, .reportFailed(load: load, failure))
        case .failed(let cause):
            switch phase {
            case .showing:
                fallback = cause
                return end(load, .reportLoaded(load: load, from: .shown))
            case .hidden: return end(load, .reportFailed(load: load, BannerFailure(.noData, cause)))
            case .waiting, .errorImage, .blank:
                causes[load] = cause
                return [.readCache(key: bannerKey, load: load)]
            }
        }
    }

    private mutating func take(_ cached: BannerData?, load: Int, cause: Phrase) -> [BannerLoadEffect] {
        if data != nil {
            fallback = cause
            return end(load, .reportLoaded(load: load, from: .shown))
        }
        if let cached, !cached.items.isEmpty, let bannerKey, cached.bannerKey.utf8.elementsEqual(bannerKey.utf8) {
            defer { fallback = cause }
            return show(cached, load: load, from: .cache)
        }
        return fail(load, BannerFailure(.noData, cause))
    }

    private mutating func show(_ data: BannerData, load: Int, from source: BannerSource) -> [BannerLoadEffect] {
        var known: [String: PagePicture] = [:]
        var missing: [String] = []
        for imageURL in data.items.map(\.imageURL) where known[imageURL] == nil {
            let picture = pictures[imageURL] ?? .placeholder
            known[imageURL] = picture
            if picture != .ready { missing.append(imageURL) }
        }
        pictures = known
        return change(to: .showing(data)) + missing.map { .fetchPicture(imageURL: $0) }
            + end(load, .reportLoaded(load: load, from: source))
    }

    /// Nothing can be shown.
    private mutating func fail(_ load: Int, _ failure: BannerFailure) -> [BannerLoadEffect] {
        change(to: hasErrorImage ? .errorImage : .blank) + end(load, .reportFailed(load: load, failure))
    }

    private mutating func change(to new: Phase) -> [BannerLoadEffect] {
        let old = phase
        let oldItems = data?.items ?? []
        phase = new
        fallback = nil
        var effects: [BannerLoadEffect] = []
        if data == nil { pictures = [:] }
        pages = (data?.items ?? []).map { CarouselPage(title: $0.title, picture: $0.imageURL) }
        if let items = data?.items {
            effects.append(.showItems(items))
        } else if !oldItems.isEmpty {
            effects.append(.showItems([]))
        }
        if (old == .hidden) != (new == .hidden) { effects.append(.hiddenChanged(new == .hidden)) }
        return effects
    }

    private mutating func end(_ load: Int, _ report: BannerLoadEffect) -> [BannerLoadEffect] {
        openLoads.remove(load)
        causes[load] = nil
        return [report]
    }

    private mutating func endAll(before load: Int) {
        openLoads = openLoads.filter { $0 >= load }
        causes = causes.filter { $0.key >= load }
    }

    private mutating func setPicture(_ imageURL: String, _ state: PagePicture) {
        if pictures[imageURL] != nil { pictures[imageURL] = state }
    }
}

extension BannerLoad {
    /// How a banner ended, for scripts.
    public enum Status: String, CaseIterable, Sendable {
        /// The data came from the platform, or from the disk because the platform failed.
        case ok, cached
        /// Nothing could be loaded, and the error image is shown.
        case errorImage = "error-image"
        /// The banner has no pages: its room stays empty, or is given back.
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
        JSON([
            "event": "result", "status": .string(status(from: source).rawValue),
            "bannerKey": bannerKey.map { .string($0) } ?? .null,
            "items": .array((data?.items ?? []).map { json(of: $0) }), "error": failure?.json,
            "cause": fallback.map { .string($0.english) },
        ])
    }

    private func json(of item: BannerItem) -> JSON {
        let image: JSON =
            switch picture(of: item) {
            case .ready: "ok"
            case .placeholder: "placeholder"
            case .failed: "failed"
            }
        return [
            "index": JSON(item.index), "title": .string(item.title), "image": image,
            "openUrl": .string(item.openURL),
        ]
    }
}
