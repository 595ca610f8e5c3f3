import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// Starts commands: as children, or on terminals of their own.
enum CommandSpawn {
    /// What we hold of a command that has been started.
    struct Spawned: Sendable {
        let command: FoyerCommand
        /// Becomes readable when it has ended.
        let process: Int32
        /// The other end of its terminal; -1 if it has none of its own.
        let terminal: Int32
        /// That terminal itself: a command may close it and open it again, and it must not be hung up in between.
        let held: Int32
        let terminalPath: String?
        /// What its settings told before the command began.
        let wish: Int
        /// The ends of its pipes, and where each goes.
        let pipes: [(descriptor: Int32, sink: CommandSink?)]
        /// The size that its terminal began with.
        let size: SharedSize

        var identity: pid_t { command.process }
        var hasGroup: Bool { command.control >= 0 }
    }

    static func failure(_ what: String, _ request: CommandRequest) -> LaunchFailure {
        LaunchFailure.commandNotStarted(SafeText(request.name).string, what)
    }

    /// - Parameters:
    ///   - socket: its `NOTIFY_SOCKET`; `nil` to leave it what this process has.
    ///   - watch: makes a descriptor that becomes readable when it has ended; below 0 with `errno` if there is none.
    static func spawn(
        _ request: CommandRequest, socket: String?,
        watch: (FoyerCommand) -> Int32 = { foyer_process_descriptor($0.process) }
    ) throws(LaunchFailure) -> Spawned {
        guard let first = request.words.first, !first.isEmpty, !request.words.contains(where: { $0.contains(0) }) else {
            throw failure("a word of the command is empty or holds a zero", request)
        }
        var ends = try openEnds(request)
        defer { ends.closeTheirs() }
        let wish = Int(foyer_terminal_wish(max(ends.terminal, request.sharedTerminal)))
        var command = FoyerCommand()
        let problem = ends.withStreams { streams in
            CStrings.pass(request.words.map { $0 + [0] }) { words in
                withEnvironment(of: request, socket: socket, terminal: ends.terminalPath) { variables in
                    foyer_spawn_command(&command, words, variables, streams, request.sharesEnd)
                }
            }
        }
        guard problem == 0 else {
            ends.close()
            throw LaunchFailure.commandNotStarted(request.words.first ?? [], errno: problem)
        }
        let process = watch(command)
        guard process >= 0 else {
            let number = errno
            kill(command.process, SIGKILL)
            _ = foyer_command_end(&command)
            for descriptor in [command.control, command.stops] where descriptor >= 0 { close(descriptor) }
            ends.close()
            throw failure("it could not be watched, \(SystemError.text(number))", request)
        }
        return Spawned(
            command: command, process: process, terminal: ends.terminal, held: ends.takeHeld(),
            terminalPath: ends.terminalPath, wish: wish, pipes: ends.pipes, size: ends.size)
    }

    private static func openEnds(_ request: CommandRequest) throws(LaunchFailure) -> CommandEnds {
        var ends = CommandEnds(request)
        do {
            switch request.streams {
            case .inherited: break
            case .terminal(let size, _): try ends.openTerminal(size: size)
            case .usersTerminal(let users): try ends.openTerminal(like: users)
            case .pipes(let output, let errors): try ends.openPipes(output, errors)
            }
        } catch {
            ends.close()
            throw error
        }
        return ends
    }

    /// - Parameter name: a path, or a name to look up in `PATH`.
    static func sentence(_ problem: Int32, of name: [UInt8]) -> String {
        switch problem {
        case ENOENT where isThere(String(decoding: name, as: UTF8.self)): "the interpreter that it needs is missing"
        case ENOENT: "there is no such command"
        case EACCES: "it may not be run"
        default: SystemError.text(problem)
        }
    }

    /// A folder of `PATH` that may not be searched hides nothing that could have been run: then there is no such command.
    static func problem(_ number: Int32, of name: [UInt8], in folders: String = ProgramSearch.own) -> Int32 {
        guard number == EACCES, !name.contains(UInt8(ascii: "/")) else { return number }
        let name = String(decoding: name, as: UTF8.self)
        return ProgramSearch.isFile(name, in: folders) ? EACCES : ENOENT
    }

    /// As a shell, `env` and `nohup` end for a command that is not there, and for one that cannot be run.
    static func exitStatus(_ problem: Int32) -> Int32 { problem == ENOENT ? 127 : 126 }

    private static func isThere(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        return name.contains("/") ? access(name, X_OK) == 0 : ProgramSearch.find(name, in: ProgramSearch.own) != nil
    }

    /// What names the user's terminal names the command's own: who opens it by that name (pinentry, by `GPG_TTY`) would share its
    /// keys with this process.
    ///
    /// - Parameter terminal: the path of the command's own; `nil` if it has none.
    private static func withEnvironment(
        of request: CommandRequest, socket: String?, terminal: String?, _ body: (CStrings.List) -> Int32
    ) -> Int32 {
        var next = request.environment == .asStarted ? CStrings.started : CStrings.environment
        guard socket != nil || terminal != nil else { return body(next) }
        let notify = NotifySocket.variable + "="
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var copies: [UnsafeMutablePointer<CChar>?] = []
        defer { for copy in copies { free(copy) } }
        while let variable = next.pointee {
            next += 1
            if socket != nil, strncmp(variable, notify, notify.utf8.count) == 0 { continue }
            guard let terminal, let value = strchr(variable, Int32(UInt8(ascii: "="))),
                UsersTerminal.isNamed(by: value + 1)
            else {
                variables.append(variable)
                continue
            }
            let name = UnsafeRawBufferPointer(start: variable, count: value + 1 - variable)
            copies.append(CStrings.copy(Array(name) + Array(terminal.utf8) + [0]))
            variables.append(copies[copies.count - 1])
        }
        return CStrings.pass(socket.map { [Array((notify + $0).utf8) + [0]] } ?? [], and: variables, body)
    }

    /// The ends of a command's streams: ours, and its own until it runs.
    private struct CommandEnds {
        private let request: CommandRequest
        private(set) var terminal: Int32 = -1
        private(set) var pipes: [(descriptor: Int32, sink: CommandSink?)] = []
        private(set) var size = SharedSize()
        private var held: Int32 = -1
        private var theirs: [Int32] = []
        private var standard = [Int32](repeating: Int32(FOYER_STREAM_INHERITED), count: 3)
        private var path: [CChar] = []
        private var output: Int32 = -1

        init(_ request: CommandRequest) { self.request = request }

        private func refusal(_ what: String) -> LaunchFailure {
            failure("\(what) could be made, \(SystemError.text(errno))", request)
        }

        mutating func openTerminal(size: CellSize) throws(LaunchFailure) {
            try open { master, slave, path in
                foyer_open_pseudo_terminal(
                    &master, &slave, &path, path.count, Int32(clamping: size.columns), Int32(clamping: size.rows))
            }
            standard = [Int32](repeating: Int32(FOYER_STREAM_TERMINAL), count: 3)
        }

        /// Each stream that is the user's terminal becomes the command's; the others stay.
        mutating func openTerminal(like users: Int32) throws(LaunchFailure) {
            size = SharedSize(both: foyer_terminal_whole_size(users))
            try open { foyer_open_pseudo_terminal_like(users, &$0, &$1, &$2, $2.count) }
            for stream in 0..<3 where UsersTerminal.isSame(Int32(stream), users) {
                standard[stream] = Int32(FOYER_STREAM_TERMINAL)
            }
            output = users
        }

        private mutating func open(
            _ body: (inout Int32, inout Int32, inout [CChar]) -> Int32
        ) throws(LaunchFailure) {
            path = [CChar](repeating: 0, count: 128)
            guard body(&terminal, &held, &path) == 0 else {
                path = []
                throw refusal("no terminal")
            }
        }

        var terminalPath: String? {
            path.isEmpty ? nil : String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        mutating func takeHeld() -> Int32 {
            defer { held = -1 }
            return held
        }

        /// One pipe for both if both go to one place: so their order stays.
        mutating func openPipes(_ output: CommandSink?, _ errors: CommandSink?) throws(LaunchFailure) {
            standard[1] = try pipe(to: output)
            let isOne = output.map { one in errors.map { $0.outlet === one.outlet } ?? false } ?? false
            standard[2] = isOne ? standard[1] : try pipe(to: errors)
        }

        private mutating func pipe(to sink: CommandSink?) throws(LaunchFailure) -> Int32 {
            var ends: [Int32] = [-1, -1]
            guard foyer_pipe(&ends) == 0 else { throw refusal("no pipe") }
            // The command's end blocks, as every program expects.
            _ = fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) & ~O_NONBLOCK)
            pipes.append((ends[0], sink))
            theirs.append(ends[1])
            return ends[1]
        }

        func withStreams(_ body: (UnsafePointer<FoyerCommandStreams>) -> Int32) -> Int32 {
            path.withUnsafeBufferPointer { path in
                var streams = FoyerCommandStreams(
                    standard: (standard[0], standard[1], standard[2]), path: path.isEmpty ? nil : path.baseAddress,
                    master: terminal, output: output, ends_with_us: false)
                return body(&streams)
            }
        }

        mutating func closeTheirs() {
            for descriptor in theirs { Glibc.close(descriptor) }
            theirs = []
        }

        mutating func close() {
            closeTheirs()
            for descriptor in [terminal, held] + pipes.map(\.descriptor) where descriptor >= 0 {
                Glibc.close(descriptor)
            }
        }
    }
}

extension LaunchFailure {
    /// A command that this process could not become.
    package static func commandNotStarted(_ name: [UInt8], errno number: Int32) -> LaunchFailure {
        let problem = CommandSpawn.problem(number, of: name)
        return commandNotStarted(
            SafeText(String(decoding: name, as: UTF8.self)).string, CommandSpawn.sentence(problem, of: name)
        ).ending(with: CommandSpawn.exitStatus(problem))
    }
}

/// The terminal that the user sits at.
package enum UsersTerminal {
    /// The stream by which the user's terminal is reached, if a splash on it could be seen: a command in the background
    /// has nobody who looks.
    package static var inForeground: Int32? {
        isatty(STDOUT_FILENO) == 1 && tcgetpgrp(STDOUT_FILENO) == getpgrp() ? STDOUT_FILENO : nil
    }

    private static let echoed = Atomic(false)

    private static var echoes: Bool {
        var settings = termios()
        return tcgetattr(STDOUT_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Before anything of this process has changed the terminal: it echoes.
    package static func noteEcho() { echoed.store(echoes, ordering: .relaxed) }

    /// Before anything of this process has changed the terminal, another process has switched echo off, as pinentry does.
    package static var isLentBeforeSplash: Bool { echoed.load(ordering: .relaxed) && !echoes }

    /// Waits for that process to be done.
    ///
    /// - Parameter process: becomes readable when nobody needs to wait any longer; -1 for never.
    package static func awaitEcho(unless process: Int32) {
        var ended = [pollfd(fd: process, events: Int16(POLLIN), revents: 0)]
        while isLentBeforeSplash, inForeground != nil, !ProcessSignals.hasPassedEnd {
            if foyer_poll(&ended, 1, Duration.milliseconds(100).saturatedNanoseconds) > 0 { return }
        }
    }

    /// Whether standard input is `/dev/null`: so it is for what a script starts in the background, where the terminal's
    /// foreground group is no other than the script's own.
    package static var hasNoInput: Bool {
        var (input, null) = (stat(), stat())
        return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &null) == 0
            && input.st_mode & S_IFMT == S_IFCHR && input.st_rdev == null.st_rdev
    }

    /// Whether a text is its path. A link may be another process's own terminal (`/dev/stdin`), and `/dev/tty` always is.
    static func isNamed(by text: UnsafePointer<CChar>) -> Bool {
        var (named, users) = (stat(), stat())
        guard strncmp(text, "/dev/", 5) == 0, lstat(text, &named) == 0, named.st_mode & S_IFMT == S_IFCHR else {
            return false
        }
        return isatty(STDOUT_FILENO) == 1 && fstat(STDOUT_FILENO, &users) == 0 && named.st_rdev == users.st_rdev
    }

    static func path(_ terminal: Int32) -> String? {
        var path = [CChar](repeating: 0, count: 128)
        guard terminal >= 0, ttyname_r(terminal, &path, path.count) == 0 else { return nil }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether standard error is read there too.
    package static var hearsErrors: Bool { isSame(STDERR_FILENO, STDOUT_FILENO) }

    /// Whether a command can have a terminal of its own in its place: there is one to be had, and the command would not have
    /// the user's as well, under a number above 2. Without /proc, nobody knows that.
    package static func canBeReplaced(_ terminal: Int32) -> Bool {
        foyer_start_knows_descriptors() && !foyer_start_holds(terminal) && foyer_has_room_for_terminal()
    }

    /// Something typed at the terminal that this process draws on has not been read, even half a line.
    package static var hasInput: Bool { foyer_terminal_has_input() }

    /// What has been typed at it and nobody has read. It is not waited for.
    package static func takeTypedAhead(_ terminal: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 8192) { $1 = foyer_take_typed_ahead(terminal, $0.baseAddress, $0.count) }
    }

    /// What has been typed at a terminal of a command's and the command has not read. It has been shown if it was to be.
    package static func takeUnread(_ master: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 8192) { $1 = foyer_take_unread(master, $0.baseAddress, $0.count) }
    }

    static func isSame(_ descriptor: Int32, _ terminal: Int32) -> Bool {
        foyer_is_same_terminal(descriptor, terminal)
    }
}
