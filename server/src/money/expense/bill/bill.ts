import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { billGroups } from '@cheyi/contract/money/expense'
import {
  type Charge,
  type ChargeLine,
  chargeLines,
  comesTo,
  isCharged,
  reversalLine,
} from '@cheyi/domain/booking/order/charges'
import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { hasCar } from '@cheyi/domain/booking/order/steps'
import { claimName } from '@cheyi/domain/money/claim/claim'
import { openFen, platformHeldFen } from '@cheyi/domain/money/debt/due'
import { depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatuses, isHolding } from '@cheyi/domain/money/deposit/hold'
import { depositStateText } from '@cheyi/domain/money/deposit/state-text'
import { availableFen } from '@cheyi/domain/money/deposit/steps'
import {
  payKind,
  payKinds,
  paymentStatus,
  reimbursementKind,
  reimbursementKinds,
} from '@cheyi/domain/money/payment/codes'
import { type OrderRow, readOrder } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { laterOf } from '../../deposit/actions.ts'
import * as store from './store.ts'

type Bill = OutputOf<typeof contract.expense.bill>
type Group = (typeof billGroups)[number]
type Rows = Awaited<ReturnType<typeof store.readBill>>
type Line = Bill['groups'][number]['lines'][number]

const names: Readonly<Record<Group, string>> = {
  rent: '租金',
  baseService: '基础服务',
  insurance: '附加保障',
  extraService: '附加服务',
  delivery: '送车取车',
  renewal: '续租',
  handover: '取还车费用',
  supplement: '补款',
  violationAndDamage: '违章车损',
  reduction: '优惠减免',
  penalty: '违约金',
}

/**
 * The bill of an order: charges in groups, receipts and refunds, deposits separately, and every money movement. A deduction from a
 * deposit pays charges like a receipt. The groups add up to the receivable: what a cancellation or an early return reduced is a separate
 * line.
 * @throws Refusal orderNotFound (2002)
 */
export async function bill({ orderId }: { orderId: string }, ctx: Context): Promise<Bill> {
  const [order, rows] = await Promise.all([readOrder(ctx, orderId), store.readBill(ctx, orderId)])
  const groups = groupsOf(order, rows)
  const laterAt = await laterOf(ctx, order, rows.deposits)
  return {
    orderId,
    orderNo: order.orderNo,
    orderKind: order.orderKind,
    contactName: order.contactName,
    plate: hasCar(order.status) ? order.plate : null,
    groups,
    receivable: groups.reduce((sum, group) => sum + group.subtotal, 0),
    writeOffs: rows.writeOffs.map((row) => ({
      ...{ name: '坏账核销', formula: '', amount: row.amountFen },
      ...enteredOf({ ...row, note: row.reason }),
    })),
    offsets: offsetsOf(order, rows.reimbursements),
    received: order.paidFen,
    platformHeld: platformHeldFen(order),
    refunded: order.refundedFen,
    refunding: order.refundingFen,
    owed: openFen(order),
    prepay: order.prepayFen,
    prepayDue: order.prepayDueFen,
    deposits: rows.deposits.map((row) => depositLine(row, { later: laterAt(row), orderStatus: order.status })),
    flows: flowsOf(rows.holds, rows.payments, rows.deductions),
  }
}

interface Entered {
  readonly note: string
  readonly at: number | null
  readonly by: string | null
  readonly voucherIds: string[]
}

/** Author, time and reason of a line; an automatic charge has none. */
const enteredOf = ({ note, at, by, voucherIds = [] }: Partial<Entered>): Omit<Line, keyof ChargeLine> => ({
  note: note || null,
  at: at ?? null,
  by: by ?? (at == null ? '' : '系统'),
  voucherIds,
})

/** Whether a reimbursement refunds a charge; the others do not change the price. */
const isCharge = ({ kind }: Pick<store.ReimbursementRow, 'kind'>): boolean => kind === reimbursementKind.refund

/** What the merchant owed the customer besides the rental. The part without a reimbursement is fuel above the level at the pickup (J18). */
function offsetsOf(order: OrderRow, reimbursements: readonly store.ReimbursementRow[]): Bill['offsets'] {
  const costs = reimbursements.filter((row) => !isCharge(row))
  const fuel = order.refundExpenseFen - costs.reduce((sum, row) => sum + row.amountFen, 0)
  return [
    ...costs.map((row) => ({
      ...{ name: `${offsetName(row)}：${row.name}`, formula: '', amount: row.amountFen },
      ...enteredOf(row),
    })),
    ...(fuel === 0 ? [] : [{ name: '多还油电退还', formula: '', amount: fuel, ...enteredOf({}) }]),
  ]
}

/** The name says whether it was only offset against the debt, or also paid out. */
const offsetName = ({ kind, paidFen }: store.ReimbursementRow): string => {
  if (paidFen > 0) return reimbursementKinds.text(kind)
  return kind === reimbursementKind.advance ? '客户垫付抵账' : '补偿抵账'
}

function groupsOf(order: OrderRow, { items, expenses, claims, reimbursements, writeOffs }: Rows) {
  const groups = new Map<Group, Line[]>(billGroups.map((group) => [group, []]))
  const add = (group: Group, line: ChargeLine, entered: Partial<Entered> = {}) =>
    groups.get(group)!.push({ ...line, ...enteredOf(entered) })

  // Days that were priced together are one line; a later repricing is a separate line.
  for (const [group, charges] of Map.groupBy(items, groupOf))
    for (const priced of Map.groupBy(charges, ({ at }) => at).values())
      for (const line of chargeLines(priced.map(charge))) add(group, line, { at: priced[0]!.at, by: priced[0]!.by })
  for (const row of expenses)
    if (row.ahead || isCharged(row.type, order.status))
      add('handover', { name: row.name, formula: row.formula, amount: row.amountFen }, { ...row, note: row.remark })
  for (const row of claims) {
    const isSupplement = row.kind === 'supplement'
    const name = isSupplement ? row.subject : claimName(row.kind, row.subject)
    add(isSupplement ? 'supplement' : 'violationAndDamage', { name, formula: row.formula, amount: row.amountFen }, row)
  }
  for (const row of reimbursements.filter(isCharge))
    add(
      'reduction',
      { name: `${reimbursementKinds.text(row.kind)}：${row.name}`, formula: '', amount: -row.amountFen },
      row,
    )
  if (order.penaltyFen > 0)
    add('penalty', { name: names.penalty, formula: '', amount: order.penaltyFen }, { at: order.cancelledAt })

  const listed = [...groups.values()].flat().reduce((sum, line) => sum + line.amount, 0)
  const back = reversalLine(
    order.status,
    listed,
    comesTo(order.status, {
      total: order.totalFen,
      paid: order.paidFen,
      refunded: order.refundedFen,
      owed: order.owedFen,
      writtenOff: writeOffs.reduce((sum, { amountFen }) => sum + amountFen, 0),
      refundExpenseFen: order.refundExpenseFen,
    }),
  )
  if (back !== null) add('reduction', back)

  return [...groups].flatMap(([group, lines]) => {
    const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
    return lines.length === 0 ? [] : { group, name: names[group], subtotal, lines }
  })
}

const charge = (item: store.ItemRow): Charge => ({ ...item, unitPrice: item.unitPriceFen, amount: item.amountFen })

const byItemType: Readonly<Record<number, Group>> = {
  [orderItemType.rental]: 'rent',
  [orderItemType.baseService]: 'baseService',
  [orderItemType.insurance]: 'insurance',
  [orderItemType.extraService]: 'extraService',
  [orderItemType.delivery]: 'delivery',
  [orderItemType.collection]: 'delivery',
}

function groupOf(item: store.ItemRow): Group {
  if (item.reduceType !== null) return 'reduction'
  if (item.renewalId !== null) return 'renewal'
  if (item.source === 'pickup' || item.source === 'return') return 'handover'
  if (item.source === 'supplement' || item.source === 'manual') return 'supplement'
  return byItemType[item.itemType] ?? 'supplement'
}

const depositLine = (row: store.DepositRow, awaited: Parameters<typeof depositStateText>[2]) => ({
  kind: row.kind,
  name: depositKinds.text(row.kind),
  amount: row.amountFen,
  state: depositStateText(row.payStatus, row.holdStatus, { ...awaited, waiveType: row.waiveType }),
  held: availableFen(row),
})

/** Newest first. */
function flowsOf(
  holds: readonly store.HoldRow[],
  payments: readonly store.PaymentRow[],
  deductions: readonly store.DeductionRow[],
): Bill['flows'] {
  type Flow = Bill['flows'][number]
  const kindOf = (kind: number) => (kind === depositKind.rental ? payKind.rentalDeposit : payKind.violationDeposit)
  const moved = payments.map(
    (row): Flow => ({
      ...row,
      receipt: row.receiptId === null ? null : { id: row.receiptId, payer: row.payer! },
      name: row.direction === 'out' ? `${payKinds.text(row.payKind)}退款` : payKinds.text(row.payKind),
      amount: row.amountFen,
      deductResult: null,
      operatorName: row.operatorName ?? '系统',
    }),
  )
  const held = holds.map(
    (row): Flow => ({
      ...row,
      payKind: kindOf(row.kind),
      name: `${depositKinds.text(row.kind)}授权${isHolding(row.status) ? '' : `（${authHoldStatuses.text(row.status)}）`}`,
      direction: 'hold',
      amount: row.amountFen,
      status: paymentStatus.succeeded,
      deductResult: null,
      operatorName: row.operatorName ?? '系统',
      receipt: null,
    }),
  )
  const deducted = deductions.map(
    (row): Flow => ({
      ...row,
      payKind: kindOf(row.kind),
      name: `${depositKinds.text(row.kind)}扣款`,
      payWay: null,
      direction: 'out',
      amount: row.amountFen,
      status: row.result === null ? paymentStatus.processing : paymentStatus.succeeded,
      deductResult: row.result,
      receipt: null,
      operatorName: row.operatorName ?? '系统',
    }),
  )
  return [...moved, ...held, ...deducted].sort((a, b) => b.at - a.at || (BigInt(b.id) > BigInt(a.id) ? 1 : -1))
}
