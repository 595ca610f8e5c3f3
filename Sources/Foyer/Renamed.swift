// Names of 0.3.0. They go with the next release.

@available(*, deprecated, renamed: "LaunchEngine.Appearance")
public typealias SplashAppearance = LaunchEngine.Appearance
