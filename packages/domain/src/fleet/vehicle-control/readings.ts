/* What a terminal reports of a car's dashboard, as a handover records it. */

/** Readings of a handover that a terminal can give. */
export const readNames = { mileageKm: '里程', fuelEighths: '油量', batteryPct: '电量' } as const
export type ReadName = keyof typeof readNames

interface Reported {
  /** Metres; null where the terminal reports none. */
  readonly odometerM: number | null
  /** Decilitres. */
  readonly fuelDl: number | null
  /** State of charge, percent. */
  readonly chargePct: number | null
}

interface Car {
  /** At the last handover, km. */
  readonly odometerKm: number
  /** Litres; 0 where unknown. */
  readonly tankL: number
}

/** A larger distance since the last handover means that the terminal counts from another start than the dashboard. */
const MOST_KM = 20_000

/** The kilometres that a terminal reports; null where it reports none, or such that cannot be those of the dashboard. */
export function reportedKmOf(odometerM: number | null, odometerKm: number): number | null {
  const km = odometerM === null ? null : Math.floor(odometerM / 1000)
  return km !== null && km >= odometerKm && km - odometerKm <= MOST_KM ? km : null
}

/** The readings that may be proposed; null where the terminal reports none, or one that cannot be that of the dashboard. */
export function readingsOf(
  { odometerM, fuelDl, chargePct }: Reported,
  { odometerKm, tankL }: Car,
): Record<ReadName, number | null> {
  return {
    mileageKm: reportedKmOf(odometerM, odometerKm),
    fuelEighths: fuelDl === null || tankL <= 0 ? null : Math.min(8, Math.round((8 * fuelDl) / (10 * tankL))),
    batteryPct: chargePct,
  }
}
