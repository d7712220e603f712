import { price } from '@cheyi/domain/quote/price'
import type { PriceInput } from '@cheyi/domain/quote/quote'
import type { PriceRules } from '@cheyi/domain/quote/rules'
import { ask, at, atDoor, childSeat, cover, deliveryFee, nightFees, rulesT } from '@cheyi/domain/quote/testing'
import { benchPacking } from '@cheyi/domain/stock/bench'
import type { LinearSolver } from '@cheyi/domain/stock/search/relax'
import { DAY, formatDateTime, HOUR } from '@cheyi/domain/time'
import { openLinear } from '../src/outside/linear/highs.ts'
import { median } from './measure/measure.ts'
import type { Row } from './report/report.ts'

/* The rules alone, on one thread. */

export interface RulesSize {
  /** Of each of nine rounds of quotes. */
  readonly quoteMs: number
  /** Bookings tried per case of packing. */
  readonly requests: number
}

export async function benchRules(size: RulesSize): Promise<Row[]> {
  return [quotes(size.quoteMs), ...packing(size.requests, await openLinear())]
}

const ROUNDS = 9
/** Mostly short rentals, some long ones, days. */
const LENGTHS = [1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 14, 30]

const rules: PriceRules = {
  ...rulesT,
  services: [...rulesT.services, cover, childSeat],
  fees: [...nightFees, deliveryFee],
}

/** Trips at all hours, with services, one in three delivered to the door. */
const trips: readonly PriceInput[] = LENGTHS.flatMap((days, kind) =>
  [8, 12, 18, 22].map((hour, n) => {
    const from = at('11-02 00:00') + hour * HOUR
    const to = from + days * DAY + (n % 3) * HOUR
    const pickup = (kind + n) % 3 === 0 ? { pickup: atDoor } : {}
    return ask(formatDateTime(from), formatDateTime(to), {
      ...pickup,
      services: [
        { code: 'cover', qty: 1 },
        { code: 'seat', qty: 1 },
      ],
    })
  }),
)

function quotes(ms: number): Row {
  const rates = Array.from({ length: ROUNDS + 1 }, () => {
    const began = performance.now()
    let count = 0
    while (performance.now() - began < ms) {
      for (const trip of trips) price(trip, rules)
      count += trips.length
    }
    return (count / (performance.now() - began)) * 1000
  })
  return {
    id: 'rules.quote',
    name: '算价（单线程）',
    // The first round warms up.
    ours: median(rates.slice(1)),
    unit: '/s',
    bar: { least: 20_000 },
  }
}

/** Bars by the use of the pool; the worst share of pinned orders counts. */
const packingBars = [
  { use: 0.8, most: 10 },
  { use: 0.95, most: 50 },
]

function packing(requests: number, linear: LinearSolver): Row[] {
  const lines = benchPacking(() => performance.now(), linear, requests)
  return packingBars.map(({ use, most }) => {
    const worst = lines.filter((line) => line.use === use).sort((a, b) => b.median - a.median)[0]!
    return {
      id: `rules.packing.${use}`,
      name: `60 辆车 400 单的余量判断与重排（使用率 ${use * 100}%）`,
      ours: worst.median,
      unit: ' ms',
      bar: { most },
      note: `锁定 ${worst.pinnedShare * 100}%；最长 ${worst.max.toFixed(1)} ms，未判定 ${worst.undecided}`,
    }
  })
}
