import type { Fen } from '../../../money.ts'
import { contactPhoneProblem, normalisePhone } from '../../../platform/check/mobile.ts'
import { normalisePlate, plateKindOf } from '../../../platform/check/plate.ts'
import { type CellReading, plainCell, readAmount } from '../../../platform/table-import/cells.ts'
import { readMinute } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import { DAY, type Instant } from '../../../time.ts'
import { type OrderImportKey, orderTable } from './columns.ts'

/** An order of another system, as its table tells it; missing texts are ''. */
export interface OrderRow {
  readonly orderNo: string
  readonly store: string
  /** '': the pickup store. */
  readonly returnStore: string
  /** '' where the car tells it. */
  readonly model: string
  readonly plate: string
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly name: string
  readonly mobile: string
  /** Agreed price of the whole rental, without deposits. */
  readonly total: Fen
  /** What the other system took of it. */
  readonly paid: Fen
  readonly rentalDeposit: Fen
  readonly violationDeposit: Fen
  readonly remark: string
}

type Names = Pick<OrderRow, 'store' | 'returnStore' | 'model' | 'plate'>

/** Result of reading one row; null for an empty line. `other`: an order that has ended, or a line with totals. */
export type ReadOrder =
  | (OrderRow & { readonly warnings: readonly RowIssue[] })
  | (Names & { readonly issues: readonly RowIssue[] })
  | { readonly other: string }
  | null

export const isSoundOrder = (row: ReadOrder): row is OrderRow & { readonly warnings: readonly RowIssue[] } =>
  row !== null && 'orderNo' in row

/** A row about an order, valid or not. */
export const isOrder = (row: ReadOrder): row is Exclude<ReadOrder, null | { readonly other: string }> =>
  row !== null && 'plate' in row

const TOTALS = /^(合计|总计|小计|共计|汇总|本页)/
const ENDED = /取消|已还|还车完成|已完成|已结束|完结|已结算|作废|关闭|退订|爽约|NO-?SHOW/i

/** Orders of one file: each is booked in a transaction of its own. */
export const MAX_IMPORTED_ORDERS = 1000
/** The longest rental that is taken over, days: longer ones are entered as long rentals. */
export const MAX_IMPORTED_DAYS = 366
const longest = { orderNo: 60, name: 60, remark: 400 } as const
const MAX_PLATE = 10

function readPhone(text: string): CellReading<string> {
  const phone = normalisePhone(text)
  const problem = contactPhoneProblem(phone)
  return problem === null ? { value: phone } : { problem, like: '' }
}

function readSum(text: string): CellReading<Fen> {
  const found = readAmount(text)
  return 'value' in found && found.value < 0 ? { problem: '金额不能小于0', like: '' } : found
}

/** Reads one row; every wrong cell is named. `now`: a rental that ended before it stays in the other system. */
export function readOrder(cells: readonly string[], places: Places<OrderImportKey>, now: Instant): ReadOrder {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(orderTable, cells, places)
  const { given, required, wrong, words } = row
  if (TOTALS.test(given('orderNo') || (filled[0] ?? ''))) return { other: '合计行' }
  if (given('orderNo') === '' && filled.length < 3) return { other: '没有订单号' }
  if (ENDED.test(given('state'))) return { other: `订单${given('state')}，留在原系统` }
  const plate = normalisePlate(given('plate'))
  if (plate !== '' && ([...plate].length > MAX_PLATE || plateKindOf(plate) === null)) wrong('plate', '车牌号格式不正确')
  const names: Names = {
    store: given('store'),
    returnStore: given('returnStore'),
    model: given('model'),
    plate,
  }
  if (names.model === '' && plate === '') wrong('model', '请填写车型或车牌号')
  const minute = (text: string) => readMinute(text, now)
  const orderNo = required('orderNo', (text) => ({ value: text.replace(/\s/g, '') })) ?? ''
  if ([...orderNo].length > longest.orderNo) wrong('orderNo', `不能超过${longest.orderNo}字`)
  const pickupAt = required('pickupAt', minute) ?? 0
  const returnAt = required('returnAt', minute) ?? 0
  const name = required('name', (text) => ({ value: text })) ?? ''
  if ([...name].length > longest.name) wrong('name', `不能超过${longest.name}字`)
  const mobile = required('mobile', readPhone) ?? ''
  const total = required('total', readSum) ?? 0
  const sum = (key: 'paid' | 'rentalDeposit' | 'violationDeposit') =>
    given(key) === '' ? 0 : (required(key, readSum) ?? 0)
  const [paid, rentalDeposit, violationDeposit] = [sum('paid'), sum('rentalDeposit'), sum('violationDeposit')]
  const remark = words('remark', longest.remark) ?? ''
  if (row.issues.length === 0) {
    if (returnAt <= pickupAt) wrong('returnAt', '还车时间须晚于取车时间')
    else if (returnAt - pickupAt > MAX_IMPORTED_DAYS * DAY)
      wrong('returnAt', `租期超过${MAX_IMPORTED_DAYS}天，请在长租订单中录入`)
    else if (returnAt <= now) wrong('returnAt', '还车时间已过：已还的车在状态列写「已还车」，仍在用的改为预计还车时间')
    else if (pickupAt <= now && plate === '') wrong('plate', '车已取走的订单请填写车牌号')
    if (paid > total) wrong('paid', '已收金额不能大于订单金额')
  }
  if (row.issues.length > 0) return { ...names, issues: row.issues }
  return {
    ...names,
    ...{ orderNo, pickupAt, returnAt, name, mobile, total, paid, rentalDeposit, violationDeposit, remark },
    warnings: row.warnings,
  }
}
