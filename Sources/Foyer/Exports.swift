@_exported import FoyerCore
@_exported import FoyerTUI
