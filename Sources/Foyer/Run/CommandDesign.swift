import FoyerCore
import FoyerTUI

extension CommandLaunch.Request {
    /// The command's splash in every state, without the command. Blocks while the picture is decoded.
    package func rehearsal(_ language: Language) -> SplashRehearsal {
        let layout = layout
        let words = design.steps
        return SplashRehearsal(
            info: SplashInfo(appID: "run.rehearsal", appName: title, slogan: design.slogan ?? ""),
            steps: needed.map { words[$0.name] ?? language.starting($0.title ?? $0.name).string } + [
                words["start"] ?? language[.stepCommandStart].string,
                words["ready"] ?? language.waiting(for: ready).string,
            ], icon: icon.flatMap { try? $0.load() }, splash: { DefaultSplashViewDelegate.ofCommand(layout) })
    }
}

extension DisplayChoices {
    /// The look of a splash of the user's own: its colours are for the theme that their ground belongs to.
    package mutating func take(_ design: SplashDesign) {
        theme = design.theme ?? theme
        guard !design.colors.isEmpty else { return }
        colors = design.colors
        guard design.theme == nil, let ground = design.colors[.ground] else { return }
        var palette = Palette.dark
        palette[.ground] = ground
        theme = palette.isLight ? .light : .dark
    }
}
