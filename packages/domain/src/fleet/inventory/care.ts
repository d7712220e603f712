import { addDays, type LocalDate } from '../../time.ts'

/* When the regular maintenance (保养) of a car is due: by kilometres or by date, whichever comes first. */

/** A car is reported this long before the limit, so that it is not driven beyond it. */
export const CARE_WARN_KM = 500
export const CARE_WARN_DAYS = 7

/** null: not known. */
export interface CareFacts {
  readonly registerOn: LocalDate | null
  /** At the last maintenance. */
  readonly careKm: number | null
  readonly careOn: LocalDate | null
  /** As the garage's sheet says. */
  readonly nextCareKm: number | null
  readonly nextCareOn: LocalDate | null
  /** The interval of its model, else of the merchant. */
  readonly everyKm: number
  readonly everyDays: number
}

export interface Care {
  readonly km: number
  /** null for a car without any known date. */
  readonly on: LocalDate | null
}

/** The next maintenance: as the garage's sheet says, else an interval after the last one, else after the first registration and 0 km. */
export function nextCare({ registerOn, careKm, careOn, nextCareKm, nextCareOn, everyKm, everyDays }: CareFacts): Care {
  const from = careOn ?? registerOn
  return {
    km: nextCareKm ?? (careKm ?? 0) + everyKm,
    on: nextCareOn ?? (from === null ? null : addDays(from, everyDays)),
  }
}

/** From when the maintenance is reported as due. */
export const careDueFrom = ({ km, on }: Care): Care => ({
  km: km - CARE_WARN_KM,
  on: on === null ? null : addDays(on, -CARE_WARN_DAYS),
})

export function isCareDue(care: Care, odometerKm: number, today: LocalDate): boolean {
  const due = careDueFrom(care)
  return odometerKm >= due.km || (due.on !== null && today >= due.on)
}

/** The limit is exceeded. */
export const isCareLate = ({ km, on }: Care, odometerKm: number, today: LocalDate): boolean =>
  odometerKm >= km || (on !== null && today > on)
