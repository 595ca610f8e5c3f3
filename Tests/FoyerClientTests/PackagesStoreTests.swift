import Testing
@testable import FoyerClient
