import FoyerCore
import FoyerPlatform
import FoyerPlatformCore

extension ShortcutAccess {
    /// The user's desktop, and a ``ShortcutServer`` for the page of a shortcut.
    public init(_ shortcuts: DesktopShortcuts) {
        self.init(shortcuts) { shortcut, language in
            do throws(ShortcutError) {
                let server = try await ShortcutServer.start(shortcut, language: language)
                return .success(Guide(address: server.address) { await server.stop() })
            } catch {
                return .failure(error)
            }
        }
    }
}
