import Foyer
import FoyerPlatform

/// The platform's mini programs with their pictures, as tiles in a grid.
final class HomePrograms {
    private enum News: Sendable {
        /// `nil`: the platform has no list at all.
        case catalogue([CataloguedProgram]?)
        case noCatalogue
        case icon(CellPicture, appID: String, theme: DisplayTheme)
    }

    private let display: HomeScreen.DisplayContext
    private let catalogue: ProgramCatalogue
    private let inbox = Inbox<News>()
    private(set) var all: [CataloguedProgram] = []
    private var icons: [String: CellPicture] = [:]
    /// Whether an answer has come.
    private(set) var isLoaded = false
    /// Why there is no program, once that is known.
    private(set) var absence: Phrase?
    var grid = HomeGrid(count: 0, area: Rect(CellSize(columns: 80, rows: 20))) { didSet { askForIcons() } }
    private var context: ScreenContext?
    /// The language of the present list.
    private var language: Language?
    /// The theme of the present icons.
    private var theme: DisplayTheme?
    /// The programs whose icons have been asked for.
    private var asked: Set<String> = []
    /// How many programs before and after those in sight have their icons ready.
    private static let iconReach = 64

    init(_ display: HomeScreen.DisplayContext) {
        self.display = display
        let platform = display.platform
        catalogue = ProgramCatalogue(server: platform.address, network: platform.network, places: display.places)
    }

    /// Asks the platform, at first and at a reload.
    func load(_ context: ScreenContext) {
        (self.context, theme, language) = (context, context.theme, context.language)
        let (catalogue, known, post) = (catalogue, display.known, inbox.poster(context))
        Task {
            do throws(CatalogueError) {
                let programs = try await catalogue.programs()
                known.store(programs ?? [])
                post(.catalogue(programs))
            } catch {
                post(.noCatalogue)
            }
        }
    }

    /// The look may have changed while another screen was on top.
    func follow(_ context: ScreenContext) {
        self.context = context
        if language != nil, context.language != language { load(context) }
        guard context.theme != theme else { return }
        theme = context.theme
        (icons, asked) = ([:], [])
        askForIcons()
    }

    /// Takes what has come since.
    ///
    /// - Returns: whether it is another list, which must be laid out.
    func wake() -> Bool {
        var isOther = false
        for news in inbox.drain() {
            if case .icon(let picture, let appID, let drawnFor) = news {
                if drawnFor == theme { icons[appID] = picture }
                continue
            }
            isOther = true
            if case .catalogue(let listed) = news {
                show(listed ?? [], orSay: listed == nil ? .catalogueAbsent : .catalogueMissing)
            } else {
                show([], orSay: .catalogueMissing)
            }
        }
        return isOther
    }

    private func show(_ programs: [CataloguedProgram], orSay absence: Phrase) {
        all = programs
        self.absence = programs.isEmpty ? absence : nil
        isLoaded = true
        asked = []
    }

    /// Lays the tiles out in an area, with the same one in focus.
    func layOut(in area: Rect) {
        grid = HomeGrid(count: all.count, area: area, focus: grid.focus, firstRow: grid.firstRow)
    }

    /// Draws the tiles, or why there are none.
    func render(into canvas: inout Canvas, in area: Rect, hasFocus: Bool, _ language: Language) {
        if let absence { canvas.paragraph(language[absence], in: area, alignment: .center, style: .quiet) }
        for (index, rect) in grid.places {
            let program = all[index]
            ProgramTile(program: program, icon: icons[program.appID], hasFocus: hasFocus && index == grid.focus)
                .render(into: &canvas, in: rect)
        }
    }

    // MARK: - Icons

    /// Of the programs in sight and those around them: a platform may have thousands.
    private func askForIcons() {
        guard let context, let theme else { return }
        let near = grid.indices(around: Self.iconReach).clamped(to: all.indices)
        let wanted = all[near].filter { asked.insert($0.appID).inserted }
        guard !wanted.isEmpty else { return }
        let (catalogue, display, post) = (catalogue, display, inbox.poster(context))
        Task { await HomePrograms.drawIcons(of: wanted, catalogue, display, theme, post) }
    }

    /// After the names, the pictures, one after the other.
    private static func drawIcons(
        of programs: [CataloguedProgram], _ catalogue: ProgramCatalogue, _ display: HomeScreen.DisplayContext,
        _ theme: DisplayTheme, _ post: @Sendable (News) -> Void
    ) async {
        guard theme.showsIcons else { return }
        let style = theme.pictureStyle(ProgramTile.iconSize, .aspectFit)
        for program in programs {
            guard let pixels = await catalogue.icon(of: program, fitting: ProgramTile.iconPixels) else { continue }
            display.known.store(pixels, of: program.appID)
            let picture = display.platform.network.surroundings.cells(for: pixels, style: style)
            post(.icon(picture, appID: program.appID, theme: theme))
        }
    }
}
