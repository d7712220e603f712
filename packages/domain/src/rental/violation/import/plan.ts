import type { PlanOf, RowIssue } from '../../../platform/table-import/plan.ts'
import { matchType, matchTypes, violationStatus } from '../codes.ts'
import { byPlate, isInSight, type KnownCar, type KnownHolders, NOBODY, type Report } from '../holders.ts'
import { carOf, type Holder, holderAt } from '../match.ts'
import { isPaidAtOffice } from '../violation.ts'
import { violationColumnTitle } from './columns.ts'
import { additionTo, type KnownViolation, sameAs, type ViolationAddition } from './merge.ts'
import { isSoundViolation, type ReadViolation, type ViolationRow } from './row.ts'

/*
 * Plans the import of a violation list against the merchant's cars, their rental times and existing violations. It
 * is pure: no file or database is read here.
 */

export interface KnownViolations extends KnownHolders {
  readonly violations: readonly KnownViolation[]
}

/** Who had the car of a row, and the store it belongs to. */
export interface ViolationPlace {
  readonly vehicleId: string | null
  readonly storeId: string | null
  readonly holder: Holder
}

/** The step of a violation on entry, by its official state. */
export type EntryStep = 'settled' | 'void' | 'appeal'

export type ViolationPlan = PlanOf<
  { readonly row: ViolationRow; readonly place: ViolationPlace; readonly entry: EntryStep | null },
  { readonly row: ViolationRow; readonly known: KnownViolation; readonly addition: ViolationAddition }
>

interface PlanOptions {
  /** Line number of the first row in the table, from 1. */
  readonly firstLine: number
  /** A table may be planned in parts: from this row up to `to`. */
  readonly from?: number
  readonly to?: number
}

/** The car of a plate at a minute and who had it; undefined: no car ever had this plate. */
function placeOf(
  cars: readonly KnownCar[],
  { times, orders }: Pick<KnownViolations, 'times' | 'orders'>,
  at: Report,
): ViolationPlace {
  const vehicleId = carOf(cars, at.plate, at.occurAt)
  if (vehicleId === null) return { vehicleId, storeId: null, holder: NOBODY }
  const time = times.get(vehicleId)
  const holder = time === undefined ? NOBODY : holderAt(time, at.occurAt)
  const order = holder.by === 'order' ? orders.get(holder.orderId) : undefined
  return { vehicleId, storeId: order?.storeId ?? cars.find((car) => car.vehicleId === vehicleId)!.homeStoreId, holder }
}
/**
 * Plans the action for every row of a table, in its order. An existing violation, by number or by plate and minute,
 * gets its empty fields filled in, and is otherwise reported as repeated. Importing twice adds nothing the second time.
 */
export function planViolations(
  rows: readonly ReadViolation[],
  known: KnownViolations,
  { firstLine, from = 0, to }: PlanOptions,
): ViolationPlan[] {
  const cars = byPlate(known.cars)
  // An upheld appeal is a decision, which the next report of the same violation does not undo; what was voided as a mistake may come again.
  const there = lookup(known.violations.filter(({ status, upheld }) => status !== violationStatus.void || upheld))
  const revoked = lookup(known.violations.filter(({ status }) => status === violationStatus.void))
  const before = firstsOf(rows)
  return rows.slice(from, to).map((row, place): ViolationPlan => {
    if (row === null) return { action: 'none' }
    if ('other' in row) return { action: 'skip', reason: row.other }
    if (!isSoundViolation(row)) return { action: 'fail', issues: row.issues }
    const first = before[from + place]
    if (first !== undefined) return { action: 'skip', reason: `与第${firstLine + first}行重复` }
    const same = there(row) ?? (row.disputed === 'revoked' ? revoked(row) : undefined)
    if (same !== undefined) {
      const addition = same.visible && same.status !== violationStatus.void ? additionTo(same, row) : null
      if (addition === null) return { action: 'skip', reason: same.visible ? repeatReason(same, row) : '重复' }
      return { action: 'update', row, known: same, addition, warnings: row.warnings, note: same.no }
    }
    const failed = (reason: string): ViolationPlan => ({ action: 'fail', issues: [issue(row, reason)] })
    const carriers = cars.get(row.plate)
    if (carriers === undefined) return failed('车牌不在车队中')
    const found = placeOf(carriers, known, row)
    if (!isInSight({ storeId: found.storeId, orderId: orderOf(found.holder) }, known))
      return failed('车辆属于其他门店，不在您的数据范围内')
    const entry = entryOf(row, found.holder)
    const note = [noteOf(found.holder, known), ...entryNote(row, entry)].join('，')
    return { action: 'create', row, place: found, entry, warnings: row.warnings, note }
  })
}

const orderOf = (holder: Holder): string | null => (holder.by === 'order' ? holder.orderId : null)

/** Only appeals of customers are handled by the appeal step; others are recorded when staff handle the violation. */
function entryOf({ disputed, officialState }: ViolationRow, holder: Holder): EntryStep | null {
  if (disputed === 'revoked') return 'void'
  if (disputed === 'appealed') return holder.by === 'order' ? 'appeal' : null
  return isPaidAtOffice(officialState) ? 'settled' : null
}
const entryNotes: Readonly<Record<EntryStep, string>> = {
  settled: '官方已处理，直接结案',
  void: '官方已撤销，直接作废',
  appeal: '官方申诉中',
}
const entryNote = ({ disputed }: ViolationRow, entry: EntryStep | null): string[] =>
  entry !== null ? [entryNotes[entry]] : disputed === 'appealed' ? ['官方申诉中，匹配后请登记申诉'] : []

const repeatReason = ({ no, status, upheld }: KnownViolation, { disputed }: ViolationRow): string =>
  upheld
    ? `重复，${no}已申诉成立`
    : disputed === 'revoked' && status !== violationStatus.void && status !== violationStatus.closed
      ? `重复，已有${no}；官方已撤销，请到该违章作废`
      : `重复，已有${no}`

/** Who had the cars of the rows. */
export function placesOf(
  rows: readonly ViolationRow[],
  { cars, times }: Pick<KnownViolations, 'cars' | 'times'>,
): ViolationPlace[] {
  const carriers = byPlate(cars)
  return rows.flatMap((row) => {
    const of = carriers.get(row.plate)
    return of === undefined ? [] : [placeOf(of, { times, orders: new Map() }, row)]
  })
}

/** Orders of the rows of a table, including those of existing violations. */
export const ordersOf = (rows: readonly ReadViolation[], known: KnownViolations): string[] => [
  ...new Set([
    ...placesOf(rows.filter(isSoundViolation), known).flatMap(({ holder }) =>
      holder.by === 'order' ? [holder.orderId] : [],
    ),
    ...known.violations.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  ]),
]

const issue = ({ plate }: Report, reason: string): RowIssue => ({
  column: violationColumnTitle('plate'),
  value: plate,
  reason,
})

const noteOf = (holder: Holder, { orders }: KnownViolations): string =>
  ({
    order: () => `已匹配订单${holder.by === 'order' ? (orders.get(holder.orderId)?.orderNo ?? '') : ''}`,
    staff: () => matchTypes.text(matchType.staff),
    merchant: () => matchTypes.text(matchType.merchant),
    nobody: () => '待匹配',
  })[holder.by]()

const minuteKey = ({ plate, occurAt }: Report): string => `${plate} ${occurAt}`

/** Finds the existing violation of a report. */
function lookup<T extends KnownViolation | ViolationRow>(known: readonly T[]): (report: ViolationRow) => T | undefined {
  const byMinute = Map.groupBy(known, minuteKey)
  const byDoc = Map.groupBy(known, ({ docNo }) => docNo)
  return (report) =>
    sameAs(
      [...(report.docNo === null ? [] : (byDoc.get(report.docNo) ?? [])), ...(byMinute.get(minuteKey(report)) ?? [])],
      report,
    )
}

/** For each repeated row, the line of the earlier one. */
function firstsOf(rows: readonly ReadViolation[]): readonly (number | undefined)[] {
  const firsts = new Map<ViolationRow, number>()
  const byMinute = new Map<string, ViolationRow[]>()
  const byDoc = new Map<string, ViolationRow[]>()
  return rows.map((row, index) => {
    if (!isSoundViolation(row)) return undefined
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
