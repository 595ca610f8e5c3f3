import Testing

@testable import FoyerPlatform

/// Links that name a version.
@Suite(.timeLimit(.minutes(1))) struct PipelineVersionTests {
    @Test func theVersionThatALinkNamesIsLaunched() async throws {
        try await PipelineRig.run(CraftedProgram(code: 1).platform()) { rig in
            #expect(try await rig.version(wanting: "1.1.0") == 1)
            let failure = try await rig.failure(wanting: "1.2.0")
            #expect(failure?.code == .notFound && failure?.cause == "The platform has version 1.1.0, not 1.2.0.")
            #expect(rig.installed.count == 1 && rig.staged.isEmpty)
            let newer = try CraftedProgram(code: 2, text: "second").platform()
            try await PipelineRig.run(newer, in: rig.folder) { later in
                // The platform has moved on; what is here is still what was asked for.
                let kept = try await later.version(wanting: "1.1.0")
                #expect(kept == 1 && later.requests(.package).isEmpty)
                let new = try await later.version(wanting: "1.2.0")
                // Both are here until the new one has been on screen.
                let old = try await later.version(wanting: "1.1.0")
                let newest = try await later.version()
                #expect((new, old, newest) == (2, 1, 2))
            }
        }
    }
}
