import FoyerCore
import FoyerSystem

/// How loading a banner once has ended.
package struct BannerResult: Sendable {
    package let load: BannerLoad
    /// Where the data that is shown came from; `nil` where there is none.
    package let source: BannerSource?
    /// `nil` where the load succeeded.
    package let failure: BannerFailure?

    package var status: BannerLoad.Status { load.status(from: source) }
    /// The last line of `foyer banner --json`.
    package var json: JSON { load.resultJSON(from: source, failure: failure) }
}

extension BannerSession {
    /// Loads the banner once, without a view: its data, and its pictures where they are wanted.
    ///
    /// A picture that has not come within the configuration's timeout is left with its placeholder.
    package func load(pictures: Bool, hasErrorImage: Bool) async -> BannerResult {
        await load(
            pictures: pictures, hasErrorImage: hasErrorImage, within: configuration.timeout + Self.timeForDisk)
    }

    /// - Parameter time: for the pictures; the data has a bound of its own.
    func load(pictures: Bool, hasErrorImage: Bool, within time: Duration) async -> BannerResult {
        var load = BannerLoad(bannerKey: bannerKey, hasErrorImage: hasErrorImage)
        var source: BannerSource?
        var failure: BannerFailure?
        var isTimeUp = false
        // Nothing in place of an event: the time is up.
        let (events, inbox) = AsyncStream.makeStream(of: BannerLoadEvent?.self)
        let clock = WakePipe()
        let deadline = surroundings.now + time
        // The data has a bound of its own.
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
    /// A server that takes all of its time leaves this much to read what the disk has.
    private static let timeForDisk = Duration.milliseconds(500)
}

extension BannerLoad {
    /// Whether each page has its picture, or is known to have none.
    fileprivate var arePicturesSettled: Bool {
        (data?.items ?? []).allSatisfy { picture(of: $0) != .placeholder }
    }
}
