import Foyer
import FoyerPlatform

/// A host that draws a banner's items itself: named views, each of which shows its bound item.
final class SelfRenderedScreen: Screen {
    private let order: BannerOrder
    private let service: BannerService
    private let record: FlowRecord
    private let views: [String]
    private(set) var data: BannerData?
    private(set) var failure: BannerFailure?
    private(set) var isLoading = true
    private var shown: [String: BannerItem] = [:]
    private var focus = 0
    private var notice: (text: SafeText, tone: PageNotice.Tone)?
    private(set) var remainingWork: Task<Void, Never>?

    private static let tileRows = 5
    private static let tileColumns = 34
    private static let noticeRows = 3

    private let loaded = Inbox<Result<BannerData, BannerFailure>>()

    init(_ order: BannerOrder, service: BannerService, record: FlowRecord) {
        self.order = order
        self.service = service
        self.record = record
        views = order.views ?? []
        for view in views { service.touch.addView(view) }
    }

    func appear(_ context: ScreenContext) {
        let (service, key, post) = (service, order.key, loaded.poster(context))
        Task {
            do throws(BannerFailure) {
                post(.success(try await service.touch.bannerData(forKey: key)))
            } catch {
                post(.failure(error))
            }
        }
    }

    func disappear() {
        let service = service
        remainingWork = Task { await service.close() }
    }

    // MARK: - Binding

    func bind(_ binding: ViewBinding, _ language: Language) {
        do {
            try service.touch.bind(
                BannerBinding(bannerKey: order.key, item: binding.item, view: binding.view), in: data)
            guard let view = binding.view, let item = binding.item, let place = Int(item), let data else { return }
            shown[view] = data.items[place]
            (failure, notice) = (nil, nil)
            record.record(.bound(view: view, item: place))
            try service.touch.shown(onView: view)
        } catch {
            fail(error, language)
        }
    }

    private func click(_ index: Int, _ language: Language) {
        guard views.indices.contains(index) else { return }
        focus = index
        do {
            let link = try service.touch.click(onView: views[index])
            record.record(.clicked(view: views[index], link: link))
            notice = (SafeText(link), .good)
        } catch {
            fail(error, language)
        }
    }

    private func fail(_ failure: BannerFailure, _ language: Language) {
        self.failure = failure
        record.record(.banner(.failed(failure)))
        notice = (language.plainFailed(failure), .bad)
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken: for result in loaded.drain() { take(result, context.language) }
        case .input(.key(let key)):
            switch key {
            case .character("q"), .escape: return .leave
            case .tab, .right, .down: focus = min(focus + 1, max(0, views.count - 1))
            case .backTab, .left, .up: focus = max(0, focus - 1)
            case .enter: click(focus, context.language)
            default: break
            }
        case .input(.mouse(let mouse)) where mouse.kind == .click:
            let places = places(in: context.size)
            if let index = places.firstIndex(where: { $0.contains(column: mouse.column, row: mouse.row) }) {
                click(index, context.language)
            }
        default: break
        }
        return .stay
    }

    private func take(_ result: Result<BannerData, BannerFailure>, _ language: Language) {
        isLoading = false
        switch result {
        case .success(let data):
            self.data = data
            record.record(.data(key: data.bannerKey))
        case .failure(let failure): fail(failure, language)
        }
        for binding in order.bindings { bind(binding, language) }
    }

    // MARK: - Drawing

    private func places(in size: CellSize) -> [Rect] {
        let (body, _) = PageLayout.split(size)
        let room = body.inset(columns: PageLayout.margin(columns: size.columns)).splitTop(3).rest
        let across = max(1, (room.columns + 2) / (Self.tileColumns + 2))
        return views.indices.map { index in
            Rect(
                column: room.column + index % across * (Self.tileColumns + 2),
                row: room.row + index / across * (Self.tileRows + 1), columns: min(Self.tileColumns, room.columns),
                rows: Self.tileRows
            ).intersection(room)
        }
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let words = context.language
        let (body, footer) = PageLayout.split(canvas.size)
        canvas.fill(.ground)
        let header = body.inset(columns: PageLayout.margin(columns: canvas.columns)).line(1)
        canvas.text(
            SafeText(data?.name ?? order.key ?? ""), in: header, alignment: .leading, style: .accent)
        for (index, place) in places(in: canvas.size).enumerated() where !place.isEmpty {
            draw(views[index], hasFocus: index == focus, in: place, &canvas)
        }
        Footer(keys: [KeyHint(.enter, words[.open]), KeyHint(.tab, words[.next]), KeyHint("q", words[.close])])
            .render(into: &canvas, in: footer)
        guard let notice else { return }
        let place = body.inset(columns: PageLayout.margin(columns: canvas.columns)).splitBottom(Self.noticeRows).bottom
        canvas.paragraph(notice.text, in: place, style: notice.tone == .bad ? .bad : .text)
    }

    private func draw(_ view: String, hasFocus: Bool, in place: Rect, _ canvas: inout Canvas) {
        let item = shown[view]
        canvas.fill(.raised, in: place)
        let text = place.inset(columns: 2).splitTop(1).rest
        canvas.text(SafeText(view), in: text.line(0), alignment: .leading, style: hasFocus ? .accent : .quiet)
        if hasFocus { canvas.markFocus(column: text.column, row: text.row) }
        canvas.text(item.map { "\($0.index)" } ?? "", in: text.line(0), alignment: .trailing, style: .quiet)
        canvas.paragraph(SafeText(item?.title ?? "–"), in: text.splitTop(1).rest, style: item == nil ? .quiet : .strong)
    }
}
