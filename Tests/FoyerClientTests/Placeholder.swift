import FoyerClient
import Testing
