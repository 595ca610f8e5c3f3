import Testing

@testable import FoyerStage

@Suite struct AssetPlacesTests {
    @Test func anInstalledProgramFindsWhatTheInstallerPutThere() {
        #expect(AssetFolder.places(of: "/opt/foyer/bin/foyer").first == "/opt/foyer/share/foyer/Assets")
    }

    @Test func aBuiltProgramFindsTheSourceFolderAboveIt() {
        let places = AssetFolder.places(of: "/src/foyer/.build/debug/foyer")
        #expect(places.contains("/src/foyer/Assets"))
        #expect(places.last == "/src/Assets")
    }
}
