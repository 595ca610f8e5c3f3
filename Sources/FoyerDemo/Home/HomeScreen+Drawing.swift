import Foyer

extension HomeScreen {
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        follow(context)
        fit(context)
        let (layout, language) = (layout, context.language)
        canvas.fill(.ground)
        tabs.render(into: &canvas, in: layout.header, language, hasFocus: focus == .tabs)
        banner.draw(in: &canvas, rect: layout.banner, context: context)
        switch tabs.current {
        case .home, .apps: drawGrid(in: &canvas, layout, language)
        case .inbox:
            canvas.paragraph(
                language[.inboxEmpty], in: layout.grid.splitTop(layout.grid.rows / 2).rest, alignment: .center,
                style: .quiet)
        }
        footer(language).render(into: &canvas, in: layout.footer)
        links = notice?.render(into: &canvas) ?? []
        keySheet.draw(in: &canvas, language: language)
        if !isInShell { drawPopup(in: &canvas, context) }
    }

    /// Links beneath a card are disabled.
    func drawPopup(in canvas: inout Canvas, _ context: ScreenContext) {
        popup?.draw(in: &canvas, context: context)
        if popup?.isShown == true { links = [] }
    }

    private func drawGrid(in canvas: inout Canvas, _ layout: HomeLayout, _ language: Language) {
        if isLoaded && programs.isEmpty {
            canvas.paragraph(
                language[hasNoCatalogue ? .catalogueAbsent : .catalogueMissing], in: layout.grid, alignment: .center,
                style: .quiet)
        }
        for (index, rect) in grid.places {
            let program = programs[index]
            ProgramTile(
                program: program, icon: icons[program.appID], hasFocus: focus == .grid && index == grid.focus
            ).render(into: &canvas, in: rect)
        }
        if let scroll = layout.scroll {
            ScrollIndicator(first: grid.firstRow, visible: grid.visibleRows, total: grid.rows)
                .render(into: &canvas, in: scroll)
        }
    }

    // MARK: - Footer

    /// Most important first.
    private func keys(_ language: Language) -> [KeyHint] {
        if popup?.isShown == true {
            return [
                KeyHint(.tab, language[.next]), KeyHint(.enter, language[.choose]), KeyHint("q", language[.close]),
            ]
        }
        var keys: [KeyHint] = []
        func add(_ some: KeyEvent..., does word: Phrase) { keys.append(KeyHint(some, language[word])) }
        if isLoaded, programs.isEmpty || banner.showsErrorImage { add("r", does: .reload) }
        switch focus {
        case .tabs where tabs.isElsewhere: add(.up, .down, does: .tabs)
        case .tabs: add(.left, .right, does: .tabs)
        case .banner where banner.showsErrorImage: break
        case .banner:
            if banner.hasPages { add(.left, .right, does: .banner) }
            if banner.leadsSomewhere { add(.enter, does: .open) }
        case .grid: if hasChoice { add(.enter, does: .open) }
        }
        if display.additions.makeFaultsPage != nil { add("f", does: .faults) }
        add("s", does: .addToDesktop)
        add("q", does: .quit)
        if display.control != nil { add("o", does: .settingsTitle) }
        add("?", does: .keys)
        if focus != .banner, focusable.contains(.banner), banner.hasPages { add("h", "l", does: .banner) }
        if focusable.count > 1 { add(.tab, does: .next) }
        if focus == .grid, hasChoice {
            if tabs.current == .inbox {
                add(.up, .down, does: .inbox)
            } else {
                add(.left, .right, .up, .down, does: .apps)
            }
        }
        return keys
    }

    /// Whether the page has something to open, or soon will: nothing jumps when the programs arrive.
    private var hasChoice: Bool { tabs.current == .inbox || !isLoaded || !programs.isEmpty }

    func footer(_ language: Language) -> Footer {
        Footer(keys: keys(language), note: note(columns: context?.size.columns ?? 0))
    }

    /// The first screen's version, after the platform's address if there is room for both.
    private func note(columns: Int) -> SafeText {
        let address = SafeText(display.platform.address.origin)
        if version.isEmpty { return address }
        return columns < 120 ? version : address + "   " + version
    }
}
