import Foyer
import FoyerClient

/// The demo host's home: the mini programs, each opening through its own splash.
final class HomeScreen: Screen {
    let server: WebAddress
    private let catalogue: ProgramCatalogue
    let display: DisplayContext
    private var programs: [CataloguedProgram] = []
    private var icons: [String: CellPicture] = [:]
    private var grid = HomeGrid(count: 0, area: Rect(CellSize(columns: 80, rows: 20)))
    private var showsKeys = false
    private var isLoaded = false

    /// What the launches of this host have in common.
    struct DisplayContext: Sendable {
        var places: Places
        var timeout: Duration
        /// Where the stage takes orders, where that is another place than the platform's.
        var control: WebAddress?
    }

    static let iconSize = CellSize(columns: 6, rows: 3)

    init(server: WebAddress, display: DisplayContext) {
        self.server = server
        self.display = display
        catalogue = ProgramCatalogue(server: server)
    }

    // MARK: - Events

    func appear(_ context: ScreenContext) {
        let catalogue = catalogue
        let post = context.post
        let palette = context.theme.picturePalette
        let background = Color.hex(context.theme.rgb(.ground))
        let showsIcons = context.theme.showsIcons
        Task {
            let programs = await catalogue.programs()
            post(Loaded(programs: programs))
            if showsIcons { await HomeScreen.drawIcons(of: programs, catalogue, palette, background, post) }
        }
    }

    /// After the names, the pictures, one after the other.
    private static func drawIcons(
        of programs: [CataloguedProgram], _ catalogue: ProgramCatalogue, _ palette: PicturePalette, _ background: Color,
        _ post: @Sendable (any Sendable) -> Void
    ) async {
        for program in programs {
            guard let pixels = await catalogue.icon(of: program) else { continue }
            let picture = PictureMapping.cells(
                for: pixels, size: Self.iconSize, contentMode: .aspectFit, palette: palette, background: background)
            post(IconDrawn(appID: program.appID, picture: picture))
        }
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .message(let loaded as Loaded):
            programs = loaded.programs
            isLoaded = true
            layOut(context.size)
        case .message(let drawn as IconDrawn): icons[drawn.appID] = drawn.picture
        case .input(.resized), .uncovered: layOut(context.size)
        case .input(let input): return handle(input, context)
        case .message, .deadline, .presented: break
        }
        return .stay
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        if showsKeys {
            if input.isKeyOrClick { showsKeys = false }
            return .stay
        }
        switch input {
        case .key(.left), .key(.backTab): grid.move(.left)
        case .key(.right), .key(.tab): grid.move(.right)
        case .key(.up): grid.move(.up)
        case .key(.down): grid.move(.down)
        case .key(.home): grid.move(.first)
        case .key(.end): grid.move(.last)
        case .key(.pageUp): grid.move(.pageUp)
        case .key(.pageDown): grid.move(.pageDown)
        case .key(.enter): return open(grid.focus, context)
        case .key(.character("f")): return .push(FaultsPanel(faultsHost(context.theme)))
        case .key(.character("?")): showsKeys = true
        case .key(.character("q")), .key(.escape): return .leave
        case .mouse(let mouse): return handle(mouse, context)
        default: break
        }
        return .stay
    }

    private func handle(_ mouse: MouseEvent, _ context: ScreenContext) -> ScreenCommand {
        switch mouse.kind {
        case .wheelUp: grid.scroll(by: -1)
        case .wheelDown: grid.scroll(by: 1)
        case .click:
            guard let index = grid.index(atColumn: mouse.column, row: mouse.row) else { return .stay }
            grid.moveFocus(to: index)
            return open(index, context)
        default: break
        }
        return .stay
    }

    private func open(_ index: Int, _ context: ScreenContext) -> ScreenCommand {
        guard programs.indices.contains(index) else { return .stay }
        var request = MiniProgramRequest(appID: programs[index].appID, server: server)
        request.timeout = display.timeout
        let launch = MiniProgramLaunch(request, places: display.places)
        guard let screen = try? launch.makeScreen(theme: context.theme) else { return .stay }
        return .push(screen)
    }

    // MARK: - Drawing

    private func layOut(_ size: CellSize) {
        grid = HomeGrid(
            count: programs.count, area: HomeLayout(size).grid, focus: grid.focus, firstRow: grid.firstRow)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let layout = HomeLayout(context.size)
        let language = context.language
        canvas.fill(.ground)
        canvas.text("Foyer", in: layout.header, alignment: .leading, style: .accent)
        canvas.text(language[.home], in: layout.header, alignment: .trailing, style: .quiet)
        if isLoaded && programs.isEmpty {
            canvas.paragraph(
                language[.catalogueMissing], in: layout.grid, alignment: .center, style: .quiet)
        }
        for (index, rect) in grid.places { drawTile(index, in: rect, &canvas) }
        if let indicator = layout.scroll {
            ScrollIndicator(first: grid.firstRow, visible: grid.visibleRows, total: grid.rows)
                .render(into: &canvas, in: indicator)
        }
        Footer(
            keys: [
                KeyHint("↵", language[.open]), KeyHint("← → ↑ ↓", language[.apps]), KeyHint("?", language[.keys]),
                KeyHint("f", language[.faults]), KeyHint("q", language[.quit]),
            ], note: SafeText(server.origin)
        ).render(into: &canvas, in: layout.footer)
        if showsKeys {
            KeyHelp(title: language[.keys], keys: language.keyHelp.map { KeyHint($0.keys, $0.does) })
                .render(into: &canvas)
        }
    }

    private func drawTile(_ index: Int, in rect: Rect, _ canvas: inout Canvas) {
        let program = programs[index]
        let hasFocus = index == grid.focus
        canvas.within(rect) { tile in
            let (left, rest) = tile.bounds.inset(columns: 1).splitLeft(Self.iconSize.columns)
            if let icon = icons[program.appID] {
                tile.picture(icon, in: left)
            } else {
                IconPlaceholder(name: program.name).render(into: &tile, in: left, at: .zero)
            }
            let words = rest.inset(columns: 1)
            tile.text(
                program.name, in: words.line(0), alignment: .leading, style: hasFocus ? .accent : .strong)
            tile.paragraph(program.slogan, in: words.splitTop(1).rest, style: .quiet)
            if hasFocus {
                for row in 0..<tile.rows {
                    tile.put(tile.glyphs.marker, column: 0, row: row, style: TextStyle(.accent))
                }
            }
        }
    }
}

/// The parts of the home screen.
struct HomeLayout {
    let header: Rect
    let grid: Rect
    let footer: Rect
    /// Where there is more than fits, on screens that have a column to spare.
    let scroll: Rect?

    init(_ size: CellSize) {
        let (body, footer) = PageLayout.split(size)
        self.footer = footer
        let room = body.inset(columns: PageLayout.margin(columns: size.columns))
        let hasHeader = size.rows >= 10
        header = hasHeader ? room.line(1) : room.line(-1)
        let top = hasHeader ? 3 : 0
        grid = room.splitTop(top).rest
        scroll = size.columns >= 12 ? Rect(column: size.columns - 1, row: top, columns: 1, rows: grid.rows) : nil
    }
}

private struct Loaded: Sendable {
    let programs: [CataloguedProgram]
}

private struct IconDrawn: Sendable {
    let appID: String
    let picture: CellPicture
}
