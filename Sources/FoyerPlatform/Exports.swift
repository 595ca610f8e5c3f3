@_exported import Foyer
