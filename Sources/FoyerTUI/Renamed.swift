// Names of 0.3.0. They go with the next release.

@available(*, deprecated, renamed: "Canvas.Alignment")
public typealias TextAlignment = Canvas.Alignment

@available(*, deprecated, renamed: "DisplayTheme.Glyphs")
public typealias Glyphs = DisplayTheme.Glyphs
