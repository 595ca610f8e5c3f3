import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerSystem
import Synchronization

/// The stage that the demo brings along: a child process, from its first request until ``stop()``.
package final class OwnStage: Sendable {
    private let process = Mutex<StageProcess?>(nil)

    private let imitated: Mutex<StageNetwork>

    /// - Parameter network: the network that it imitates from the beginning.
    package init(network: StageNetwork = .home) { imitated = Mutex(network) }

    /// The network that it imitates, or is about to.
    var network: StageNetwork {
        get { imitated.withLock { $0 } }
        set { imitated.withLock { $0 = newValue } }
    }

    /// Tells the stage which network to imitate.
    ///
    /// - Returns: whether it has heard.
    func tellNetwork(_ configuration: HTTPTransport.Configuration = HTTPTransport.Configuration()) async -> Bool {
        guard let control else { return false }
        return await StageFaults(control: control, network: configuration).imitate(network)
    }

    /// The address of its control, which works even while the platform refuses connections.
    package var control: WebAddress? { process.withLock { $0?.control } }

    /// Starts it, with the first screen that has everything there is to see.
    func start() async throws(DemoFailure) -> Demo.Platform {
        let started: Result<StageProcess, LocalizedFailure>
        let network = network
        do {
            started = try await LoopThread.run {
                Result { () throws(LocalizedFailure) in try StageProcess.start(network: network) }
            }
        } catch {
            throw .terminal(error.cause)
        }
        switch started {
        case .failure(let failure): throw .noPlatform(failure.cause)
        case .success(let stage):
            process.withLock { $0 = stage }
            var platform = Demo.Platform(address: stage.address)
            // The stage has another port in each run, but the same config.
            platform.configName = "demo"
            // This machine: nobody else is told anything.
            platform.touch.consent = .granted
            _ = await StageFaults(control: stage.control, network: platform.network).setVersion("2")
            return platform
        }
    }

    /// Ends it. What waits on the disk for it goes with it: no other run has its port.
    package func stop() {
        guard let process = process.withLock({ $0 }) else { return }
        process.stop()
        WaitingEvents(Places()).forget(process.address)
    }
}
