// Names of 0.3.0. They go with the next release.

@available(*, deprecated, renamed: "Phrase")
public typealias Cause = Phrase

@available(*, deprecated, renamed: "CellColor.Role")
public typealias ColorRole = CellColor.Role

@available(*, deprecated, renamed: "CellColor.Depth")
public typealias ColorDepth = CellColor.Depth

@available(*, deprecated, renamed: "ScreenCell.Attributes")
public typealias CellAttributes = ScreenCell.Attributes

@available(*, deprecated, renamed: "DisplaySettings.Theme")
public typealias ThemeChoice = DisplaySettings.Theme

@available(*, deprecated, renamed: "DisplaySettings.PixelMode")
public typealias PixelMode = DisplaySettings.PixelMode

@available(*, deprecated, renamed: "DisplaySettings.Row")
public typealias SettingRow = DisplaySettings.Row

@available(*, deprecated, renamed: "CellPicture.Style")
public typealias PictureStyle = CellPicture.Style

@available(*, deprecated, renamed: "CellPicture.ContentMode")
public typealias ContentMode = CellPicture.ContentMode

@available(*, deprecated, renamed: "SplashInfo.Transfer")
public typealias TransferReading = SplashInfo.Transfer
