import Foyer

// Keys and mouse actions that the banner did not use.
extension HomeScreen {
    func handle(_ key: KeyEvent, _ context: ScreenContext) {
        switch key {
        case .tab: moveFocus(by: 1)
        case .backTab: moveFocus(by: -1)
        case .character("r"): load(context)
        case .character("f"): openFaults(context)
        case .character("o"): openSettings()
        case .character("?"): keySheet.open()
        case .character("q"), .escape: command = .leave
        default:
            switch focus {
            case .tabs: handleOnTabs(key)
            case .banner: handleOnBanner(key)
            case .grid: handleOnGrid(key)
            }
        }
    }

    private func openFaults(_ context: ScreenContext) {
        if let make = display.additions.makeFaultsPage { command = .push(make(self, context.theme)) }
    }

    private func openSettings() {
        guard let control = display.control else { return }
        command = .push(
            SettingsPage(control, places: display.places, surroundings: display.platform.network.surroundings))
    }

    private func handleOnTabs(_ key: KeyEvent) {
        switch key {
        case .left: step(by: -1)
        case .right: step(by: 1)
        case .down, .enter: moveFocus(by: 1)
        default: break
        }
    }

    private func step(by step: Int) {
        var next = tabs
        next.step(by: step)
        show(next.current)
    }

    /// The banner itself uses left, right and Enter.
    private func handleOnBanner(_ key: KeyEvent) {
        switch key {
        case .up: moveFocus(by: -1)
        case .down: moveFocus(to: .grid)
        default: break
        }
    }

    private func handleOnGrid(_ key: KeyEvent) {
        // The inbox's list belongs to the root.
        guard tabs.current != .inbox else { return }
        switch key {
        case .left: grid.move(.left)
        case .right: grid.move(.right)
        // Up from the first row leads to what is above it.
        case .up: if grid.focus < grid.columns { leaveGridUpwards() } else { grid.move(.up) }
        case .down: grid.move(.down)
        case .home: grid.move(.first)
        case .end: grid.move(.last)
        case .pageUp: grid.move(.pageUp)
        case .pageDown: grid.move(.pageDown)
        case .enter: open(programAt: grid.focus)
        default: break
        }
    }

    func leaveGridUpwards() {
        let all = focusable
        if let index = all.firstIndex(of: .grid), index > 0 { moveFocus(to: all[index - 1]) }
    }

    func open(programAt index: Int) {
        if programs.indices.contains(index) { open(programs[index].appID) }
    }

    // MARK: - The mouse

    func handle(_ mouse: MouseEvent, _ context: ScreenContext) {
        switch mouse.kind {
        case .wheelUp: grid.scroll(by: -1)
        case .wheelDown: grid.scroll(by: 1)
        case .click: click(mouse, context)
        default: break
        }
    }

    private func click(_ mouse: MouseEvent, _ context: ScreenContext) {
        let layout = layout
        let (column, row) = (mouse.column, mouse.row)
        switch tabs.target(atColumn: column, row: row, in: layout.header, context.language) {
        case .tab(let tab): return show(tab)
        case .keys:
            keySheet.open()
            return
        case nil: break
        }
        guard tabs.current != .inbox, let index = grid.index(atColumn: column, row: row) else { return }
        moveFocus(to: .grid)
        grid.moveFocus(to: index)
        open(programAt: index)
    }
}
