import FoyerCore
import FoyerPlatformCore
import Synchronization

@testable import Foyer
@testable import FoyerPlatform
@testable import FoyerTUI

/// A banner on virtual time, with a test in place of network and disk.
final class TouchBannerRig: BannerViewDelegate {
    /// What the delegate was told, in order.
    var told: [String] = []
    /// What the session was asked for.
    var impressions: [Int] = []
    var prepared: [(imageURLs: [String], style: CellPicture.Style, post: @Sendable (PreparedPicture) -> Void)] = []
    var preferred: [[String]] = []
    var effects: [BannerLoadEffect] = []
    var consumes = false
    var isDrawing = false
    private(set) var banner: TouchBanner!
    private(set) var now = Instant.zero
    var size = CellSize(columns: 40, rows: 9)
    /// `nil`: the whole screen.
    var room: Rect?
    private(set) var buffer = Buffer(size: CellSize(columns: 40, rows: 9))
    private let theme: DisplayTheme
    fileprivate var postLoad: (@Sendable (BannerLoadEvent) -> Void)?
    fileprivate var drawnCells: [String: CellPicture] = [:]

    init(
        style: BannerStyle = BannerStyle(), theme: DisplayTheme = DisplayTheme(), errorImage: Pixels? = nil,
        policy: ImpressionPolicy = .atRest
    ) {
        self.theme = theme
        banner = TouchBanner(
            Work(self), key: "home", style: style, errorImage: errorImage, impressionPolicy: policy)
        banner.takesKeysUnfocused = true
    }

    /// In place of a session; it does not keep the rig alive.
    private final class Work: BannerWork {
        private unowned let rig: TouchBannerRig

        init(_ rig: TouchBannerRig) { self.rig = rig }

        func perform(_ effects: [BannerLoadEffect], post: @escaping @Sendable (BannerLoadEvent) -> Void) {
            rig.effects += effects
            rig.postLoad = post
        }
        func pin(
            _ imageURLs: [String], style: CellPicture.Style?, post: @escaping @Sendable (PreparedPicture) -> Void
        ) -> [String: CellPicture] {
            if !imageURLs.isEmpty { rig.preferred.append(imageURLs) }
            guard let style else { return [:] }
            let drawn = rig.drawnCells.filter { imageURLs.contains($0.key) && $0.value.size == style.size }
            let missing = imageURLs.filter { drawn[$0] == nil }
            if !missing.isEmpty { rig.prepared.append((missing, style, post)) }
            return drawn
        }
        func map(_ pixels: Pixels, style: CellPicture.Style, post: @escaping @Sendable (CellPicture) -> Void) {}
        func report(_ moment: CampaignMoment.Kind, at instant: Instant?) {
            if case .shown(let index?) = moment { rig.impressions.append(index) }
        }
        func open(_ openURL: String, isConsumed: Bool) -> LinkOutcome {
            rig.told.append("open \(openURL) \(isConsumed)")
            return isConsumed ? .nothing : .opened(openURL)
        }
        func close() -> Task<Void, Never> { Task {} }
    }

    static func data(_ count: Int) -> BannerData {
        BannerData(
            name: "Evenings", bannerKey: "home",
            items: (0..<count).map { place in
                BannerItem(
                    index: place, title: "Page \(place)", imageURL: "/\(place).png",
                    openURL: "https://a.example/\(place)")
            })
    }

    var context: ScreenContext {
        ScreenContext(now: now, size: size, theme: theme, language: .english) { _ in }
    }

    // MARK: What the loop does

    func load(_ count: Int = 5) {
        banner.load(self, context)
        answer(.data(Self.data(count)))
    }

    /// Answers the last load.
    func answer(_ answer: BannerAnswer) {
        post(.answered(answer, load: lastLoad))
        draw()
    }

    /// The disk has this of the last load.
    func readCache(_ data: BannerData?) { post(.cacheRead(data, load: lastLoad)) }

    func post(_ event: BannerLoadEvent) {
        postLoad?(event)
        handle(.woken)
    }

    private var lastLoad: Int {
        effects.reduce(0) { last, effect in if case .fetch(_, let load) = effect { load } else { last } }
    }

    /// Every picture that was asked for, in cells of one letter.
    func finishPictures() {
        for (urls, style, draw) in prepared {
            for url in urls {
                post(.pictureArrived(imageURL: url))
                let letter = ScreenCell(Glyph(Unicode.Scalar(UInt8(0x41 + (Int(url.dropFirst().prefix(1)) ?? 0)))))
                let cells = Array(repeating: letter, count: style.size.columns * style.size.rows)
                guard let picture = CellPicture(size: style.size, cells: cells) else { continue }
                drawnCells[url] = picture
                draw(PreparedPicture(imageURL: url, style: style, picture: picture))
                handle(.woken)
            }
        }
        prepared = []
        draw()
    }

    @discardableResult
    func handle(_ event: ScreenEvent) -> Bool { banner.handle(event, context: context) }

    @discardableResult
    func press(_ key: KeyEvent) -> Bool {
        defer { draw() }
        return handle(.input(.key(key)))
    }

    @discardableResult
    func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> Bool {
        defer { draw() }
        return handle(.input(.mouse(MouseEvent(kind, column: column, row: row))))
    }

    func draw() {
        isDrawing = true
        defer { isDrawing = false }
        var canvas = Canvas(size: size, theme: theme)
        banner.draw(in: &canvas, rect: room ?? canvas.bounds, context: context)
        buffer = canvas.buffer
    }

    var text: String { buffer.text }

    /// Lets time go by as the loop does: from deadline to deadline, each with a frame after it.
    @discardableResult
    func advance(_ duration: Duration) -> Int {
        let end = now + duration
        var wakes = 0
        while let next = banner.nextFrame(after: now), next <= end {
            now = max(now, next)
            handle(.deadline)
            draw()
            wakes += 1
            if wakes > 100_000 { break }
        }
        now = end
        return wakes
    }

    // MARK: BannerViewDelegate

    private func tell(_ what: String) { told.append(isDrawing ? "while drawing: \(what)" : what) }

    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) { tell("loaded from \(source.rawValue)") }
    func banner(_ banner: TouchBanner, didFail failure: BannerFailure) { tell("failed \(failure.code.rawValue)") }
    func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool {
        tell("selected \(index) \(openURL)")
        return consumes
    }
    func banner(_ banner: TouchBanner, didShow index: Int) { tell("shown \(index)") }
    func bannerErrorImageClicked(_ banner: TouchBanner) { tell("error image") }
    func banner(_ banner: TouchBanner, didHide isHidden: Bool) { tell("hidden \(isHidden)") }
    func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) { tell("opened \(outcome)") }
}
