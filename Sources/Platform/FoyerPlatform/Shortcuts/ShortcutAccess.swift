import FoyerCore
import FoyerPlatformCore

/// What adding a page to the desktop needs of the disk and the network, as functions: the real ones, or a test's.
public struct ShortcutAccess: Sendable {
    /// A guide page that is served to browsers on this machine.
    public struct Guide: Sendable {
        /// The page's address.
        public var address: String
        /// Stops serving the page.
        public var stop: @Sendable () async -> Void

        /// The address of a page, and a closure that stops serving it.
        public init(address: String, stop: @escaping @Sendable () async -> Void) {
            self.address = address
            self.stop = stop
        }
    }

    /// Adds a shortcut to the desktop.
    public var add: @Sendable (Shortcut, Language) async -> Result<DesktopShortcuts.Item, ShortcutError>
    /// Serves a shortcut's page to browsers on this machine.
    public var serve: @Sendable (Shortcut, Language) async -> Result<Guide, ShortcutError>
    /// Hands an address to the desktop; returns whether that could be tried.
    public var open: @Sendable (String) -> Bool
    /// The shortcut to a link, if the desktop has one.
    package var find: @Sendable (_ link: String) async -> DesktopShortcuts.Item? = { _ in nil }
    /// Removes a shortcut from the desktop; `nil` if that cannot be done here.
    package var remove: (@Sendable (DesktopShortcuts.Item) async -> Result<Void, ShortcutError>)?
    /// A warning for the user: icons would lead into a folder that is cleaned up.
    package var warning: Phrase?

    /// A desktop of the host's own.
    public init(
        add: @escaping @Sendable (Shortcut, Language) async -> Result<DesktopShortcuts.Item, ShortcutError>,
        serve: @escaping @Sendable (Shortcut, Language) async -> Result<Guide, ShortcutError>,
        open: @escaping @Sendable (String) -> Bool
    ) {
        self.add = add
        self.serve = serve
        self.open = open
    }

    /// The user's desktop. `import FoyerServe` serves the page, too: `ShortcutAccess(shortcuts)`.
    ///
    /// - Parameter serve: serves a shortcut's page to browsers on this machine.
    public init(
        _ shortcuts: DesktopShortcuts,
        serve: @escaping @Sendable (Shortcut, Language) async -> Result<Guide, ShortcutError>
    ) {
        self.init(
            add: { await shortcuts.addOffThread($0, language: $1) }, serve: serve,
            open: { DesktopOpener.open($0) })
        find = { await shortcuts.findOffThread($0) }
        remove = { await shortcuts.removeOffThread($0) }
        if let path = OwnProgram.path, OwnProgram.isInBuildFolder(path) {
            warning = .programInBuildFolder
        }
    }
}
