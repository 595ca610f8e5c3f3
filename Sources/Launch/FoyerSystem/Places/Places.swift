import Glibc

/// The folders of one host for this user, by the XDG base directory specification.
///
/// ```swift
/// let places = try Places(host: "org.example.mail")
/// ```
/// Whatever a host keeps belongs to its places: the cache of banners and config, installed programs, waiting events and
/// the user's consent, pop-ups that were shown, and the socket of its one instance. Two hosts with different names share
/// none of it. The user's settings (``settingsFile``) and what a terminal can do hold for all hosts.
///
/// Reading them does not touch the disk; ``make(_:)`` does.
public struct Places: Hashable, Sendable {
    /// `$XDG_DATA_HOME`.
    package let dataHome: String
    /// Banners, pictures, the last good config: `$XDG_CACHE_HOME/HOST/foyer`.
    public let cache: String
    /// Waiting events, consent, pop-ups that were shown: `$XDG_STATE_HOME/HOST/foyer`.
    public let state: String
    /// What holds for every host of this user: `$XDG_STATE_HOME/foyer`.
    package let commonState: String
    /// `$XDG_CONFIG_HOME`.
    package let configHome: String
    /// The instance's socket: `$XDG_RUNTIME_DIR/foyer-HOST`, or a private folder below `/tmp`.
    package let runtime: String
    /// The host's own part of `dataHome`.
    package let data: String

    /// Installed packages.
    package var apps: String { data + "/apps" }
    /// Desktop entries, where every desktop looks for them.
    package var applications: String { dataHome + "/applications" }
    /// Icons of desktop entries.
    package var icons: String { dataHome + "/icons" }
    /// The user's settings, for every host: `$XDG_CONFIG_HOME/foyer`.
    package var config: String { configHome + "/foyer" }
    /// Which programs open what by default: the desktop's file, not Foyer's.
    package var mimeDefaults: String { configHome + "/mimeapps.list" }
    /// The user's settings file, `config.yaml`; the same for every host.
    public var settingsFile: String { config + "/config.yaml" }
    /// The log file, `foyer.log`.
    package var logFile: String { state + "/foyer.log" }

    /// The places of a host. Empty and relative values of the environment are ignored, as XDG requires.
    ///
    /// - Parameter host: what nobody else's program is called, such as `org.example.mail`: 1 to 64 of `A`–`Z`, `a`–`z`,
    ///   `0`–`9`, `.`, `-` and `_`, not beginning with a dot. Whoever changes it begins with empty folders.
    /// - Throws: if the name is not such a one.
    public init(host: String) throws(DiskError) { try self.init(host: host, environment: Places.variable) }

    package init(host: String, environment: (String) -> String?) throws(DiskError) {
        guard Self.isHost(host) else { throw DiskError(.use, host, EINVAL, .other(.isNoHostName)) }
        self.init(folder: host + "/foyer", runtime: "foyer-" + host, environment)
    }

    /// The places of `foyer` itself.
    package init(environment: (String) -> String? = Places.variable) {
        self.init(folder: "foyer", runtime: "foyer", environment)
    }

    /// The same with empty folders below this one for what is installed and cached.
    package func installing(below folder: String) -> Places {
        Places(self, cache: folder + "/cache", data: folder + "/data")
    }

    private init(_ other: Places, cache: String, data: String) {
        (self.cache, self.data) = (cache, data)
        (dataHome, state, commonState) = (other.dataHome, other.state, other.commonState)
        (configHome, runtime) = (other.configHome, other.runtime)
    }

    private init(folder: String, runtime name: String, _ environment: (String) -> String?) {
        func absolute(_ name: String) -> String? {
            guard var value = environment(name), value.hasPrefix("/") else { return nil }
            while value.count > 1, value.hasSuffix("/") { value.removeLast() }
            return value
        }
        let home = absolute("HOME") ?? Places.homeOfUser()
        let stateHome = absolute("XDG_STATE_HOME") ?? home + "/.local/state"
        dataHome = absolute("XDG_DATA_HOME") ?? home + "/.local/share"
        data = "\(dataHome)/\(folder)"
        cache = "\(absolute("XDG_CACHE_HOME") ?? home + "/.cache")/\(folder)"
        state = "\(stateHome)/\(folder)"
        commonState = stateHome + "/foyer"
        configHome = absolute("XDG_CONFIG_HOME") ?? home + "/.config"
        runtime = absolute("XDG_RUNTIME_DIR").map { "\($0)/\(name)" } ?? "/tmp/\(name)-\(geteuid())"
    }

    private static func isHost(_ name: String) -> Bool {
        name.utf8.allSatisfy(\.isPlainNameByte) && (1...64).contains(name.utf8.count) && !name.hasPrefix(".")
    }

    /// Makes a folder and those above it with mode 0700, and checks that it is writable; refuses a folder of Foyer's
    /// that is a link, another user's, or writable by others.
    package func make(_ folder: String) throws(DiskError) {
        try refuseStrange(folder)
        try makeAll(folder, 0o700)
        try refuseStrange(folder)
    }

    /// Makes a folder that the user named, and those above it: the user's mask decides their mode, unless they are Foyer's own.
    package func makeNamed(_ folder: String) throws(DiskError) {
        if root(of: folder) == nil { try makeAll(folder, 0o777) } else { try make(folder) }
    }

    /// Foyer's own folder that holds this one; `nil` if none does.
    private func root(of folder: String) -> String? {
        [data, cache, state].first { folder == $0 || folder.hasPrefix($0 + "/") }
    }

    /// Checks the path's own components, as far as they exist.
    private func refuseStrange(_ folder: String) throws(DiskError) {
        guard let root = root(of: folder) else { return }
        var path = root
        for name in [""] + folder.dropFirst(root.count).split(separator: "/").map({ "/" + $0 }) {
            path += name
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            if status.st_mode & S_IFMT == S_IFLNK { throw DiskError(.use, path, ELOOP, .other(.isLink)) }
            if let strangeness = FolderStrangeness(status) {
                throw DiskError(.use, path, EPERM, strangeness)
            }
        }
    }

    private func makeAll(_ folder: String, _ mode: mode_t) throws(DiskError) {
        if mkdir(folder, mode) != 0, errno != EEXIST {
            let number = errno
            let parent = PathParts(folder).folder
            guard number == ENOENT, parent != "/", parent != "." else { throw DiskError(.use, folder, number) }
            do {
                try makeAll(parent, mode)
            } catch {
                throw DiskError(.use, folder, error.code)
            }
            guard mkdir(folder, mode) == 0 || errno == EEXIST else { throw DiskError(.use, folder, errno) }
        }
        var status = stat()
        guard stat(folder, &status) == 0 else { throw DiskError(.use, folder, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw DiskError(.use, folder, ENOTDIR) }
        guard access(folder, W_OK | X_OK) == 0 else { throw DiskError(.use, folder, errno) }
    }

    /// Makes ``runtime`` and refuses it unless it is private: no link, the right owner, no permissions for others.
    package func makeRuntime() throws(DiskError) {
        try make(runtime)
        var status = stat()
        guard lstat(runtime, &status) == 0 else { throw DiskError(.use, runtime, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw DiskError(.use, runtime, EPERM, .other(.isNotPrivate))
        }
    }

    /// A variable of this process; one that is not UTF-8 counts as unset.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(validatingCString: value)
    }

    private static func homeOfUser() -> String {
        guard let entry = getpwuid(geteuid()), let folder = entry.pointee.pw_dir,
            let home = String(validatingCString: folder), home.hasPrefix("/")
        else { return "/nonexistent" }
        return home
    }
}
