import FoyerStage
import Testing

/// A fault that nothing of the sources can have is refused, rather than accepted and never seen.
@Suite struct ImpossibleFaultTests {
    @Test func aFaultOfResourcesNeedsAProgramWithSome() throws {
        let platform = try DemoAssets.platform.get()
        try platform.check([FaultRule(order: "10030"), FaultRule(order: "10030:com.example.page")])
        try platform.check([FaultRule(order: "10009:com.example.boat")])
        #expect(throws: StageError.neverComes(.resource, app: "com.example.boat")) {
            try platform.check([FaultRule(order: "10030:com.example.boat")])
        }
        #expect(
            StageError.neverComes(.resource, app: nil).description
                == "A fault of resource never comes: no program of these sources has any.")
    }
}
