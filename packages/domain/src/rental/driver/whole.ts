/** Unmasked numbers that an account may see within an hour before it has to prove its identity, and again after as many more. */
export const WHOLE_PER_PROOF = 30
/** Unmasked numbers that an account has seen in a day when those who manage staff are notified a second time. */
export const WHOLE_PER_DAY = 100

interface Shown {
  /** Other numbers than the requested one: within an hour since the last proof, and within a day. */
  readonly unproved: number
  readonly ofDay: number
}

/** Whether the next number needs a proof of identity. */
export const needsProof = ({ unproved }: Shown): boolean => unproved >= WHOLE_PER_PROOF

/** The limit that was reached and about which managers are notified; each at most once a day. */
export function worthTelling({ ofDay }: Shown): number | null {
  if (ofDay >= WHOLE_PER_DAY) return WHOLE_PER_DAY
  return ofDay >= WHOLE_PER_PROOF ? WHOLE_PER_PROOF : null
}
