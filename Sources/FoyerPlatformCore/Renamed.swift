// Names of 0.3.0. They go with the next release.

@available(*, deprecated, renamed: "HostRouterError")
public typealias RouterError = HostRouterError
