@_exported import Foyer
@_exported import FoyerPlatformCore
