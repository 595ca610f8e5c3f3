/// How movements come to rest.
package enum Easing {
    /// Eases out, cubic: 0 at 0, 1 at 1, slower towards the end. Clamps; NaN counts as 0.
    package static func out(_ fraction: Double) -> Double {
        let rest = 1 - min(max(fraction.isNaN ? 0 : fraction, 0), 1)
        return 1 - rest * rest * rest
    }
}
