import { normalisePlate } from '../check/plate.ts'
import { DAY, type Instant, parseDateTime, toMinute } from '../time.ts'
import { illegalStatus, type OfficialState, officialStates } from './codes.ts'
import { MAX_POINTS, type Reported } from './illegal.ts'
import type { KnownIllegals } from './import/plan.ts'
import { type IllegalRow, longest } from './import/row.ts'
import type { PlateCarrier } from './match.ts'

/*
 * What a provider of violations is asked about, and what of its answer is taken. It is somebody else's word: what does not fit is
 * dropped and counted, and a car whose answer held such a thing counts as not answered, so that nothing goes back because of it.
 */

/** Cars that came back within so many days are asked about every night, others every week. */
export const NIGHTLY_DAYS = 45
export const WEEKLY = 7 * DAY
/** So many plates are asked about at once. */
export const ASKED_AT_ONCE = 50
/** Violations since then are asked for: offices enter them late. */
export const ASKED_SINCE = 120 * DAY
/** A plate that was taken off is asked about for so long: the office may still enter what happened under it. */
const FORMER = 60 * DAY
/** Nobody has more open ones of a car. */
const MOST_OF_A_CAR = 200
const MOST_FINE = 10_000_00

/** The plates of a car that are asked about. */
export const askedPlates = ({ plate, former }: Pick<PlateCarrier, 'plate' | 'former'>, now: Instant): string[] => [
  ...new Set([plate, ...former.filter(({ until }) => until > now - FORMER).map((one) => one.plate)]),
]

/** An answer about some plates. */
export interface Told {
  readonly rows: readonly IllegalRow[]
  /** Plates that were answered, and soundly. */
  readonly answered: ReadonlySet<string>
  /** What of it was dropped: of plates that nobody asked about, or unsound. */
  readonly dropped: number
}

/** What of an answer may be taken. `entries`: what the provider says of each plate, as it came. */
export function readTold(plates: readonly string[], entries: readonly unknown[], now: Instant): Told {
  const asked = new Set(plates)
  const answered = new Set<string>()
  const broken = new Set<string>()
  const rows: IllegalRow[] = []
  let dropped = 0
  for (const entry of entries) {
    const plate = isRecord(entry) && typeof entry.plate === 'string' ? normalisePlate(entry.plate) : ''
    if (!isRecord(entry) || !asked.has(plate)) {
      dropped++
      continue
    }
    // It says why it cannot tell.
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

/** One number at one minute is one violation (`isSame`): of two plates, one is not its own. */
const numberedKey = ({ docNo, occurAt }: Pick<Reported, 'docNo' | 'occurAt'>): string => `${docNo} ${occurAt}`

/** Rows that are, by number and minute, a violation of another car of the merchant. */
export function ofOtherCars(
  rows: readonly IllegalRow[],
  { cars, illegals }: Pick<KnownIllegals, 'cars' | 'illegals'>,
): ReadonlySet<IllegalRow> {
  const numbered = new Map(
    illegals.flatMap((one) =>
      one.docNo === null || one.status === illegalStatus.void ? [] : [[numberedKey(one), one.plate] as const],
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

/** One violation as a provider tells it; undefined: it is not sound. */
function rowOf(told: unknown, now: Instant): IllegalRow | undefined {
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
  // It has not been decided.
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
