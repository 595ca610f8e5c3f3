/// A program that is run bare and under Foyer.
struct CellProgram: Sendable {
    let name: String
    /// A script for bash; `@` stands for nothing, or for Foyer.
    let script: String
    /// Programs that must be installed.
    var needs: [String] = []
    /// What is typed; where there is something, it is run only where keys reach it.
    var dialogue: [DialogueStep] = []
    var mask = ScreenMask.all
    /// What it writes after it has ended.
    var lateText: String?
    /// It leaves a process behind, whose number is in the file `pid`.
    var leaves = false
    /// Writes too much to be kept in many surroundings.
    var isBig = false
    /// It reads its input to the end.
    var readsInput = false
    /// Takes as long as the longest wait before a hand-over.
    var isSlow = false
    /// Ctrl-Z stops it, and it then shows what it showed before.
    var canStop = false
    /// It waits for no keys, and long enough to be stopped.
    var goesOnInBackground = false
    /// In every run; others are drawn.
    var isCore = true
}
