import { normalisePlate } from '../../platform/check/plate.ts'
import { DAY, type Instant, parseDateTime, toMinute } from '../../time.ts'
import { type OfficialState, officialStates, violationStatus } from './codes.ts'
import type { KnownViolations } from './import/plan.ts'
import { longest, type ViolationRow } from './import/row.ts'
import type { PlateCarrier } from './match.ts'
import { MAX_POINTS, type Reported } from './violation.ts'

/*
 * Queries to a provider of violations, and which parts of its answer are accepted. Invalid parts are dropped and
 * counted, and a car with an invalid part counts as unanswered, so that no deposit is released because of it.
 */

/** Cars that were returned within this number of days are queried every night, others every week. */
export const NIGHTLY_DAYS = 45
export const WEEKLY = 7 * DAY
/** Plates per query. */
export const ASKED_AT_ONCE = 50
/** Violations since this time are queried, because authorities enter them late. */
export const ASKED_SINCE = 120 * DAY
/** How long a removed plate is still queried, since the authority may enter earlier violations of it. */
const FORMER = 60 * DAY
/** More open violations of one car are not plausible. */
const MOST_OF_A_CAR = 200
const MOST_FINE = 10_000_00

/** The plates of a car that are queried. */
export const askedPlates = ({ plate, former }: Pick<PlateCarrier, 'plate' | 'former'>, now: Instant): string[] => [
  ...new Set([plate, ...former.filter(({ until }) => until > now - FORMER).map((one) => one.plate)]),
]

/** The accepted part of an answer about some plates. */
export interface Told {
  readonly rows: readonly ViolationRow[]
  /** Plates with a valid answer. */
  readonly answered: ReadonlySet<string>
  /** Number of dropped entries: of plates that were not queried, or invalid. */
  readonly dropped: number
}

/** Validates an answer. `entries`: the provider's answer per plate, not parsed. */
export function readAnswers(plates: readonly string[], entries: readonly unknown[], now: Instant): Told {
  const asked = new Set(plates)
  const answered = new Set<string>()
  const broken = new Set<string>()
  const rows: ViolationRow[] = []
  let dropped = 0
  for (const entry of entries) {
    const plate = isRecord(entry) && typeof entry.plate === 'string' ? normalisePlate(entry.plate) : ''
    if (!isRecord(entry) || !asked.has(plate)) {
      dropped++
      continue
    }
    // The entry has a reason for not answering instead.
    if (!Array.isArray(entry.violations)) continue
    answered.add(plate)
    if (entry.violations.length > MOST_OF_A_CAR) {
      dropped += entry.violations.length
      broken.add(plate)
      continue
    }
    for (const one of entry.violations) {
      const row = rowOf(one, now)
      if (row?.plate === plate) rows.push(row)
      else {
        dropped++
        broken.add(plate)
      }
    }
  }
  const numbered = Map.groupBy(
    rows.filter(({ docNo }) => docNo !== null),
    numberedKey,
  )
  const torn = new Set([...numbered.values()].filter((same) => new Set(same.map(({ plate }) => plate)).size > 1).flat())
  for (const { plate } of torn) broken.add(plate)
  return {
    rows: rows.filter((row) => !torn.has(row)),
    answered: new Set([...answered].filter((plate) => !broken.has(plate))),
    dropped: dropped + torn.size,
  }
}

/** One number at one minute is one violation (`isSame`): of two plates, one is wrong. */
const numberedKey = ({ docNo, occurAt }: Pick<Reported, 'docNo' | 'occurAt'>): string => `${docNo} ${occurAt}`

/** Rows that are, by number and minute, a violation of another car of the merchant. */
export function ofOtherCars(
  rows: readonly ViolationRow[],
  { cars, violations }: Pick<KnownViolations, 'cars' | 'violations'>,
): ReadonlySet<ViolationRow> {
  const numbered = new Map(
    violations.flatMap((one) =>
      one.docNo === null || one.status === violationStatus.void ? [] : [[numberedKey(one), one.plate] as const],
    ),
  )
  const ofOneCar = (a: string, b: string) =>
    cars.some(({ plate, former }) => {
      const all = [plate, ...former.map((one) => one.plate)]
      return all.includes(a) && all.includes(b)
    })
  return new Set(
    rows.filter((row) => {
      const other = row.docNo === null ? undefined : numbered.get(numberedKey(row))
      return other !== undefined && other !== row.plate && !ofOneCar(other, row.plate)
    }),
  )
}

/** One violation of an answer; undefined: invalid. */
function rowOf(told: unknown, now: Instant): ViolationRow | undefined {
  if (!isRecord(told)) return undefined
  const text = (key: keyof typeof longest): string | undefined => {
    const value = told[key] ?? ''
    if (typeof value !== 'string' || [...value].length > longest[key]) return undefined
    return value.trim()
  }
  const whole = (value: unknown, most: number): number | undefined =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : undefined
  const plate = typeof told.plate === 'string' ? normalisePlate(told.plate) : ''
  const at = typeof told.occurAt === 'string' ? parseDateTime(told.occurAt) : null
  const points = whole(told.points, MAX_POINTS)
  // The amount is not decided yet.
  const fine = told.fine === null ? null : whole(told.fine, MOST_FINE)
  const official = officialStates.values.find((state) => state === told.officialState)
  const [place, act, actCode] = [text('place'), text('act'), text('actCode')]
  const [docNo, authority] = [text('docNo'), text('authority')]
  const wrong = [points, fine, official, place, act, actCode, docNo, authority].includes(undefined)
  if (plate === '' || at === null || at > now || wrong) return undefined
  return {
    plate,
    occurAt: toMinute(at),
    place: place!,
    act: act!,
    actCode: actCode!,
    points: points!,
    fine: fine as number | null,
    docNo: docNo || null,
    authority: authority!,
    officialState: official as OfficialState,
    remark: '',
    warnings: [],
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
