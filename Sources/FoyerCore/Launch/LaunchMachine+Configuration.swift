extension LaunchMachine {
    /// What a host decides before the launch.
    package struct Configuration: Equatable, Sendable {
        package let schedule: StepSchedule
        /// How long an attempt may take until it is ready.
        package var timeout: Duration
        /// Whether the user may close the launch.
        package var offersClose: Bool
        /// Whether the user may reload: the host offers it, and the delegate took the action.
        package var offersReload: Bool
        /// When the splash appears.
        package var start = SplashRule.Start.atOnce
        /// The longest time that the splash may fade into the root; zero with reduced motion.
        package var fade: Duration
        /// The host's own titles of failures.
        package var titles: [LaunchCode: Cause]
        /// How long the work of the first attempt had run when the launch began, such as a command before its splash.
        package var headStart = Duration.zero
        /// The shortest time between two moves of an estimated bar.
        package var crawlInterval = Duration.milliseconds(100)

        /// 30 seconds: how long the launch waits before it gives up with 10010.
        package static let standardTimeout = Duration.seconds(30)
        /// 1.5 seconds.
        package static let standardFade = Duration.milliseconds(1500)

        package init(
            schedule: StepSchedule, timeout: Duration = standardTimeout, offersClose: Bool = true,
            offersReload: Bool = true, fade: Duration = standardFade, titles: [LaunchCode: Cause] = [:]
        ) {
            self.schedule = schedule
            self.timeout = timeout
            self.offersClose = offersClose
            self.offersReload = offersReload
            self.fade = fade
            self.titles = titles
        }
    }
}
