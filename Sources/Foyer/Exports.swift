@_exported import FoyerCore
