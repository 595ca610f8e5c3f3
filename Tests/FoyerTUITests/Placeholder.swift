import FoyerTUI
import Testing
