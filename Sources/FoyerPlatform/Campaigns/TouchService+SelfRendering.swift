import FoyerCore
import Synchronization

/// Receives the link that a click on a bound view opens, or why there is none; called on the thread that reported the
/// click.
public typealias BannerSelection = @Sendable (Result<String, BannerFailure>) -> Void

// The host asks for the data, draws the items itself, and binds each to the view that shows it.
extension TouchService {
    /// The data of a banner key, for a host that draws the items itself: from the platform, or the last good data if
    /// that fails. Picture addresses are absolute.
    ///
    /// - Throws: −989 without a key, −994 if there is no data.
    public func bannerData(forKey key: String?) async throws(BannerFailure) -> BannerData {
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

    /// The same with callbacks; exactly one of the two is called, once, on any thread.
    public func loadBannerData(
        forKey key: String?, success: @escaping @Sendable (BannerData) -> Void,
        failure: @escaping @Sendable (BannerFailure) -> Void
    ) {
        Task { [self] in
            do throws(BannerFailure) { success(try await bannerData(forKey: key)) } catch { failure(error) }
        }
    }

    /// Registers a view of the host under a name, so that items can be bound to it.
    public func addView(_ name: String) {
        state.withLock { $0.bindings.add(view: name) }
    }

    /// Removes a view and its binding.
    public func removeView(_ name: String) {
        state.withLock { state in
            state.bindings.remove(view: name)
            state.selections[name] = nil
        }
    }

    // MARK: - Binding

    /// Binds an item of a banner to the view that shows it.
    ///
    /// - Parameters:
    ///   - key: the key of a banner whose data ``bannerData(forKey:)`` has returned.
    ///   - selected: receives the link that a click on the view opens.
    /// - Throws: −989 without a key, −994 without data, −990 without an item, −993 for an item that is not in the
    ///   data, −992 for an unknown view.
    public func bindBanner(
        key: String?, view: String?, item: BannerItem?, selected: @escaping BannerSelection
    ) throws(BannerFailure) {
        guard let key, !key.isEmpty else { throw BannerFailure(.noKey, cause: "no banner key was given") }
        let data = state.withLock { $0.known[key] }
        try bind(item, of: data, to: view, selected: selected)
    }

    /// The same for an item of any banner whose data was asked for.
    public func bindItemData(
        _ item: BannerItem?, toClickView view: String?, selected: @escaping BannerSelection
    ) throws(BannerFailure) {
        let all = state.withLock { Array($0.known.values) }
        let data = item.flatMap { item in all.first { $0.items.contains(item) } }
        if data == nil, let item, !all.isEmpty {
            throw BannerFailure(
                .noSuchItem, cause: "no banner that was loaded has an item \(item.index) like the given one")
        }
        try bind(item, of: data ?? all.first, to: view, selected: selected)
    }

    /// Binds an item to the view that shows it.
    ///
    /// - Throws: −994 without data, −990 without an item, −993 for an item that is not in the data, −992 for an
    ///   unknown view.
    public func bind(
        _ item: BannerItem?, of data: BannerData?, to view: String?, selected: BannerSelection? = nil
    ) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in
            try state.bindings.bind(item, of: data, to: view)
            if let view { state.selections[view] = selected }
        }
    }

    /// The same for a binding from a file or the command line, which may fail with any of the codes.
    package func bind(
        _ binding: BannerBinding, in data: BannerData?, selected: BannerSelection? = nil
    ) throws(BannerFailure) {
        try state.withLock { (state) throws(BannerFailure) in
            try state.bindings.bind(binding, in: data)
            if let view = binding.view { state.selections[view] = selected }
        }
    }

    // MARK: - What the user does

    /// Records a click on a view, and calls the binding's callback.
    ///
    /// - Returns: the link of the view's item; may be empty.
    @discardableResult
    public func click(onView name: String?) throws(BannerFailure) -> String {
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

    /// Records that the item of a view was seen.
    public func shown(onView name: String?) throws(BannerFailure) {
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
