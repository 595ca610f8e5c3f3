import FoyerCore
import FoyerSystem

/// The outcome of loading a banner once.
package struct BannerResult: Sendable {
    package let load: BannerLoad
    /// The source of the data on display; `nil` if there is none.
    package let source: BannerSource?
    /// Why the load failed; `nil` if it succeeded.
    package let failure: BannerFailure?

    package var status: BannerLoad.Status { load.status(from: source) }
    /// The last line of `foyer banner --json`.
    package var json: JSON { load.resultJSON(from: source, failure: failure) }
}

extension BannerSession {
    /// Loads the banner once, without a view: its data and, if asked for, its pictures.
    ///
    /// A picture that does not arrive within the configuration's timeout keeps its placeholder.
    package func load(pictures: Bool, hasErrorImage: Bool) async -> BannerResult {
        await load(
            pictures: pictures, hasErrorImage: hasErrorImage, within: configuration.timeout + Self.timeForDisk)
    }

    /// - Parameter time: for the pictures; the data has a limit of its own.
    func load(pictures: Bool, hasErrorImage: Bool, within time: Duration) async -> BannerResult {
        var load = BannerLoad(bannerKey: bannerKey, hasErrorImage: hasErrorImage)
        var source: BannerSource?
        var failure: BannerFailure?
        var isTimeUp = false
        // `nil` means that the time is up.
        let (events, inbox) = AsyncStream.makeStream(of: BannerLoadEvent?.self)
        let clock = WakePipe()
        let deadline = surroundings.now + time
        let timer = Task { [surroundings] in
            guard let clock, pictures else { return }
            await surroundings.work.run { clock.wait(until: deadline) }
            inbox.yield(nil)
        }
        func take(_ event: BannerLoadEvent) {
            let effects = load.handle(event).filter { effect in
                if case .fetchPicture = effect { pictures } else { true }
            }
            for case .reportLoaded(_, let from) in effects { source = from }
            for case .reportFailed(_, let why) in effects { failure = why }
            perform(effects) { inbox.yield($0) }
        }
        func isDone() -> Bool {
            !load.isLoading && (!pictures || isTimeUp || load.arePicturesSettled)
        }
        take(.loadRequested)
        if !isDone() {
            for await event in events {
                if let event { take(event) } else { isTimeUp = true }
                if isDone() { break }
            }
        }
        clock?.wake()
        await timer.value
        await finishDiskWork()
        return BannerResult(load: load, source: source, failure: failure)
    }
}

extension BannerSession {
    /// The time left for reading the disk if the server has used all of its own.
    private static let timeForDisk = Duration.milliseconds(500)
}

extension BannerLoad {
    /// Whether each page has its picture, or will not get one.
    fileprivate var arePicturesSettled: Bool {
        (data?.items ?? []).allSatisfy { picture(of: $0) != .placeholder }
    }
}
