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

    /// A key that works now; one without an input stands for several.
    struct FooterKey {
        let input: KeyEvent?
        let label: SafeText
        let word: Phrase
    }

    /// Most important first.
    var keys: [FooterKey] {
        var keys: [FooterKey] = []
        if popup?.isShown == true {
            return [
                FooterKey(input: .tab, label: "Tab", word: .next),
                FooterKey(input: .enter, label: context?.theme.glyphs.enter ?? "↵", word: .choose),
                FooterKey(input: .character("q"), label: "q", word: .close),
            ]
        }
        func add(_ input: KeyEvent?, _ label: SafeText, _ word: Phrase) {
            keys.append(FooterKey(input: input, label: label, word: word))
        }
        let enter = context?.theme.glyphs.enter ?? "↵"
        if isLoaded, programs.isEmpty || banner.showsErrorImage { add(.character("r"), "r", .reload) }
        switch focus {
        case .tabs: add(nil, "← →", .tabs)
        case .banner where banner.showsErrorImage: break
        case .banner:
            if banner.hasPages { add(nil, "← →", .banner) }
            if banner.leadsSomewhere { add(.enter, enter, .open) }
        case .grid: if hasChoice { add(.enter, enter, .open) }
        }
        if display.additions.makeFaultsPage != nil { add(.character("f"), "f", .faults) }
        add(.character("s"), "s", .addToDesktop)
        add(.character("q"), "q", .quit)
        if display.control != nil { add(.character("o"), "o", .settingsTitle) }
        add(.character("?"), "?", .keys)
        if focus != .banner, focusable.contains(.banner), banner.hasPages { add(.character("l"), "h l", .banner) }
        if focusable.count > 1 { add(.tab, "Tab", .next) }
        if focus == .grid, hasChoice {
            add(nil, tabs.current == .inbox ? "↑ ↓" : "← → ↑ ↓", tabs.current == .inbox ? .inbox : .apps)
        }
        return keys
    }

    /// Whether the page has something to open, or soon will: nothing jumps when the programs arrive.
    private var hasChoice: Bool { tabs.current == .inbox || !isLoaded || !programs.isEmpty }

    func footer(_ language: Language) -> Footer {
        Footer(
            keys: keys.map { KeyHint($0.label, language[$0.word]) },
            note: note(columns: context?.size.columns ?? 0))
    }

    /// The first screen's version, after the platform's address if there is room for both.
    private func note(columns: Int) -> SafeText {
        let address = SafeText(display.platform.address.origin)
        if version.isEmpty { return address }
        return columns < 120 ? version : address + "   " + version
    }
}
