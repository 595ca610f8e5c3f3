extension UInt64 {
    /// What SplitMix64 makes of it: bits that look random, and are the same in every run.
    package var splitMixed: UInt64 {
        var mixed = self &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
