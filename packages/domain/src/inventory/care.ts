import { addDays, type LocalDate } from '../time.ts'

/*
 * When a car is to be cared for (保养): by kilometres or by date, whichever comes first.
 */

/** So far ahead it is due, so that nobody drives beyond it. */
export const CARE_WARN_KM = 500
export const CARE_WARN_DAYS = 7

/** What decides it; null is not known. */
export interface CareFacts {
  readonly registerOn: LocalDate | null
  /** Of the last care. */
  readonly careKm: number | null
  readonly careOn: LocalDate | null
  /** On the garage's sheet. */
  readonly nextCareKm: number | null
  readonly nextCareOn: LocalDate | null
  /** The interval of its model, else of the merchant. */
  readonly everyKm: number
  readonly everyDays: number
}

export interface Care {
  readonly km: number
  /** Null for a car of which no day is known. */
  readonly on: LocalDate | null
}

/** The next care: what the garage wrote, else an interval from the last, else from the first registration and 0 km. */
export function nextCare({ registerOn, careKm, careOn, nextCareKm, nextCareOn, everyKm, everyDays }: CareFacts): Care {
  const from = careOn ?? registerOn
  return {
    km: nextCareKm ?? (careKm ?? 0) + everyKm,
    on: nextCareOn ?? (from === null ? null : addDays(from, everyDays)),
  }
}

/** From when on it is told to be due. */
export const careDueFrom = ({ km, on }: Care): Care => ({
  km: km - CARE_WARN_KM,
  on: on === null ? null : addDays(on, -CARE_WARN_DAYS),
})

export function isCareDue(care: Care, odometerKm: number, today: LocalDate): boolean {
  const due = careDueFrom(care)
  return odometerKm >= due.km || (due.on !== null && today >= due.on)
}

/** It should have been done by now. */
export const isCareLate = ({ km, on }: Care, odometerKm: number, today: LocalDate): boolean =>
  odometerKm >= km || (on !== null && today > on)
