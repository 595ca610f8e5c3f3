import FoyerCore
import FoyerSystem
import Glibc

/// One instance for each user: the first start is it, later ones hand it what they were asked for.
package enum Instance {
    /// What a start has become.
    package enum Claim: Sendable {
        /// The one instance. Others can reach it from now on, and wait until it serves them.
        case primary(InstanceServer)
        /// Somebody else is it.
        case secondary(InstanceClient)
    }

    /// What became of a request.
    package enum Delivery: Sendable {
        /// The instance that runs has answered.
        case answered(InstanceAnswer)
        /// None runs: this process is the instance now, and the request is its own to carry out.
        case isPrimary(InstanceServer)
    }

    /// How long a request may take in all. An instance answers within a frame, except where it is suspended.
    package static let patience: Duration = .seconds(3)
    /// How long one rests that found neither the lock nor a listener: between the two lie a few system calls.
    private static let rest = Duration.milliseconds(5)

    /// Becomes the one instance, or tells that another process is it. Never waits, and costs a few system calls.
    ///
    /// - Throws: `.folder` where `places.runtime` is not safe; `.system`.
    package static func claim(_ places: Places = Places()) throws(InstanceError) -> Claim {
        try claim(places, InstanceStart.ofThisProcess)
    }

    /// - Parameter start: what this process was started for; it ends where this process is the instance.
    static func claim(_ places: Places, _ start: InstanceStart?) throws(InstanceError) -> Claim {
        let folder = try InstanceFolder(places)
        guard try folder.tryLock() else { return .secondary(InstanceClient(folder)) }
        let server = try InstanceServer(folder)
        if let start { folder.end(start) }
        return .primary(server)
    }

    /// How long a window may take from its opening until the instance in it listens.
    static let windowPatience: Duration = .seconds(10)

    /// Hands a request to the instance; where none runs, has one started elsewhere, by one process alone however many
    /// call this at once: the others wait for it. Blocks for at most `patience` after a start that came to nothing.
    ///
    /// - Parameter open: opens the window, whose process is to know which start it is; what it throws is thrown on.
    /// - Returns: `nil` where it was started from here.
    /// - Throws: what `deliver` throws, and `open`.
    static func deliver(
        _ request: InstanceRequest, _ places: Places, windowPatience: Duration = windowPatience,
        open: (InstanceStart) throws -> Void
    ) throws -> InstanceAnswer? {
        guard let line = request.line else { throw InstanceError.tooLong }
        let folder = try InstanceFolder(places)
        let client = InstanceClient(folder)
        let deadline = MonotonicClock.now + windowPatience + patience
        while true {
            if let answer = try client.send(line, until: MonotonicClock.now + patience) { return answer }
            if let start = try folder.takeStart(patience: windowPatience) {
                do { try open(start) } catch {
                    folder.end(start)
                    throw error
                }
                return nil
            }
            guard MonotonicClock.now < deadline else { throw InstanceError.silent(folder: places.runtime) }
            MonotonicClock.sleep(rest)
        }
    }

    /// Hands a request to the instance, or becomes it where none runs. Blocks for at most `patience`.
    ///
    /// - Throws: `.silent` where an instance runs and does not answer; `.tooLong` for a request that nobody would take;
    ///   what `claim` throws.
    package static func deliver(
        _ request: InstanceRequest, _ places: Places = Places(), patience: Duration = patience
    ) throws(InstanceError) -> Delivery {
        try deliver(request, places, patience: patience, InstanceStart.ofThisProcess)
    }

    /// - Parameter start: what this process was started for; it ends once the request is in good hands.
    static func deliver(
        _ request: InstanceRequest, _ places: Places, patience: Duration, _ start: InstanceStart?
    ) throws(InstanceError) -> Delivery {
        guard let line = request.line else { throw .tooLong }
        let deadline = MonotonicClock.now + patience
        while true {
            switch try claim(places, start) {
            case .primary(let server): return .isPrimary(server)
            case .secondary(let client):
                if let answer = try client.send(line, until: deadline) {
                    if let start { client.folder.end(start) }
                    return .answered(answer)
                }
            }
            guard MonotonicClock.now < deadline else { throw .silent(folder: places.runtime) }
            MonotonicClock.sleep(rest)
        }
    }
}
