import Foyer
import Glibc
import Synchronization
import Testing

@testable import FoyerFlows
@testable import FoyerPlatform

/// A transport in a virtual world: its own code, on the world's clock, without a thread or a socket.
@Suite struct VirtualWorldTests {
    private let world = VirtualWorld()
    private let outcome = Outcome()

    private final class Outcome: Sendable {
        let result = Mutex<Result<HTTPResponse, TransferFailure>?>(nil)
        var value: Result<HTTPResponse, TransferFailure>? { result.withLock { $0 } }
    }

    private func submit(timeout: Duration) throws -> HTTPTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.surroundings = world.surroundings
        let transport = HTTPTransport(configuration)
        var request = transport.request(
            .get, try WebAddress("http://stage.test/"), bodyBound: 10, timeout: timeout)
        request.mayRetry = false
        transport.submit(request) { [outcome] result in outcome.result.withLock { $0 = result } }
        return transport
    }

    @Test func anAnswerComesAtTheWorldsTime() throws {
        let network = MemoryNetwork(world) { _ in
            var answer = MemoryAnswer(head: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
            answer.delay = .seconds(5)
            return answer
        }
        let transport = try submit(timeout: .seconds(10))
        #expect(network.advance() && outcome.value == nil)
        #expect(network.nextInstant == .zero + .seconds(5))
        world.move(to: .zero + .seconds(5))
        while network.advance() {}
        #expect(try outcome.value?.get().status == 204)
        transport.close()
    }

    @Test func aRequestTimesOutAtTheWorldsTime() throws {
        let network = MemoryNetwork(world) { _ in MemoryAnswer(ending: .silent) }
        let transport = try submit(timeout: .seconds(10))
        while network.advance() {}
        #expect(network.nextInstant == .zero + .seconds(10))
        world.move(to: .zero + .seconds(10))
        while network.advance() {}
        #expect(throws: TransferFailure.self) { try outcome.value?.get() }
        transport.close()
    }

    @Test func blockingWorkStaysOnTheCallersThread() {
        let work = world.surroundings.work
        let here = pthread_self()
        let turns = Mutex(0)
        work.parallel(3) { turns.withLock { $0 += 1 } }
        #expect(turns.withLock { $0 } == 3)
        let isHere = Mutex(false)
        work.start { isHere.withLock { $0 = pthread_equal(here, pthread_self()) != 0 } }
        #expect(isHere.withLock { $0 })
    }
}
