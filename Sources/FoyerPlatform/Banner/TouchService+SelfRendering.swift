import FoyerCore
import Synchronization

/// Told what a click on a bound view opens, or why it opens nothing; on the thread that told of the click.
public typealias BannerSelection = @Sendable (Result<String, BannerFailure>) -> Void

// The host asks for the data, draws the items itself, and binds each to the view that shows it.
extension TouchService {
    /// The data of a banner key, for a host that draws the items itself: from the platform, else the last good one. Its
    /// pictures' addresses are absolute.
    ///
    /// - Throws: −989 without a key, −994 where there is no data.
    package func bannerData(forKey key: String?) async throws(BannerFailure) -> BannerData {
        let session: BannerSession
        do throws(TouchStartError) { session = try self.session(forKey: key) } catch {
            throw BannerFailure(.noData, cause: error.description)
        }
        let result = await session.load(pictures: false, hasErrorImage: false)
        session.close()
        guard let data = result.load.data?.absolute(to: session.server) else {
            throw result.failure ?? BannerFailure(.noData, cause: "no data has come in time")
        }
        state.withLock { $0.known[data.bannerKey] = data }
        return data
    }

    /// The same in the older form; one of the two is called once, on any thread.
    package func loadBannerData(
        forKey key: String?, success: @escaping @Sendable (BannerData) -> Void,
        failure: @escaping @Sendable (BannerFailure) -> Void
    ) {
        Task { [self] in
            do throws(BannerFailure) { success(try await bannerData(forKey: key)) } catch { failure(error) }
        }
    }

    /// Makes a view of the host known under a name, so that items can be bound to it.
    package func addView(_ name: String) {
        state.withLock { $0.bindings.add(view: name) }
    }

    /// Forgets a view, and what was bound to it.
    package func removeView(_ name: String) {
        state.withLock { state in
            state.bindings.remove(view: name)
            state.selections[name] = nil
        }
    }

    // MARK: - Binding

    /// Binds an item of a banner to the view that shows it.
    ///
    /// - Parameters:
    ///   - key: the banner's, whose data ``bannerData(forKey:)`` has brought.
    ///   - selected: told what a click on the view opens.
    /// - Throws: −989 without a key, −994 without data, −990 without an item, −993 for an item that is none of the
    ///   data's, −992 for a view that is not known.
    package func bindBanner(
        key: String?, view: String?, item: BannerItem?, selected: @escaping BannerSelection
    ) throws(BannerFailure) {
        guard let key, !key.isEmpty else { throw BannerFailure(.noKey, cause: "no banner key was given") }
        let data = state.withLock { $0.known[key] }
        try bind(item, of: data, to: view, selected: selected)
    }

    /// The same for an item alone, of whatever banner it is.
    package func bindItemData(
        _ item: BannerItem?, toClickView view: String?, selected: @escaping BannerSelection
    ) throws(BannerFailure) {
        let all = state.withLock { Array($0.known.values) }
        let data = item.flatMap { item in all.first { $0.items.contains(item) } } ?? all.first
        try bind(item, of: data, to: view, selected: selected)
    }

    /// Binds an item to the view that shows it.
    ///
    /// - Throws: −994 without data, −990 without an item, −993 for an item that is none of the data's, −992 for a view
    ///   that is not known.
    package func bind(
        _ item: BannerItem?, of data: BannerData?, to view: String?, selected: BannerSelection? = nil
    ) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in
            try state.bindings.bind(item, of: data, to: view)
            if let view { state.selections[view] = selected }
        }
    }

    /// The same for a binding that is named in a file or on the command line: any of the codes can come of it.
    package func bind(
        _ binding: BannerBinding, in data: BannerData?, selected: BannerSelection? = nil
    ) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in
            try state.bindings.bind(binding, in: data)
            if let view = binding.view { state.selections[view] = selected }
        }
    }

    // MARK: - What the user does

    /// A view was clicked: records it, and tells whoever bound the view.
    ///
    /// - Returns: the link of the item that the view shows; it may be empty.
    @discardableResult
    package func click(onView name: String?) throws(BannerFailure) -> String {
        let selected = state.withLock { state in name.flatMap { state.selections[$0] } }
        do throws(BannerFailure) {
            let (found, collector) = try found(onView: name)
            collector?.record(.click, bannerKey: found.bannerKey, index: found.item.index)
            selected?(.success(found.item.openURL))
            return found.item.openURL
        } catch {
            selected?(.failure(error))
            throw error
        }
    }

    /// The item that a view shows was seen: records the impression.
    package func shown(onView name: String?) throws(BannerFailure) {
        let (found, collector) = try found(onView: name)
        collector?.record(.impression, bannerKey: found.bannerKey, index: found.item.index)
    }

    private func found(
        onView name: String?
    ) throws(BannerFailure) -> ((bannerKey: String, item: BannerItem), (any EventCollector)?) {
        try state.withLock { (state) throws(BannerFailure) in
            (try state.bindings.item(clickedOn: name), state.collector)
        }
    }
}
