import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// One instance for each user: the first start becomes it, and later starts pass their requests to it.
public enum Instance {
    /// The outcome of a start.
    public enum Claim: Sendable {
        /// This process is the instance. Others can reach it from now on, and wait until it serves them.
        case primary(InstanceServer)
        /// Another process is the instance.
        case secondary(InstanceClient)
    }

    /// The outcome of a request.
    public enum Delivery: Sendable {
        case answered(InstanceAnswer)
        /// None was running: this process is the instance now, and performs the request itself.
        case isPrimary(InstanceServer)
    }

    /// The time limit of a request. An instance answers within a frame unless it is suspended.
    public static let patience: Duration = .seconds(3)
    /// How long to wait after finding neither the lock nor a listener: the two are only a few system calls apart.
    private static let rest = Duration.milliseconds(5)

    /// Becomes the one instance, or reports that another process is it. Never waits, and costs a few system calls.
    ///
    /// - Throws: `.folder` if `places.runtime` is not safe; `.system`.
    public static func claim(_ places: Places) throws(InstanceError) -> Claim {
        try claim(places, InstanceStart.ofThisProcess)
    }

    /// - Parameter start: the start that this process was launched for; it ends if this process becomes the instance.
    static func claim(_ places: Places, _ start: InstanceStart?) throws(InstanceError) -> Claim {
        let folder = try InstanceFolder(places)
        guard try folder.tryLock() else { return .secondary(InstanceClient(folder)) }
        let server = try InstanceServer(folder)
        if let start { folder.end(start) }
        return .primary(server)
    }

    /// How long a window may take from its opening until the instance in it listens.
    static let windowPatience: Duration = .seconds(10)

    /// Passes a request to the instance. If none runs, one process starts it elsewhere, however many call this at once,
    /// and the others wait for it. Blocks for at most `patience` after a start that failed.
    ///
    /// - Parameter open: opens the window, whose process needs to know which start it belongs to; its errors are passed
    ///   on.
    /// - Returns: `nil` if the instance was started from here.
    /// - Throws: what `deliver` throws, and what `open` throws.
    static func deliver(
        _ request: InstanceRequest, _ places: Places, open: (InstanceStart) throws -> Void
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

    /// Passes a request to the instance, or becomes the instance if none runs. Blocks for at most `patience`.
    ///
    /// - Throws: `.silent` if an instance runs but does not answer; `.tooLong` for a request beyond the limit; what
    ///   `claim` throws.
    public static func deliver(
        _ request: InstanceRequest, _ places: Places, patience: Duration = patience
    ) throws(InstanceError) -> Delivery {
        try deliver(request, places, patience: patience, InstanceStart.ofThisProcess)
    }

    /// - Parameter start: the start that this process was launched for; it ends once the request has been accepted.
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
