import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// Everything that can go wrong, each with a key: sets the stage's faults, and launches a program or shows the banner
/// to demonstrate them.
final class FaultsPanel: Screen {
    /// What the host does for the panel.
    struct Host {
        /// The address of the stage's control.
        var control: WebAddress
        /// How it is reached.
        var network: HTTPTransport.Configuration
        /// Whether it works even while the platform's listener is closed.
        var canGoOff: Bool
        /// The stage, if it is the demo's own, whose network can be chosen.
        var stage: OwnStage?
        /// Places without installed programs.
        var places: Places
        /// Launches a program with nothing installed.
        var onLaunch: (_ appID: String, _ places: Places) -> ScreenCommand
        /// Shows the banner of a key.
        var onBanner: (_ key: String) -> Void
        /// Shows the pop-up of a key.
        var onPopup: (_ key: String) -> Void
        /// The config's version has changed: shows the first screen that it picks.
        var onRoot: (_ version: String) -> Void
    }

    private let host: Host
    private let faults: StageFaults
    private let entries: [FaultEntry]
    private var focus = 0
    /// The first visible row, if there is only one column.
    private var offset = 0
    /// The network's present fault, by key.
    private var inForce: Unicode.Scalar?
    private var notice: PageNotice?
    private var isBusy = false
    private let inbox = Inbox<Told>()

    init(_ host: Host) {
        self.host = host
        faults = StageFaults(control: host.control, network: host.network)
        entries = FaultEntry.all(canGoOff: host.canGoOff, imitates: host.stage != nil)
    }

    /// What the panel's launches install has a folder of its own below the cache, emptied for each of them. All else is the
    /// host's: a diagnosis is kept where its user looks for it.
    static func emptyPlaces(_ places: Places) -> Places {
        let folder = places.cache + "/faults"
        guard (try? TemporaryPlaces(folder: folder)) != nil else { return places }
        return places.installing(below: folder)
    }

    private struct Told: Sendable {
        /// Its index; `nil`: healed.
        let entry: Int?
        let isDone: Bool
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken:
            return inbox.drain().reduce(.stay) { _, told in show(told, context) }
        case .input(let input): return handle(input, context)
        default: return .stay
        }
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        if input.isKeyOrClick { notice = nil }
        switch input {
        case .key(.character("q")), .key(.escape), .key(.character("f")): return .leave
        case .key(.character("0")): tell(nil, context)
        case .key(.character(let scalar)):
            guard let index = entries.firstIndex(where: { $0.key == scalar }) else { return .stay }
            return choose(index, context)
        case .key(.enter): return choose(focus, context)
        case .key(.up), .key(.backTab): focus = (focus + entries.count - 1) % entries.count
        case .key(.down), .key(.tab): focus = (focus + 1) % entries.count
        case .key(.home): focus = 0
        case .key(.end): focus = entries.count - 1
        case .key(.left), .key(.right): jump()
        case .mouse(let mouse) where mouse.kind == .wheelUp: focus = max(0, focus - 1)
        case .mouse(let mouse) where mouse.kind == .wheelDown: focus = min(entries.count - 1, focus + 1)
        case .mouse(let mouse) where mouse.kind == .click:
            let layout = FaultsLayout(entries, size: context.size, offset: offset)
            guard let index = layout.entry(atColumn: mouse.column, row: mouse.row) else { return .stay }
            return choose(index, context)
        default: break
        }
        return .stay
    }

    /// To the other column.
    private func jump() {
        let left = entries.firstIndex { if case .banner = $0.kind { true } else { false } } ?? 0
        focus = focus < left ? min(entries.count - 1, left + focus) : max(0, min(left - 1, focus - left))
    }

    private func choose(_ index: Int, _ context: ScreenContext) -> ScreenCommand {
        focus = index
        if case .banner(let key) = entries[index].kind {
            host.onBanner(key)
            return .leave
        }
        if case .popup(let key) = entries[index].kind {
            host.onPopup(key)
            return .leave
        }
        if entries[index].kind == .imitated {
            imitateNext(index, context)
            return .stay
        }
        tell(index, context)
        return .stay
    }

    /// Takes the next network, for this run.
    private func imitateNext(_ index: Int, _ context: ScreenContext) {
        guard let stage = host.stage, !isBusy else { return }
        isBusy = true
        let all = StageNetwork.allCases
        stage.network = all[((all.firstIndex(of: stage.network) ?? 0) + 1) % all.count]
        let (network, post) = (host.network, inbox.poster(context))
        Task { post(Told(entry: index, isDone: await stage.tellNetwork(network))) }
    }

    private func tell(_ index: Int?, _ context: ScreenContext) {
        guard !isBusy else { return }
        isBusy = true
        let (faults, post) = (faults, inbox.poster(context))
        if let index, case .root(let version) = entries[index].kind {
            Task { post(Told(entry: index, isDone: await faults.setVersion(version))) }
            return
        }
        let rules = index.map { entries[$0].rules } ?? []
        Task { post(Told(entry: index, isDone: await faults.set(rules))) }
    }

    /// The stage has answered.
    private func show(_ told: Told, _ context: ScreenContext) -> ScreenCommand {
        isBusy = false
        guard told.isDone else {
            notice = PageNotice(context.language[.stageSilent], tone: .bad)
            return .stay
        }
        if let index = told.entry, case .root(let version) = entries[index].kind {
            host.onRoot(version)
            return .leave
        }
        if let index = told.entry, entries[index].kind == .imitated, let network = host.stage?.network {
            notice = PageNotice(network.sentence(context.language))
            return .stay
        }
        inForce = nil
        guard let index = told.entry else {
            notice = PageNotice(context.language[.healed], tone: .good)
            return .stay
        }
        if entries[index].kind == .network {
            inForce = entries[index].key
            notice = PageNotice(context.language[.networkFaulty])
        }
        return host.onLaunch(entries[index].app, Self.emptyPlaces(host.places))
    }

    // MARK: - In lines

    func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = Spoken(language[.faultsTitle])
        spoken.returnsBriefly = true
        spoken.isAsking = !isBusy
        spoken.answers = entries.map { entry in
            var label = label(entry, language)
            var detail: SafeText = ""
            if case .code(let code) = entry.kind { detail = "\(code.rawValue)" }
            if case .banner = entry.kind { label = language[.banner] + " " + label }
            if entry.kind == .network || entry.kind == .imitated { label = language[.network] + " " + label }
            return SpokenAnswer(label, detail: detail, press: .character(entry.key))
        }
        spoken.answers += [
            SpokenAnswer(language[.heal], press: .character("0")).unnumbered, SpokenAnswer.back(language).unnumbered,
        ]
        if let notice { spoken.news = [notice.text] }
        return spoken
    }

    /// With the network that is imitated, if that is what it says.
    private func label(_ entry: FaultEntry, _ language: Language) -> SafeText {
        guard entry.kind == .imitated, let network = host.stage?.network else { return language[entry.word] }
        return language[entry.word] + language.colon + language[network.word]
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let language = context.language
        offset = FaultsLayout.offset(offset, showing: focus, of: entries, size: context.size)
        let layout = FaultsLayout(entries, size: context.size, offset: offset)
        canvas.fill(.ground)
        canvas.text(language[.faultsTitle], in: layout.header, alignment: .leading, style: .accent)
        for (word, rect) in layout.headings {
            canvas.text(language[word], in: rect, alignment: .leading, style: .quiet)
        }
        for (index, rect) in layout.places { drawEntry(entries[index], index == focus, rect, &canvas, language) }
        if let scroll = layout.scroll { scroll.indicator.render(into: &canvas, in: scroll.rect) }
        Footer(keys: [
            KeyHint(.enter, language[.open]), KeyHint("0", language[.heal]), KeyHint([.up, .down], language[.choose]),
            KeyHint("q", language[.back]),
        ]).render(into: &canvas, in: layout.footer)
        notice?.render(into: &canvas)
    }

    private func drawEntry(
        _ entry: FaultEntry, _ hasFocus: Bool, _ rect: Rect, _ canvas: inout Canvas, _ language: Language
    ) {
        canvas.within(rect) { line in
            if hasFocus {
                line.put(line.glyphs.marker, column: 0, row: 0, style: TextStyle(.accent))
                line.markFocus(column: 2, row: 0)
            }
            line.text(SafeText(String(Character(entry.key))), column: 2, row: 0, style: .strong)
            var column = 5
            if case .code(let code) = entry.kind {
                line.text(SafeText("\(code.rawValue)"), column: column, row: 0, style: TextStyle(.bad))
                column += 7
            }
            let isOn = inForce == entry.key
            let style = hasFocus ? TextStyle.accent : TextStyle.text
            column += line.text(
                label(entry, language), column: column, row: 0, style: style, columns: line.columns - column - 2)
            if isOn { line.put(line.glyphs.dot, column: column + 1, row: 0, style: TextStyle(.bad)) }
        }
    }
}
