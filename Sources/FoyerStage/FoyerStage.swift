import FoyerCore
