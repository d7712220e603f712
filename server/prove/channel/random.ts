export type Random = (below: number) => number

/** Whole numbers below a bound, the same for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed % 2_147_483_648
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    // The low bits of this generator repeat soon.
    return Math.floor((state / 2_147_483_648) * below)
  }
}
