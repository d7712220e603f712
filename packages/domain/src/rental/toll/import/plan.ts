import { formatMoney } from '../../../money.ts'
import { plainCell } from '../../../platform/table-import/cells.ts'
import type { PlanOf } from '../../../platform/table-import/plan.ts'
import { END_OF_TIME, type Instant } from '../../../time.ts'
import { byPlate, isInSight, type KnownHolders, type Report } from '../../violation/holders.ts'
import { carOf } from '../../violation/match.ts'
import { type Bearer, bearerOf, orderOf } from '../bearer.ts'
import { carOfCard, type TollCard } from '../card.ts'
import { tollStatuses } from '../codes.ts'
import { tollName } from '../toll.ts'
import { tollColumnTitle } from './columns.ts'
import { isSoundToll, type ReadToll, type TollRow } from './row.ts'

/* Plans the import of a bill against the merchant's cars, their rental times and existing lines. It is pure. */

/** An existing line, as far as a row may repeat it. */
export type KnownToll = Pick<TollRow, 'provider' | 'lineNo' | 'plate' | 'cardNo' | 'outAt' | 'fen' | 'place'>

export interface KnownTolls extends KnownHolders {
  /** The cars of each card number, as staff said. */
  readonly cards: ReadonlyMap<string, TollCard>
  readonly lines: readonly KnownToll[]
}

/** The car of a line, who bears it, and the store that handles it. */
export interface TollPlace {
  readonly vehicleId: string | null
  readonly storeId: string | null
  readonly bearer: Bearer
}
export type TollPlan = PlanOf<{ readonly row: TollRow; readonly place: TollPlace }, object>

const UNKNOWN: Bearer = { by: 'unknown' }
/** The provider gives money back to the merchant; `pairRefunds` of the server finds whether a customer gets it. */
const MERCHANT: Bearer = { by: 'merchant' }

/** The minutes at which the holder of a car is needed. */
export const reportsOf = ({ plate, inAt, outAt }: Pick<TollRow, 'plate' | 'inAt' | 'outAt'>): Report[] =>
  [outAt, ...(inAt === null ? [] : [inAt])].map((occurAt) => ({ plate, occurAt }))

/** The car of a card at the minute of a row; null: not known, because the merchant had no longer the car that had it. */
function carOfCardAt({ cardNo, outAt }: Pick<TollRow, 'cardNo' | 'outAt'>, cards: KnownTolls['cards'], ends: Ends) {
  const card = cards.get(cardNo)
  const vehicleId = card === undefined ? null : carOfCard(card, outAt)
  return vehicleId === null || outAt >= (ends.get(vehicleId) ?? END_OF_TIME) ? null : vehicleId
}

/** Until when the merchant had each car; null: it still has. */
type Ends = ReadonlyMap<string, Instant | null>

/** Says where a row belongs. */
export function placer({ cars, cards, times, orders }: Omit<KnownTolls, 'lines' | 'inSight'>) {
  const plates = byPlate(cars)
  const homes = new Map(cars.map(({ vehicleId, homeStoreId }) => [vehicleId, homeStoreId]))
  const ends: Ends = new Map(cars.map(({ vehicleId, to }) => [vehicleId, to]))
  return (row: Omit<TollRow, 'kind' | 'provider'>): TollPlace => {
    const byPlateThen = row.plate === '' ? null : carOf(plates.get(row.plate) ?? [], row.plate, row.outAt)
    const vehicleId = byPlateThen ?? carOfCardAt(row, cards, ends)
    const time = vehicleId === null ? undefined : times.get(vehicleId)
    const bearer = time === undefined ? UNKNOWN : row.fen < 0 ? MERCHANT : bearerOf(time, row)
    const order = orders.get(orderOf(bearer) ?? '')
    return { vehicleId, storeId: order?.storeId ?? homes.get(vehicleId ?? '') ?? null, bearer }
  }
}

/** The orders that bear rows of a table. */
export function ordersOfTolls(
  rows: readonly ReadToll[],
  known: Omit<KnownTolls, 'lines' | 'inSight' | 'orders'>,
): string[] {
  const place = placer({ ...known, orders: new Map() })
  return [...new Set(rows.filter(isSoundToll).flatMap((row) => orderOf(place(row).bearer) ?? []))]
}

const factsOf = ({ plate, cardNo, outAt, fen, place }: KnownToll): string =>
  JSON.stringify([plate || cardNo, outAt, fen, plainCell(place)])
/** Money back may have the number of its line, and a line may be given back in parts. */
const numberOf = ({ provider, lineNo, fen }: KnownToll): string =>
  JSON.stringify([plainCell(provider), lineNo, Math.min(fen, 0)])

/**
 * Finds what repeats an earlier line: the same number of the same provider. A line without a number repeats one of the same plate, time,
 * amount and place, and so does a numbered one if the earlier has no number.
 */
export function repeats<T>() {
  const numbers = new Map<string, T>()
  const facts = new Map<string, T>()
  const unnumbered = new Map<string, T>()
  const put = (map: Map<string, T>, key: string, of: T) => void (map.has(key) || map.set(key, of))
  return {
    add(line: KnownToll, of: T): void {
      put(facts, factsOf(line), of)
      if (line.lineNo === null) put(unnumbered, factsOf(line), of)
      else put(numbers, numberOf(line), of)
    },
    of: (line: KnownToll): T | undefined =>
      line.lineNo === null ? facts.get(factsOf(line)) : (numbers.get(numberOf(line)) ?? unnumbered.get(factsOf(line))),
  }
}

/** Plans the action for every row, in its order. Importing twice adds nothing the second time. */
export function planTolls(
  rows: readonly ReadToll[],
  known: KnownTolls,
  { firstLine, from = 0, to }: { readonly firstLine: number; readonly from?: number; readonly to?: number },
): TollPlan[] {
  const place = placer(known)
  const there = repeats<true>()
  for (const line of known.lines) there.add(line, true)
  const before = repeats<number>()
  const plates = byPlate(known.cars)
  return rows
    .map((row, index): TollPlan => {
      if (row === null) return { action: 'none' }
      if ('other' in row) return { action: 'skip', reason: row.other }
      if (!isSoundToll(row)) return { action: 'fail', issues: row.issues }
      const first = before.of(row)
      if (first !== undefined) return { action: 'skip', reason: `与第${firstLine + first}行重复` }
      before.add(row, index)
      if (there.of(row)) return { action: 'skip', reason: '已导入过这一笔' }
      const failed = (key: 'plate' | 'cardNo', reason: string): TollPlan => ({
        action: 'fail',
        issues: [{ column: tollColumnTitle(key), value: row[key], reason }],
      })
      const byCard = known.cards.has(row.cardNo)
      if (row.plate !== '' && !plates.has(row.plate) && !byCard) return failed('plate', '车牌不在车队中')
      const { warnings, ...line } = row
      const found = place(row)
      if (!isInSight({ storeId: found.storeId, orderId: orderOf(found.bearer) }, known))
        return found.vehicleId === null
          ? failed('cardNo', '卡号未对应车辆，请由可见全部门店的人导入')
          : failed(row.plate === '' ? 'cardNo' : 'plate', '车辆属于其他门店，不在您的数据范围内')
      // Who gets money back is known once its line is found.
      const bearer = row.fen < 0 && found.vehicleId !== null ? [] : [bearerText(found.bearer, known)]
      const note = [tollName(row), formatMoney(Math.abs(row.fen)), ...bearer].join(' ')
      return { action: 'create', row: line, place: found, warnings, note }
    })
    .slice(from, to)
}

function bearerText(bearer: Bearer, { orders }: Pick<KnownTolls, 'orders'>): string {
  if (bearer.by === 'order') return `已匹配订单${orders.get(bearer.orderId)?.orderNo ?? ''}`
  return bearer.by === 'merchant'
    ? tollStatuses.text(tollStatuses.code.borne)
    : tollStatuses.text(tollStatuses.code.unmatched)
}
