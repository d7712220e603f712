import type { PlanOf, RowIssue } from '../../table-import/plan.ts'
import type { Instant } from '../../time.ts'
import { illegalStatus, matchType, matchTypes } from '../codes.ts'
import { isPaidAtOffice } from '../illegal.ts'
import { type CarTime, carOf, type Holder, holderAt, type PlateCarrier } from '../match.ts'
import { illegalColumnTitle } from './columns.ts'
import { additionTo, type IllegalAddition, type KnownIllegal, sameAs } from './merge.ts'
import { type IllegalRow, isSoundIllegal, type ReadIllegal } from './row.ts'

/*
 * What is to be done with the rows of a list of violations once the merchant's cars, their time and the violations that are there are known.
 * Nothing here reads a file or a database.
 */

export interface KnownCar extends PlateCarrier {
  readonly homeStoreId: string
}
export interface KnownOrder {
  readonly id: string
  readonly orderNo: string
  readonly storeId: string
  readonly returnStoreId: string | null
}

export interface KnownIllegals {
  readonly cars: readonly KnownCar[]
  /** Of each car, around the minutes that the rows say. */
  readonly times: ReadonlyMap<string, CarTime>
  readonly orders: ReadonlyMap<string, KnownOrder>
  readonly illegals: readonly KnownIllegal[]
  /** A store of whoever imports. */
  readonly inSight: (storeId: string) => boolean
}

/** Who held the car that a row is about, and where it belongs. */
export interface IllegalPlace {
  readonly vehicleId: string | null
  readonly storeId: string | null
  readonly holder: Holder
}

/** What a violation goes through as it is entered, by what the office says of it. */
export type EntryStep = 'settled' | 'void' | 'appeal'

export type IllegalPlan = PlanOf<
  { readonly row: IllegalRow; readonly place: IllegalPlace; readonly entry: EntryStep | null },
  { readonly row: IllegalRow; readonly known: KnownIllegal; readonly addition: IllegalAddition }
>

interface PlanOptions {
  /** The line of the first row in the table, as the table counts: from 1. */
  readonly firstLine: number
  /** A table may be planned piece by piece: from this row up to `to`. */
  readonly from?: number
  readonly to?: number
}

const NOBODY: Holder = { by: 'nobody', candidates: [] }

/** Which car a plate was at a minute and who held it; undefined: no car ever carried it. */
function placeOf(
  cars: readonly KnownCar[],
  { times, orders }: Pick<KnownIllegals, 'times' | 'orders'>,
  at: Report,
): IllegalPlace {
  const vehicleId = carOf(cars, at.plate, at.occurAt)
  if (vehicleId === null) return { vehicleId, storeId: null, holder: NOBODY }
  const time = times.get(vehicleId)
  const holder = time === undefined ? NOBODY : holderAt(time, at.occurAt)
  const order = holder.by === 'order' ? orders.get(holder.orderId) : undefined
  return { vehicleId, storeId: order?.storeId ?? cars.find((car) => car.vehicleId === vehicleId)!.homeStoreId, holder }
}
interface Report {
  readonly plate: string
  readonly occurAt: Instant
}

/**
 * What is to be done with every row of a table, in its order. One that is there already, by number, or by plate and minute, is filled in where it
 * is empty, and told as a repetition otherwise. Done twice, the second time adds nothing.
 */
export function planIllegals(
  rows: readonly ReadIllegal[],
  known: KnownIllegals,
  { firstLine, from = 0, to }: PlanOptions,
): IllegalPlan[] {
  const cars = byPlate(known.cars)
  const there = lookup(known.illegals.filter(({ status }) => status !== illegalStatus.void))
  const revoked = lookup(known.illegals.filter(({ status }) => status === illegalStatus.void))
  const before = firstsOf(rows)
  return rows.slice(from, to).map((row, place): IllegalPlan => {
    if (row === null) return { action: 'none' }
    if ('other' in row) return { action: 'skip', reason: row.other }
    if (!isSoundIllegal(row)) return { action: 'fail', issues: row.issues }
    const first = before[from + place]
    if (first !== undefined) return { action: 'skip', reason: `与第${firstLine + first}行重复` }
    const same = there(row) ?? (row.disputed === 'revoked' ? revoked(row) : undefined)
    if (same !== undefined) {
      const addition = same.visible && same.status !== illegalStatus.void ? additionTo(same, row) : null
      if (addition === null) return { action: 'skip', reason: same.visible ? repeated(same, row) : '重复' }
      return { action: 'update', row, known: same, addition, warnings: row.warnings, note: same.no }
    }
    const failed = (reason: string): IllegalPlan => ({ action: 'fail', issues: [issue(row, reason)] })
    const carriers = cars.get(row.plate)
    if (carriers === undefined) return failed('车牌不在车队中')
    const found = placeOf(carriers, known, row)
    if (!isInSight(found, known)) return failed('车辆属于其他门店，不在您的数据范围内')
    const entry = entryOf(row, found.holder)
    const note = [noteOf(found.holder, known), ...entryNote(row, entry)].join('，')
    return { action: 'create', row, place: found, entry, warnings: row.warnings, note }
  })
}

/** Only customers object by the merchant's own page; whoever else does, or is not known, is noted when somebody takes it in hand. */
function entryOf({ disputed, officialState }: IllegalRow, holder: Holder): EntryStep | null {
  if (disputed === 'revoked') return 'void'
  if (disputed === 'appealed') return holder.by === 'order' ? 'appeal' : null
  return isPaidAtOffice(officialState) ? 'settled' : null
}
const entryNotes: Readonly<Record<EntryStep, string>> = {
  settled: '官方已处理，直接结案',
  void: '官方已撤销，直接作废',
  appeal: '官方申诉中',
}
const entryNote = ({ disputed }: IllegalRow, entry: EntryStep | null): string[] =>
  entry !== null ? [entryNotes[entry]] : disputed === 'appealed' ? ['官方申诉中，匹配后请登记申诉'] : []

const repeated = ({ no, status }: KnownIllegal, { disputed }: IllegalRow): string =>
  disputed === 'revoked' && status !== illegalStatus.void && status !== illegalStatus.closed
    ? `重复，已有${no}；官方已撤销，请到该违章作废`
    : `重复，已有${no}`

/** Who held the cars that rows are about. */
export function placesOf(
  rows: readonly IllegalRow[],
  { cars, times }: Pick<KnownIllegals, 'cars' | 'times'>,
): IllegalPlace[] {
  const carriers = byPlate(cars)
  return rows.flatMap((row) => {
    const of = carriers.get(row.plate)
    return of === undefined ? [] : [placeOf(of, { times, orders: new Map() }, row)]
  })
}

/** Orders that the rows of a table are about, those of violations that are there among them. */
export const ordersOf = (rows: readonly ReadIllegal[], known: KnownIllegals): string[] => [
  ...new Set([
    ...placesOf(rows.filter(isSoundIllegal), known).flatMap(({ holder }) =>
      holder.by === 'order' ? [holder.orderId] : [],
    ),
    ...known.illegals.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  ]),
]

const issue = ({ plate }: Report, reason: string): RowIssue => ({
  column: illegalColumnTitle('plate'),
  value: plate,
  reason,
})

/** Whoever answers for some stores brings what is about their cars and orders, and nothing of cars that nobody knows. */
function isInSight({ storeId, holder }: IllegalPlace, { orders, inSight }: KnownIllegals): boolean {
  const returned = holder.by === 'order' ? orders.get(holder.orderId)?.returnStoreId : null
  return inSight(storeId ?? '') || (returned != null && inSight(returned))
}

const noteOf = (holder: Holder, { orders }: KnownIllegals): string =>
  ({
    order: () => `已匹配订单${holder.by === 'order' ? (orders.get(holder.orderId)?.orderNo ?? '') : ''}`,
    staff: () => matchTypes.text(matchType.staff),
    merchant: () => matchTypes.text(matchType.merchant),
    nobody: () => '待匹配',
  })[holder.by]()

function byPlate(cars: readonly KnownCar[]): ReadonlyMap<string, readonly KnownCar[]> {
  const map = new Map<string, KnownCar[]>()
  for (const car of cars)
    for (const plate of new Set([car.plate, ...car.former.map((one) => one.plate)]))
      map.set(plate, [...(map.get(plate) ?? []), car])
  return map
}

const minuteKey = ({ plate, occurAt }: Report): string => `${plate} ${occurAt}`

/** Finds what is there already of a report. */
function lookup<T extends KnownIllegal | IllegalRow>(known: readonly T[]): (report: IllegalRow) => T | undefined {
  const byMinute = Map.groupBy(known, minuteKey)
  const byDoc = Map.groupBy(known, ({ docNo }) => docNo)
  return (report) =>
    sameAs(
      [...(report.docNo === null ? [] : (byDoc.get(report.docNo) ?? [])), ...(byMinute.get(minuteKey(report)) ?? [])],
      report,
    )
}

/** Of each row that repeats an earlier one, where that stands. */
function firstsOf(rows: readonly ReadIllegal[]): readonly (number | undefined)[] {
  const firsts = new Map<IllegalRow, number>()
  const byMinute = new Map<string, IllegalRow[]>()
  const byDoc = new Map<string, IllegalRow[]>()
  return rows.map((row, index) => {
    if (!isSoundIllegal(row)) return undefined
    const near = byMinute.get(minuteKey(row)) ?? []
    const numbered = byDoc.get(row.docNo ?? '') ?? []
    const first = sameAs([...numbered, ...near], row)
    if (first !== undefined) return firsts.get(first)
    firsts.set(row, index)
    byMinute.set(minuteKey(row), [...near, row])
    if (row.docNo !== null) byDoc.set(row.docNo, [...numbered, row])
    return undefined
  })
}
