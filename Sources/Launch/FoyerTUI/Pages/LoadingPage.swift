import FoyerCore

/// The default splash view during a launch.
///
/// The layout depends only on the screen's size: nothing moves when a name, a number or the icon arrives.
package struct LoadingPage: Widget, Equatable, Sendable {
    /// The program's name; empty until it is known.
    package var name: SafeText
    /// The text in the name's line until then.
    package var preparing: SafeText
    package var slogan: SafeText
    package var description: SafeText
    /// The icon in cells, of the size that `iconSize(in:)` asks for.
    package var icon: CellPicture?
    /// The label of the running step.
    package var step: SafeText
    package var progress: Glide
    /// The figure beside the step; `nil` while nobody knows how far the launch is.
    package var percent: Int?
    /// Bytes, rate and time left; only if the launch takes a while.
    package var transfer: TransferText?
    package var footer: Footer
    /// When the page appeared; animations count from then.
    package var startedAt: Instant
    package var arrangement = SplashDesign.Layout.card
    /// There is room for a picture, whether it has come or not.
    package var hasPicture = true
    /// The picture may still come: something soft stands in for it. Otherwise the name is drawn large.
    package var isPictureDue = true

    package init(
        name: SafeText = "", preparing: SafeText = "Preparing the awesome ...", slogan: SafeText = "",
        description: SafeText = "", icon: CellPicture? = nil, step: SafeText = "", progress: Glide = Glide(),
        percent: Int? = nil,
        transfer: TransferText? = nil, footer: Footer = Footer(keys: []), startedAt: Instant = .zero
    ) {
        self.name = name
        self.preparing = preparing
        self.slogan = slogan
        self.description = description
        self.icon = icon
        self.step = step
        self.progress = progress
        self.percent = percent
        self.transfer = transfer
        self.footer = footer
        self.startedAt = startedAt
    }

    /// The icon's size in cells on a screen of this size; empty if there is no room for it.
    package static func iconSize(in size: CellSize, as arrangement: SplashDesign.Layout = .card) -> CellSize {
        LoadingLayout(size, arrangement).icon.size
    }

    /// The next instant at which the page looks different by itself; `nil` if nothing moves.
    package func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        [
            bar(0).nextChange(after: now, theme: theme),
            icon == nil && isPictureDue && arrangement == .card
                ? placeholder.nextChange(after: now, theme: theme) : nil,
            theme.reducesMotion ? nil : progress.nextChange(after: now),
        ].compactMap { $0 }.min()
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { renderPage(into: &$0, at: now) }
    }

    private func renderPage(into canvas: inout Canvas, at now: Instant) {
        canvas.fill(.ground)
        let layout = layout(in: canvas.size, theme: canvas.theme)
        renderName(into: &canvas, layout, at: now)
        let soft = TextStyle(canvas.theme.blend(.quiet, .faint, 0.3))
        canvas.paragraph(description, in: layout.description, alignment: .center, style: soft)
        bar(shownProgress(at: now, theme: canvas.theme)).render(into: &canvas, in: layout.bar, at: now)
        renderStatus(into: &canvas, in: layout.status)
        if let transfer, !layout.transfer.isEmpty {
            renderTransfer(transfer, into: &canvas, in: layout.transfer)
        }
        footer.render(into: &canvas, in: layout.footer)
    }

    /// The bar glides to the figure beside it, and is never more than five points behind.
    private func shownProgress(at now: Instant, theme: DisplayTheme) -> Double {
        theme.reducesMotion ? progress.target : max(progress.value(at: now), progress.target - 0.05)
    }

    func layout(in size: CellSize, theme: DisplayTheme) -> LoadingLayout {
        if hasPicture || arrangement == .poster { return LoadingLayout(size, arrangement) }
        let large = LoadingLayout(size, arrangement, hasPicture: false, nameRows: LargeText.rows)
        let isLarge = large.name.rows == LargeText.rows && largeName(in: large.name, theme: theme) != nil
        return isLarge ? large : LoadingLayout(size, arrangement, hasPicture: false)
    }

    private func largeName(in rect: Rect, theme: DisplayTheme) -> LargeText? {
        icon == nil && !isPictureDue ? LargeText(name, columns: rect.columns, theme: theme) : nil
    }

    /// Picture, name and slogan, which stay where they are for the whole launch.
    func renderName(into canvas: inout Canvas, _ layout: LoadingLayout, at now: Instant) {
        if let icon {
            canvas.picture(icon, in: layout.icon)
        } else if arrangement == .poster {
            canvas.fill(.raised, in: layout.icon)
        } else if arrangement == .card, isPictureDue, hasPicture {
            placeholder.render(into: &canvas, in: layout.icon, at: now)
        }
        if let (large, place) = largeName(layout, theme: canvas.theme) {
            large.render(into: &canvas, in: place, at: now)
        } else {
            canvas.text(
                name.isEmpty ? preparing : name, in: layout.name, alignment: layout.alignment,
                style: name.isEmpty ? .text : .strong)
        }
        canvas.text(slogan, in: layout.slogan, alignment: layout.alignment, style: .quiet)
    }

    /// The large name: in its own rows, or at the end of the room that a picture has left.
    private func largeName(_ layout: LoadingLayout, theme: DisplayTheme) -> (LargeText, Rect)? {
        var rows = layout.name
        if hasPicture {
            guard arrangement == .card, layout.icon.rows >= LargeText.rows else { return nil }
            rows = Rect(
                column: rows.column, row: rows.row - LargeText.rows, columns: rows.columns, rows: LargeText.rows)
        }
        guard rows.rows == LargeText.rows, let large = largeName(in: rows, theme: theme) else { return nil }
        rows.column += layout.alignment.offset(of: large.columns, in: rows.columns)
        return (large, rows)
    }

    private func bar(_ fraction: Double) -> ProgressBar {
        ProgressBar(fraction: fraction, isMeasured: percent != nil, startedAt: startedAt)
    }

    private var placeholder: IconPlaceholder {
        IconPlaceholder(name: name, startedAt: startedAt)
    }

    /// The step at the left, the percentage at the right in a field of its own.
    private func renderStatus(into canvas: inout Canvas, in rect: Rect) {
        let field = 5
        guard rect.columns >= field else { return }
        if let percent {
            let figure = SafeText("\(percent) %")
            canvas.text(figure, in: rect.splitRight(field).right, alignment: .trailing, style: .text)
        }
        canvas.text(step, in: rect.splitRight(field + 2).rest, alignment: .leading, style: .quiet)
    }

    private func renderTransfer(_ transfer: TransferText, into canvas: inout Canvas, in rect: Rect) {
        let style = TextStyle(canvas.theme.blend(.quiet, .faint, 0.3))
        let trailing = Canvas.columns(of: transfer.trailing)
        let choices = transfer.brief.isEmpty ? [transfer.leading] : [transfer.leading, transfer.brief]
        let leading = choices.first { Canvas.columns(of: $0) + 2 + trailing <= rect.columns }
        canvas.text(leading ?? transfer.leading, in: rect, alignment: .leading, style: style)
        if leading != nil { canvas.text(transfer.trailing, in: rect, alignment: .trailing, style: style) }
    }
}

/// The line under the bar: bytes and rate at the left, the time left at the right.
package struct TransferText: Equatable, Sendable {
    package var leading: SafeText
    /// A shorter left part, for where the whole leaves no room for the right one; empty for none.
    package var brief: SafeText
    package var trailing: SafeText

    package init(leading: SafeText, brief: SafeText = "", trailing: SafeText = "") {
        self.leading = leading
        self.brief = brief
        self.trailing = trailing
    }
}
