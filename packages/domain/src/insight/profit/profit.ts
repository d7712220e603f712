import { type Fen, mulDiv } from '../../money.ts'
import { DAY, HOUR, type LocalDate, MINUTE } from '../../time.ts'

/*
 * What a vehicle earns: income less costs and, of a managed one, less the share of its owner, which leaves the merchant's own share. Purchases
 * and sales change what was invested, and are no part of a month.
 */

/** Sums of vehicles over some months: fen, minutes, kilometres. */
export interface CarSums {
  readonly rent: Fen
  readonly service: Fen
  readonly other: Fen
  /** Costs without depreciation and the share of an owner. */
  readonly running: Fen
  readonly depreciation: Fen
  readonly owner: Fen
  readonly fleet: number
  readonly rented: number
  readonly down: number
  /** While nobody might move the vehicle. A move, a delivery and an own use are neither rented, nor repaired, nor idle. */
  readonly idle: number
  readonly km: number
}

export const incomeOf = ({ rent, service, other }: CarSums): Fen => rent + service + other
export const costOf = ({ running, depreciation }: CarSums): Fen => running + depreciation
export const contributionOf = (sums: CarSums): Fen => incomeOf(sums) - costOf(sums) - sums.owner

const DAY_MINUTES = DAY / MINUTE

/** A figure of a vehicle; null where its divisor is zero. */
const per = (value: number, times: number, of: number): number | null => (of === 0 ? null : mulDiv(value, times, of))

interface ProfitFigure {
  readonly label: string
  readonly unit: 'fen' | 'bp' | 'minutes' | 'km'
  /** It says something about income, which needs the right to see amounts. */
  readonly money: boolean
  readonly of: (sums: CarSums) => number | null
}

/** The figures by which vehicles are compared, each of which sorts the list. */
const figures = {
  contribution: { label: '毛利', unit: 'fen', money: true, of: contributionOf },
  income: { label: '收入', unit: 'fen', money: true, of: incomeOf },
  cost: { label: '费用', unit: 'fen', money: false, of: costOf },
  owner: { label: '车主分成', unit: 'fen', money: true, of: ({ owner }) => owner },
  utilisation: { label: '出租率', unit: 'bp', money: false, of: ({ rented, fleet }) => per(rented, 10_000, fleet) },
  perDay: {
    label: '日均收入（全部天）',
    unit: 'fen',
    money: true,
    of: (one) => per(incomeOf(one), DAY_MINUTES, one.fleet),
  },
  perRentedDay: {
    label: '日均收入（出租天）',
    unit: 'fen',
    money: true,
    of: (one) => per(incomeOf(one), DAY_MINUTES, one.rented),
  },
  perKm: { label: '每公里收入', unit: 'fen', money: true, of: (one) => per(incomeOf(one), 1, one.km) },
  rented: { label: '出租时间', unit: 'minutes', money: false, of: ({ rented }) => rented },
  idle: { label: '空闲时间', unit: 'minutes', money: false, of: ({ idle }) => idle },
  down: { label: '维修年检', unit: 'minutes', money: false, of: ({ down }) => down },
  km: { label: '里程', unit: 'km', money: false, of: ({ km }) => km },
} as const satisfies Readonly<Record<string, ProfitFigure>>
export type ProfitKey = keyof typeof figures
export const profitKeys = Object.keys(figures) as ProfitKey[]
export const profitFigure = (key: ProfitKey): ProfitFigure => figures[key]

/** Days of a time in minutes, to a tenth. */
export const daysText = (minutes: number): string => `${Math.round((minutes / DAY_MINUTES) * 10) / 10}天`

/** What a vehicle has brought in of its price: all it earned, without depreciation. */
const incomeAfterCosts = (sums: CarSums): Fen => incomeOf(sums) - sums.running - sums.owner

/** How much of its price a vehicle has brought back, in basis points. */
export const paybackBp = (sums: CarSums, invested: Fen): number | null =>
  invested <= 0 ? null : mulDiv(incomeAfterCosts(sums), 10_000, invested)

/**
 * In how many months a vehicle will have brought back its price, if all are like some whole months, `pace`. 0 once it has; null while it
 * brings nothing in.
 */
export function monthsToPayBack(life: CarSums, invested: Fen, pace: readonly CarSums[]): number | null {
  const missing = invested - incomeAfterCosts(life)
  if (missing <= 0) return 0
  const each = pace.reduce((sum, one) => sum + incomeAfterCosts(one), 0)
  return each <= 0 ? null : Math.ceil((missing * pace.length) / each)
}

export interface HintFacts {
  readonly now: number
  /** Since when it has neither been rented nor in a workshop; null while it is, or is not in service. */
  readonly idleSince: number | null
  /** The last three whole months. */
  readonly quarter: CarSums
  /** The last twelve whole months. */
  readonly year: CarSums
  /** What falls due next, with what it cost the last time; null where that is not known. */
  readonly due: readonly {
    readonly what: 'insurance' | 'inspection'
    readonly on: LocalDate
    readonly lastFen: Fen | null
  }[]
  /** A day until which something due is worth a hint. */
  readonly dueUntil: LocalDate
}

export type Hint =
  | { readonly kind: 'idle'; readonly days: number }
  | { readonly kind: 'loses'; readonly income: Fen; readonly cost: Fen }
  | {
      readonly kind: 'dear'
      readonly what: 'insurance' | 'inspection'
      readonly on: LocalDate
      readonly fen: Fen
      readonly contribution: Fen
    }

/** A vehicle that stands longer than this is worth a look. */
const IDLE_DAYS = 14

/** What somebody should look at, each with its reckoning. */
export function hintsOf({ now, idleSince, quarter, year, due, dueUntil }: HintFacts): Hint[] {
  const hints: Hint[] = []
  const days = idleSince === null ? 0 : Math.floor((now - idleSince) / (24 * HOUR))
  if (days > IDLE_DAYS) hints.push({ kind: 'idle', days })
  if (contributionOf(quarter) < 0)
    hints.push({ kind: 'loses', income: incomeOf(quarter), cost: costOf(quarter) + quarter.owner })
  const contribution = contributionOf(year)
  for (const { what, on, lastFen } of due)
    if (lastFen !== null && on <= dueUntil && lastFen > contribution)
      hints.push({ kind: 'dear', what, on, fen: lastFen, contribution })
  return hints
}
