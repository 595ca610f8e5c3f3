import Foyer
import FoyerPlatform

// A banner in a scenario: the properties of the view, by their names.

extension YAMLShape where Value == BannerOrder {
    /// A banner's key, or a mapping with more properties.
    static let banner = YAMLShape<String>.text.map { BannerOrder(key: $0) }.orMapping(
        .mapping { fields in
            var order = BannerOrder()
            if let key = fields.required("key", YAMLShape<String>.text.orNull) { order.key = key }
            fields.read(&order.style)
            fields.set(&order.hasPlaceholder, "placeholder", .truth)
            fields.set(&order.hasErrorImage, "error-image", .truth)
            fields.set(&order.impressionPolicy, "impressions", .oneOf(["at-rest": .atRest, "viewable": .viewable]))
            order.timeout = fields.optional("timeout", .duration)
            order.views = fields.optional("views", .oneOrMore(.text))
            fields.rule(YAMLSchema.needs(["views"], where: "bind"))
            if let bindings = fields.optional("bind", YAMLShape<[ViewBinding]>.list(of: .binding).located) {
                order.bindings = bindings.value
                if order.views == nil { fields.report.say(bindings.mark, .nothingToBindTo) }
            }
            return order
        })
}

extension YAMLShape where Value == ViewBinding {
    /// The bindings; `~` for none. They may be wrong on purpose.
    static let binding = YAMLShape.mapping { fields in
        let view = fields.required("view", YAMLShape<String>.text.orNull)
        let item = fields.required("item", YAMLShape<String>.text.orNull)
        return ViewBinding(view: view ?? nil, item: item ?? nil)
    }
}

extension YAMLFields {
    fileprivate mutating func read(_ style: inout BannerStyle) {
        if let interval = optional("interval", YAMLShape<Duration>.duration) {
            style.scrollInterval = interval.inSeconds
        }
        set(&style.isAutoScrolling, "auto-scroll", .truth)
        set(&style.loops, "loop", .truth)
        set(&style.contentMode, "image-mode", .mode)
        set(
            &style.indicator, "indicator",
            YAMLShape<IndicatorStyle.Kind>.kind.map { IndicatorStyle($0) }.orMapping(.style))
    }
}

extension YAMLShape where Value == CellPicture.ContentMode {
    fileprivate static let mode = oneOf([
        "scale-to-fill": .scaleToFill, "aspect-fit": .aspectFit, "aspect-fill": .aspectFill, "centre": .center,
        "top": .top, "bottom": .bottom, "left": .left, "right": .right, "top-left": .topLeft, "top-right": .topRight,
        "bottom-left": .bottomLeft, "bottom-right": .bottomRight,
    ])
}

extension YAMLShape where Value == IndicatorStyle.Kind {
    fileprivate static let kind = oneOf(["dots": .dots, "bar": .bar, "fraction": .fraction, "none": .none])
}

extension YAMLShape where Value == IndicatorStyle {
    fileprivate static let style = YAMLShape.mapping { fields in
        var style = IndicatorStyle()
        fields.set(&style.kind, "kind", .kind)
        fields.set(&style.alignment, "alignment", .oneOf(["left": .left, "centre": .centre, "right": .right]))
        fields.set(&style.place, "place", .oneOf(["below": .below, "inside": .inside]))
        style.spacing = fields.optional("spacing", .integer(in: 0...1000))
        if let mark = fields.optional("current", YAMLShape<PageMark>.mark) {
            (style.currentMark, style.currentTint, style.currentSize) = (mark.glyph, mark.tint, mark.size)
        }
        if let mark = fields.optional("other", YAMLShape<PageMark>.mark) {
            (style.otherMark, style.otherTint, style.otherSize) = (mark.glyph, mark.tint, mark.size)
        }
        return style
    }
}

/// The mark of a page.
private struct PageMark: Sendable {
    var glyph: IndicatorStyle.Mark?
    var tint: CellColor?
    var size: CellSize?
}

extension YAMLShape where Value == PageMark {
    /// Only a glyph, or its colour and size as well.
    fileprivate static let mark = YAMLShape<IndicatorStyle.Mark>.glyph.map { PageMark(glyph: $0) }.orMapping(
        .mapping { fields in
            PageMark(
                glyph: fields.optional("glyph", .glyph), tint: fields.optional("tint", .look),
                size: fields.optional("size", .size))
        })
}

extension YAMLShape where Value == IndicatorStyle.Mark {
    fileprivate static let glyph = YAMLShape<String>.text.map { IndicatorStyle.Mark.glyph(SafeText($0)) }
}

extension YAMLShape where Value == CellColor {
    private static let roles = word(
        zip(CellColor.Role.names, CellColor.Role.allCases).map { ($0, .role($1)) },
        expectation: .aColorOrARole(CellColor.Role.names))
    private static let value = YAMLShape<UInt32>.color.map { CellColor.hex($0) }

    /// A role, or `#rrggbb`.
    static let look = YAMLShape(
        outline: roles.outline.described(by: YAMLSchema.either([value.outline.schema, roles.outline.schema]))
    ) { node, what, report in
        (node.scalar?.first == "#" ? value : roles).read(node, what, &report)
    }
}
