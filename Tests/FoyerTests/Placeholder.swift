import Foyer
import Testing
