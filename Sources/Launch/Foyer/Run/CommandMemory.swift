import FoyerCore
import FoyerSystem
import Synchronization

/// What earlier starts of a command have taught, and what this one adds.
final class CommandMemory: Sendable {
    private struct State {
        /// The sign that came once the command had been handed over.
        var found: LearnedSignal?
        var hasMissed = false
        /// What is being written to the disk.
        var writing: [Task<Void, Never>] = []
    }

    /// The sign that is waited for; `nil` if none was learned.
    let expected: LearnedSignal?
    private let appID: String
    private let store: Store<LearnedSignal>
    private let taught: ProgressMemory
    private let state = Mutex(State())

    init(appID: String, places: Places) {
        self.appID = appID
        store = Store(learnedSigns: places.state + "/signs")
        taught = ProgressMemory(appID: appID, places: places)
        expected = store.read(appID)
    }

    var found: LearnedSignal? { state.withLock { $0.found } }

    /// How long it takes to be ready. Where a sign is waited for, that is when it came.
    var progress: ProgressMemory {
        ProgressMemory(
            recall: { [self] in
                let lesson = taught.recall()
                return expected.flatMap { lesson?.stretched(to: $0) } ?? lesson
            },
            keep: { [self] lesson in
                // How long a sign was waited for in vain says nothing, nor does a start that was broken off.
                state.withLock { $0.hasMissed } ? Task {} : taught.keep(lesson)
            })
    }

    /// It has shown after its hand-over that it is ready now.
    func take(_ found: LearnedSignal) {
        state.withLock { $0.found = found }
        write(found)
    }

    /// The command is ready: whether by the sign that was waited for.
    func settle(_ readied: CommandProcess.Readied) {
        guard let expected else { return }
        let next = expected.followed(by: readied.sign, after: readied.after)
        guard next != expected else { return }
        if next.map({ $0.misses > 0 }) ?? true { state.withLock { $0.hasMissed = true } }
        write(next)
    }

    /// Its start was broken off.
    func learnNothing() { state.withLock { $0.hasMissed = true } }

    /// Returns once everything is on the disk.
    func finish() async {
        let writing = state.withLock { $0.writing }
        for task in writing { await task.value }
    }

    /// One after the other; if the disk refuses, the next start just knows less.
    private func write(_ sign: LearnedSignal?) {
        state.withLock { state in
            let former = state.writing.last
            state.writing.append(
                Task { [store, appID] in
                    await former?.value
                    await BlockingWork.threads.run {
                        if let sign { try? store.write(sign, to: appID) } else { try? store.remove(appID) }
                    }
                })
        }
    }
}

extension Store<LearnedSignal> {
    /// The signs that commands are waited for, a file for each command.
    init(learnedSigns path: String, disk: Disk = .real) {
        self.init(
            path, depth: 2, StoreFormat.json.map(\.json, LearnedSignal.init), largest: 1 << 10, bound: .commands,
            disk: disk)
    }
}

extension LearnedSignal {
    /// `{"sign":"port","port":5173,"after":4.2,"misses":0}`
    var json: JSON {
        var members = [JSON.Member("sign", .string(kind.sign.name))]
        if case .port(let port) = kind { members.append(JSON.Member("port", .integer(Int64(port)))) }
        return .object(
            members + [JSON.Member("after", .number(after)), JSON.Member("misses", .integer(Int64(misses)))])
    }

    /// `nil` if it is none.
    init?(_ json: JSON) {
        guard case .object(let members) = json else { return nil }
        func value(_ name: String) -> JSON? { members.first { $0.name == name }?.value }
        func number(_ name: String) -> Double? {
            switch value(name) {
            case .number(let number): number
            case .integer(let number): Double(number)
            default: nil
            }
        }
        guard case .string(let name)? = value("sign"), let after = number("after"), let misses = number("misses"),
            let missed = Int(exactly: misses)
        else { return nil }
        let port = number("port").flatMap { UInt16(exactly: $0) }
        let kinds: [Kind] = [.notify, .bar, .address] + (port.map { [.port($0)] } ?? [])
        guard let kind = kinds.first(where: { $0.sign.name == name }) else { return nil }
        self.init(kind, after: after, misses: missed)
    }
}
