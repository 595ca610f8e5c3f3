/// A program that is run bare and under Foyer.
struct CellProgram: Sendable {
    /// What of the terminal somebody who types to it needs.
    enum Keys: Sendable {
        /// All of its standard streams.
        case terminal
        /// The same: it prompts on its errors.
        case errors
        /// It finds the terminal whatever its streams are.
        case anywhere
    }

    let name: String
    /// A script for bash; `@` stands for nothing, or for Foyer.
    let script: String
    /// Programs that must be installed.
    var needs: [String] = []
    var keys = Keys.terminal
    /// What is typed; where there is something, it is run only where keys reach it.
    var dialogue: [DialogueStep] = []
    var mask = ScreenMask.all
    /// What it writes after it has ended.
    var lateText: String?
    /// It leaves a process behind, whose number is in the file `pid`.
    var leaves = false
    /// Writes too much to be kept in many surroundings.
    var isBig = false
    /// Its last line has no end: what a shell writes meanwhile would stand behind it, or before it.
    var leavesLineOpen = false
    /// Where its folder has gone, it cannot be started, or who is first to notice is chance.
    var needsFolder = false
    /// It reads its input to the end.
    var readsInput = false
    /// Takes as long as the longest wait before a hand-over.
    var isSlow = false
    /// Ctrl-Z stops it, and it then shows what it showed before.
    var canStop = false
    /// It waits for no keys, and long enough to be stopped.
    var goesOnInBackground = false
    /// It takes keys that were typed before it was there.
    var typesAhead = false
    /// The same, and none of them is the splash's.
    var typesDuring = false
    /// In every run; others are drawn.
    var isCore = true
}
