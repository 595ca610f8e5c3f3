// Without the trait, what FoyerPlatform is made of has not been fetched: one sentence in place of an error a file. A module of its
// own, since the compiler repeats it for each file of a module.
#if !Platform
    #error("FoyerPlatform needs Foyer's trait Platform: leave out `traits: []`, or name the trait.")
#endif
