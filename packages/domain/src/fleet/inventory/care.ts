import { addDays, epochDayOf, HOUR, type Instant, type LocalDate, localDate, startOfDate } from '../../time.ts'

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
  /** By its device; null: it has none, or for less than a week. */
  readonly kmPerDay: number | null
}

/**
 * The last maintenance of a car whose odometer is corrected: none was done at more kilometres than the car has, so that a mistyped reading
 * is corrected there too, and the kilometres to the next one stay. null: nothing changes.
 */
export function careAfterCorrection(
  { careKm, nextCareKm }: Pick<CareFacts, 'careKm' | 'nextCareKm'>,
  odometerKm: number,
): Pick<CareFacts, 'careKm' | 'nextCareKm'> | null {
  if (careKm === null || careKm <= odometerKm) return null
  return { careKm: odometerKm, nextCareKm: nextCareKm === null ? null : nextCareKm - (careKm - odometerKm) }
}

export interface Care {
  readonly km: number
  /** null for a car without any known date. */
  readonly on: LocalDate | null
  readonly kmPerDay: number | null
}

/** The next maintenance: as the garage's sheet says, else an interval after the last one, else after the first registration and 0 km. */
export function nextCare(facts: CareFacts): Care {
  const { registerOn, careKm, careOn, nextCareKm, nextCareOn, everyKm, everyDays, kmPerDay } = facts
  const from = careOn ?? registerOn
  return {
    km: nextCareKm ?? (careKm ?? 0) + everyKm,
    on: nextCareOn ?? (from === null ? null : addDays(from, everyDays)),
    kmPerDay,
  }
}

/** From when the maintenance is reported as due: a car that drives far each day earlier, so that it is still a week. */
export const careDueFrom = ({ km, on, kmPerDay }: Care): Pick<Care, 'km' | 'on'> => ({
  km: km - Math.max(CARE_WARN_KM, CARE_WARN_DAYS * (kmPerDay ?? 0)),
  on: on === null ? null : addDays(on, -CARE_WARN_DAYS),
})

export function isCareDue(care: Care, odometerKm: number, today: LocalDate): boolean {
  const due = careDueFrom(care)
  return odometerKm >= due.km || (due.on !== null && today >= due.on)
}

/** The limit is exceeded. */
export const isCareLate = ({ km, on }: Pick<Care, 'km' | 'on'>, odometerKm: number, today: LocalDate): boolean =>
  odometerKm >= km || (on !== null && today > on)

/** A forecast further ahead says nothing. */
const FARTHEST_DAYS = 730

/** The day on which the limit is reached: by its date, or by what the car drives in a day if that is earlier; null: nobody knows. */
export function careForecast({ km, on, kmPerDay }: Care, odometerKm: number, today: LocalDate): LocalDate | null {
  if (odometerKm >= km) return on !== null && on < today ? on : today
  const days = kmPerDay === null || kmPerDay <= 0 ? Number.POSITIVE_INFINITY : Math.ceil((km - odometerKm) / kmPerDay)
  if (days > FARTHEST_DAYS) return on
  const byKm = addDays(today, days)
  return on !== null && on < byKm ? on : byKm
}

/** Over how many days before today the kilometres of a day are averaged, and how many must be known. */
export const DRIVEN_DAYS = 30
const LEAST_DAYS = 7

/** Kilometres of a day of a car, from what its device counted since its first day there. */
export function kmPerDayOf(
  driven: { readonly metres: number; readonly since: LocalDate },
  today: LocalDate,
): number | null {
  const days = Math.min(epochDayOf(today) - epochDayOf(driven.since), DRIVEN_DAYS)
  return days < LEAST_DAYS ? null : Math.round(driven.metres / 1000 / days)
}

export interface Stretch {
  readonly from: Instant
  readonly to: Instant
}

/** A car is brought to the garage in the morning, and is back at noon. */
const CARE_FROM = 9 * HOUR
const CARE_FOR = 3 * HOUR
/** A car that is due is not proposed for a later day. */
const PROPOSED_WITHIN_DAYS = 14

/**
 * The first morning from tomorrow on at which nothing occupies the car; null: there is none before its maintenance is due, or within two
 * weeks when it is due earlier.
 */
export function careProposal(busy: readonly Stretch[], dueOn: LocalDate | null, now: Instant): Stretch | null {
  const today = localDate(now)
  const last = addDays(today, PROPOSED_WITHIN_DAYS)
  const until = dueOn === null || dueOn <= addDays(today, 1) || dueOn > last ? last : dueOn
  for (let day = addDays(today, 1); day <= until; day = addDays(day, 1)) {
    const from = startOfDate(day) + CARE_FROM
    const to = from + CARE_FOR
    if (busy.every((one) => one.to <= from || one.from >= to)) return { from, to }
  }
  return null
}

/** Until when {@link careProposal} asks what occupies a car. */
export const proposalsUntil = (now: Instant): Instant => startOfDate(addDays(localDate(now), PROPOSED_WITHIN_DAYS + 1))
