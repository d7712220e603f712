import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import {
  type DepositKind,
  type DepositMode,
  depositKind,
  depositMode,
  type WaiveType,
  waiveType,
} from '@cheyi/domain/deposit/codes'
import { isUnpaidDeposit, isWaivedDeposit } from '@cheyi/domain/deposit/status'
import { advanceDeposit } from '@cheyi/domain/deposit/steps'
import type { LogDetail } from '@cheyi/domain/order/log'
import { orderSteps } from '@cheyi/domain/order/steps'
import { type PayWay, payWay } from '@cheyi/domain/payment/codes'
import { depositPayKind } from '@cheyi/domain/payment/collect'
import { depositReceived } from '@cheyi/domain/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import { lockOrder, logOrder, type OrderRow } from '../order/actions.ts'
import {
  type PaymentRow,
  payTermsOf,
  postAll,
  recordReceipts,
  refreshMoney,
  requireOffline,
} from '../payment/actions.ts'
import { authoriseByMachine } from './authorise.ts'
import * as store from './store.ts'
import { requireAmounts } from './terms.ts'
import { depositView } from './view.ts'

type Input = ParsedOf<typeof contract.deposit.pay>

/**
 * Collects one deposit or both by hand, or waives them. Both means those that are neither collected nor waived so far;
 * `amount` is what is taken in all (a waiver takes nothing, its amount does not count).
 * @throws Refusal depositRuleMissing (4007), depositTaken (4003), amountWrong (4002), payWayClosed (4008),
 *   waiverRefused (4013)
 */
export async function pay(input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId)
  advance(orderSteps, 'collectDeposit', order.status)
  const rows = await lockDue(ctx, order, input.kind)
  const changed = await settleDue(ctx, order, rows, input)
  return { rows: changed.map(depositView), paymentId: null, url: null, qr: null }
}

async function settleDue(ctx: Context, order: OrderRow, rows: readonly store.DepositRow[], input: Input) {
  if (input.mode === depositMode.waived) return waive(ctx, order, rows, input.waiveType)
  if (input.mode === depositMode.offline) return (await collect(ctx, order, rows, input)).rows
  const [row, ...others] = rows
  if (others.length > 0) throw badInput('kind', '预授权请逐项办理')
  if (!allows(order, depositMode.online) || input.payWay !== payWay.pos) throw new Refusal('payWayClosed')
  const held = await authoriseByMachine(ctx, order, row!, input)
  await tell(ctx, order, depositMode.online, { amount: input.amount, note: '预授权' })
  return [held]
}

/** The rows that are meant, under their locks. 3 is both, less what was waived before. */
async function lockDue(ctx: Context, order: OrderRow, kind: Input['kind']): Promise<store.DepositRow[]> {
  const { rows } = requireAmounts({ rows: await store.lockRows(ctx.db, order.id) })
  const both = kind !== depositKind.rental && kind !== depositKind.violation
  const meant = rows.filter((row) => (both ? !isWaivedDeposit(row.payStatus) : row.kind === kind))
  if (meant.length === 0) throw new Refusal('depositTaken')
  return meant
}

const termsOf = (order: OrderRow) => order.depositPolicySnapshot
const allows = (order: OrderRow, mode: DepositMode): boolean => termsOf(order).modes.includes(mode)

async function waive(
  ctx: Context,
  order: OrderRow,
  rows: readonly store.DepositRow[],
  type: WaiveType | undefined,
): Promise<store.DepositRow[]> {
  if (type === undefined) throw badInput('waiveType', '请选择免押方式')
  // A waiver by credit or by the platform is answered by a provider, which none is connected.
  if (type !== waiveType.merchant || !allows(order, depositMode.waived) || !termsOf(order).waiveTypes.includes(type))
    throw new Refusal('waiverRefused')
  ctx.require('deposit.waive')
  const changed = await Promise.all(
    rows.map((row) => {
      const { payStatus, holdStatus } = advanceDeposit(row, 'waive', row)
      return store.update(ctx, row, {
        payStatus,
        holdStatus,
        mode: depositMode.waived,
        waiveType: type,
      })
    }),
  )
  await tell(ctx, order, depositMode.waived, { note: '商家免押' })
  return changed
}

interface Taken {
  readonly mode: DepositMode
  readonly payWay?: PayWay
  readonly amount: number
  readonly voucherIds?: readonly string[]
}

async function collect(
  ctx: Context,
  order: OrderRow,
  rows: readonly store.DepositRow[],
  taken: Taken,
): Promise<{ rows: store.DepositRow[]; payments: readonly PaymentRow[] }> {
  if (taken.mode !== depositMode.offline || !allows(order, depositMode.offline)) throw new Refusal('payWayClosed')
  const way = requireOffline(await payTermsOf(ctx), taken.payWay)
  const states = rows.map((row) => advanceDeposit(row, 'receive', { ...row, heldFen: row.heldFen + row.amountFen }))
  if (taken.amount !== rows.reduce((sum, row) => sum + row.amountFen, 0)) throw new Refusal('amountWrong')

  const voucherIds = taken.voucherIds ?? []
  const payments = await recordReceipts(
    ctx,
    order.id,
    rows.map((row) => ({
      payKind: depositPayKind(row.kind),
      payWay: way,
      amount: row.amountFen,
      refType: 'deposit',
      refId: row.id,
      voucherIds,
    })),
  )
  await postAll(
    ctx,
    order.id,
    rows.map((row, i) => {
      const { id } = payments[i]!
      return { entry: depositReceived(id, row.kind, row.amountFen, way), paymentId: id }
    }),
  )
  const changed = await Promise.all(
    rows.map((row, i) =>
      store.update(ctx, row, {
        payStatus: states[i]!.payStatus,
        holdStatus: states[i]!.holdStatus,
        heldFen: row.heldFen + row.amountFen,
        mode: depositMode.offline,
        payWay: way,
        voucherIds: [...voucherIds],
      }),
    ),
  )
  await refreshMoney(ctx, order.id)
  await tell(ctx, order, depositMode.offline, { amount: taken.amount })
  return { rows: changed, payments }
}

/**
 * One deposit taken by hand through the general call for money.
 * @returns the payment
 * @throws Refusal alreadyPaid (4001) when nothing of it is due; amountWrong (4002), depositRuleMissing, payWayClosed
 */
export async function receiveDeposit(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind,
  taken: Omit<Taken, 'mode'>,
): Promise<PaymentRow> {
  advance(orderSteps, 'collectDeposit', order.status)
  const rows = await lockDue(ctx, order, kind)
  if (rows.some((row) => !isUnpaidDeposit(row.payStatus))) throw new Refusal('alreadyPaid')
  const { payments } = await collect(ctx, order, rows, { ...taken, mode: depositMode.offline })
  return payments[0]!
}

/**
 * Whether one deposit may be paid in online now, in full: a link for more or less could only be sent back.
 * @throws Refusal alreadyPaid (4001), amountWrong (4002), depositRuleMissing, payWayClosed (4008)
 */
export async function refuseLink(ctx: Context, order: OrderRow, kind: DepositKind, amount: number): Promise<string> {
  advance(orderSteps, 'collectDeposit', order.status)
  const [row] = await lockDue(ctx, order, kind)
  if (row === undefined || !isUnpaidDeposit(row.payStatus)) throw new Refusal('alreadyPaid')
  if (!allows(order, depositMode.offline)) throw new Refusal('payWayClosed')
  if (row.amountFen !== amount) throw new Refusal('amountWrong')
  return row.id
}

export async function tell(ctx: Context, order: OrderRow, mode: DepositMode, detail: LogDetail): Promise<void> {
  store.cacheOnOrder(ctx, order.id, await store.rows(ctx.db, order.id), mode)
  logOrder(ctx, order.id, { action: 'collectDeposit', from: order.status, to: order.status, detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { depositMode: mode, ...detail } })
}
