import FoyerCore
import Testing
