/** Whole numbers that an account sees within an hour before it shows who it is, and again after as many more. */
export const WHOLE_PER_PROOF = 30
/** Within a day after which who manages people is told again. */
export const WHOLE_PER_DAY = 100

interface Shown {
  /** Others than the one asked for now: within an hour and since the last proof, and within a day. */
  readonly unproved: number
  readonly ofDay: number
}

/** Whether one more may be shown without a proof. */
export const needsProof = ({ unproved }: Shown): boolean => unproved >= WHOLE_PER_PROOF

/** Whether who manages people is told, and of how many; each but once a day. */
export function worthTelling({ ofDay }: Shown): number | null {
  if (ofDay >= WHOLE_PER_DAY) return WHOLE_PER_DAY
  return ofDay >= WHOLE_PER_PROOF ? WHOLE_PER_PROOF : null
}
