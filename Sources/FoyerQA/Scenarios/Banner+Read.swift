import Foyer
import FoyerPlatform

// A banner as a scenario shows it: the properties of the view, by their names.
extension NodeReader {
    private static let bannerKeys = [
        "key", "interval", "auto-scroll", "loop", "image-mode", "indicator", "placeholder", "error-image",
        "impressions",
        "timeout", "views", "bind",
    ]

    /// A banner's key, or a mapping with more to say.
    mutating func banner(_ node: YAMLNode) -> BannerOrder? {
        if node.scalar != nil { return text(node, "banner").map { BannerOrder(key: $0) } }
        guard let fields = fields(node, "banner", known: Self.bannerKeys),
            let keyNode = required("key", in: fields, of: node, "banner")
        else { return nil }
        var order = BannerOrder()
        order.key = Self.isNothing(keyNode) ? nil : text(keyNode, "key")
        readStyle(fields, into: &order.style)
        if let node = fields["placeholder"] { order.hasPlaceholder = truth(node, "placeholder") ?? false }
        if let node = fields["error-image"] { order.hasErrorImage = truth(node, "error-image") ?? false }
        if let node = fields["impressions"] {
            order.impressionPolicy = word(node, "impressions", ["at-rest": .atRest, "viewable": .viewable]) ?? .atRest
        }
        if let node = fields["timeout"] { order.timeout = seconds(node, "timeout") }
        if let node = fields["views"] { order.views = texts(node, "views") }
        if let node = fields["bind"] {
            order.bindings = elements(node, "bind").compactMap { binding($0) }
            if order.views == nil { report(node.mark, "bind has nothing to bind to; expected \"views\" beside it.") }
        }
        return order
    }

    /// `~`, or nothing at all: what YAML calls null.
    private static func isNothing(_ node: YAMLNode) -> Bool {
        guard node.isPlain, let text = node.scalar else { return false }
        return ["", "~", "null"].contains(text)
    }

    /// What is bound to what; `~` where there is nothing. That it can be wrong is the point of it.
    mutating func binding(_ node: YAMLNode) -> ViewBinding? {
        guard let fields = fields(node, "bind", known: ["view", "item"]),
            let view = required("view", in: fields, of: node, "bind"),
            let item = required("item", in: fields, of: node, "bind")
        else { return nil }
        return ViewBinding(
            view: Self.isNothing(view) ? nil : text(view, "view"),
            item: Self.isNothing(item) ? nil : text(item, "item"))
    }

    private mutating func readStyle(_ fields: [String: YAMLNode], into style: inout BannerStyle) {
        if let node = fields["interval"] { style.scrollInterval = seconds(node, "interval")?.inSeconds ?? 0 }
        if let node = fields["auto-scroll"] { style.isAutoScrolling = truth(node, "auto-scroll") ?? true }
        if let node = fields["loop"] { style.loops = truth(node, "loop") ?? true }
        if let node = fields["image-mode"] { style.contentMode = word(node, "image-mode", Self.modes) ?? .aspectFill }
        if let node = fields["indicator"] { style.indicator = indicator(node) }
    }

    private static let modes: KeyValuePairs<String, ContentMode> = [
        "scale-to-fill": .scaleToFill, "aspect-fit": .aspectFit, "aspect-fill": .aspectFill, "centre": .center,
        "top": .top, "bottom": .bottom, "left": .left, "right": .right, "top-left": .topLeft, "top-right": .topRight,
        "bottom-left": .bottomLeft, "bottom-right": .bottomRight,
    ]

    private static let kinds: KeyValuePairs<String, IndicatorStyle.Kind> = [
        "dots": .dots, "bar": .bar, "fraction": .fraction, "none": .none,
    ]

    /// Its kind alone, or more.
    private mutating func indicator(_ node: YAMLNode) -> IndicatorStyle {
        if node.scalar != nil { return IndicatorStyle(word(node, "indicator", Self.kinds) ?? .dots) }
        var style = IndicatorStyle()
        let known = ["kind", "alignment", "place", "spacing", "current", "other"]
        guard let fields = fields(node, "indicator", known: known) else { return style }
        if let node = fields["kind"] { style.kind = word(node, "kind", Self.kinds) ?? .dots }
        if let node = fields["alignment"] {
            style.alignment = word(node, "alignment", ["left": .left, "centre": .centre, "right": .right]) ?? .centre
        }
        if let node = fields["place"] {
            style.place = word(node, "place", ["below": .below, "inside": .inside]) ?? .below
        }
        if let node = fields["spacing"] { style.spacing = integer(node, "spacing", in: 0...1000) }
        if let node = fields["current"] {
            (style.currentMark, style.currentTint, style.currentSize) = mark(node, "current")
        }
        if let node = fields["other"] { (style.otherMark, style.otherTint, style.otherSize) = mark(node, "other") }
        return style
    }

    /// What stands for a page: a glyph alone, or its colour and size, too.
    private mutating func mark(_ node: YAMLNode, _ what: String) -> (IndicatorStyle.Mark?, Color?, CellSize?) {
        if node.scalar != nil { return (text(node, what).map { .glyph(SafeText($0)) }, nil, nil) }
        guard let fields = fields(node, what, known: ["glyph", "tint", "size"]) else { return (nil, nil, nil) }
        return (
            fields["glyph"].flatMap { text($0, "glyph") }.map { .glyph(SafeText($0)) },
            fields["tint"].flatMap { color($0, "tint") }, fields["size"].flatMap { size($0, "size") }
        )
    }

    private static let roles: KeyValuePairs<String, Color> = [
        "ground": .ground, "raised": .raised, "text": .text, "quiet": .quiet, "faint": .faint, "accent": .accent,
        "accent-deep": .accentDeep, "good": .good, "bad": .bad, "link": .link,
    ]

    /// A meaning, or `#rrggbb`.
    mutating func color(_ node: YAMLNode, _ what: String) -> Color? {
        if let text = node.scalar, text.count == 7, text.first == "#",
            let value = UInt32(text.dropFirst(), radix: 16)
        {
            return .hex(value)
        }
        if let text = node.scalar, text.first == "#" { return expected("a colour as \"#e8a33d\"", node, what) }
        return word(node, what, Self.roles)
    }
}
