import FoyerStage
import Testing
