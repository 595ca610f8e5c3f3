@_exported import FoyerCore
@_exported import FoyerSystem
@_exported import FoyerTUI
