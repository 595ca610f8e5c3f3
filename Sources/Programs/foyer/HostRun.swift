import ArgumentParser
import Foyer
import FoyerDemo
import FoyerFlows
import FoyerPlatform
import FoyerTrace

/// The demo as the one instance of this user: other starts reach it while it runs.
struct HostRun {
    let server: ServerFlags
    let display: DisplayOptions
    let evidence: EvidenceOptions
    let settings: UserSettings
    /// The network that the demo's own platform imitates; `nil` leaves it to the settings.
    var network: StageNetwork?

    /// - Parameters:
    ///   - platform: the platform for launches; the demo's own stage if `nil`.
    ///   - instance: this process's role; `nil` if nobody can reach it.
    ///   - route: a pending action of this cold start.
    func run(
        title: String, platform: WebAddress?, instance: InstanceServer?, route: HostRoute? = nil
    ) async throws {
        var choices = display.choices(settings)
        let recorder = try evidence.recorder(title: title, choices: &choices)
        let stage = OwnStage(network: network ?? settings.network ?? .home)
        defer { stage.stop() }
        var demo = try platform.map { try configuration(on: $0, choices.language) } ?? .onStage(stage)
        if let limit = server.limit(settings) { demo.timeout = limit }
        let problems = UserSettings.find(Places()).problems
        demo.warning = problems.first.map { problems.count > 1 ? $0 + " (1/\(problems.count))" : $0 }
        let actions = RootActions(try Demo.makeRouter())
        if let route { actions.take(route, from: .outside(sender: LinkDelivery.sender)) }
        let recording = choices.recording
        let control = DisplayControl(settings.display) { [display, settings] shown in
            var all = settings
            all.display = shown
            var choices = display.choices(all)
            choices.recording = recording
            return choices
        }
        demo.findPlatform = { [find = demo.findPlatform] () async throws(DemoFailure) in
            var platform = try await find()
            platform.network.language = { control.presentation.language }
            return platform
        }
        // Before there is a screen, so that early requests wait in the mailbox and not on the socket.
        try? instance?.serve { actions.answer($0, language: control.presentation.language) }
        let trace = Timeline(spans: "start", moments: "host")
        demo.report = { moment in
            trace.take(moment)
            if let label = moment.label { recorder.mark(label, at: moment.instant) }
        }
        do {
            try await Demo.run(demo, control: control, actions: actions)
        } catch {
            instance?.close()
            throw Failure.said(error.cause, in: control.presentation.language, ExitStatus.noTerminal)
        }
        instance?.close()
        recorder.mark("left")
        try evidence.writeTrace(trace.json(name: title), recorder, control.presentation, add: trace.add)
        try recorder.finish(control.presentation.language)
    }

    private func configuration(on address: WebAddress, _ language: Language) throws -> Demo.Configuration {
        var platform = Demo.Platform(address: address)
        platform.network = try server.network(settings, Places(), language)
        platform.touch.eventFormat = settings.eventFormat ?? .foyer
        platform.touch.eventAddress = settings.eventURL.flatMap { try? WebAddress($0) }
        platform.touch.howToChangeConsent = .eventsCommand
        platform.touch.eventsOff = display.eventsOff(settings)
        var demo = Demo.Configuration.on(platform)
        demo.openOptions = try server.iconArguments(settings, language)
        return demo
    }
}
