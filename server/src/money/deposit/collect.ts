import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import type { LogDetail } from '@cheyi/domain/booking/order/log'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { type Cover, collectStep, coverStep } from '@cheyi/domain/money/deposit/change'
import {
  type DepositKind,
  type DepositMode,
  depositChanges,
  depositKinds,
  depositMode,
  waiveType,
} from '@cheyi/domain/money/deposit/codes'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { advanceDeposit } from '@cheyi/domain/money/deposit/steps'
import { type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { depositPayKind } from '@cheyi/domain/money/payment/collect'
import { depositEntry } from '@cheyi/domain/money/payment/ledger'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { closeTask } from '../../platform/todo/actions.ts'
import {
  expectReceipts,
  type PaymentRow,
  postNew,
  recordReceipts,
  refreshSettlement,
  requireOffline,
} from '../payment/actions.ts'
import { authoriseByMachine } from './authorise.ts'
import { coverDeposit, goesBack } from './cover.ts'
import { requestedDeposits, type Taking } from './requested.ts'
import * as store from './store.ts'
import { depositView } from './view.ts'

type Input = ParsedOf<typeof contract.deposit.pay>

/**
 * Collects one deposit or both manually, or waives them. "Both" means those that are neither collected nor waived; `amount` is the total
 * received (ignored for a waiver).
 * @throws Refusal depositRuleMissing (4007), depositTaken (4003), amountWrong (4002), payWayClosed (4008), waiverRefused (4013)
 */
export async function pay(input: Input, ctx: Context) {
  const locked = lockOrder(ctx, input.orderId)
  if (input.mode === depositMode.offline) expectReceipts(ctx, depositKinds.values.length, input.payWay)
  const rows = prefetch(store.lockRows(ctx, input.orderId))
  const order = await locked
  advance(orderSteps, collectStep(input.kind), order.status)
  const by = input.mode === depositMode.online ? 'frozen' : 'paid'
  const terms = prefetch(payTermsOf(ctx, order.storeId))
  const changed = await settleDue(ctx, order, await requestedDeposits(ctx, order, rows, input, by), { ...input, terms })
  return { rows: changed.map(depositView), paymentId: null, url: null, qr: null }
}

async function settleDue(
  ctx: Context,
  order: OrderRow,
  taking: readonly Taking[],
  input: Input & Pick<Taken, 'terms'>,
) {
  if (input.mode === depositMode.waived) return waive(ctx, order, taking, input)
  if (input.mode === depositMode.offline) return (await collect(ctx, order, taking, input)).rows
  const [one, ...others] = taking
  if (others.length > 0) throw badInput('kind', '预授权请逐项办理')
  if (!allows(order, depositMode.online) || input.payWay !== payWay.pos) throw wayClosed()
  const held = await authoriseByMachine(ctx, order, one!, input)
  await tell(ctx, order, depositMode.online, { amount: input.amount, note: `${changeText(one!)}预授权` })
  return [held]
}

/** The order history shows besides the method: 补足, 更换. */
export const changeText = ({ cover }: { readonly cover: Cover }): string =>
  cover === 'first' ? '' : depositChanges.text(cover)

const termsOf = (order: OrderRow) => order.depositPolicySnapshot
const allows = (order: OrderRow, mode: DepositMode): boolean => termsOf(order).modes.includes(mode)

async function waive(
  ctx: Context,
  order: OrderRow,
  taking: readonly Taking[],
  { waiveType: type, change }: Pick<Input, 'waiveType' | 'change'>,
): Promise<store.DepositRow[]> {
  if (change !== undefined) throw badInput('change', '押金在押，不能免押')
  if (type === undefined) throw badInput('waiveType', '请选择免押方式')
  // Only the merchant's own waiver is possible here: a guarantee needs the consent of the customer at a provider.
  if (type !== waiveType.merchant || !allows(order, depositMode.waived) || !termsOf(order).waiveTypes.includes(type))
    throw new Refusal('waiverRefused')
  ctx.require('deposit.waive')
  const changed = await Promise.all(
    taking.map(({ row }) => {
      const { payStatus, holdStatus } = advanceDeposit(row, 'waive', row)
      closeTask(ctx, taskKind.ended, row.id)
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
  readonly voucherIds?: readonly string[] | undefined
  readonly slipNo?: string | undefined
  /** Asked for beside the locks. */
  readonly terms: ReturnType<typeof payTermsOf>
}

async function collect(ctx: Context, order: OrderRow, taking: readonly Taking[], taken: Taken) {
  if (taken.mode !== depositMode.offline || !allows(order, depositMode.offline)) throw wayClosed()
  const way = requireOffline(await taken.terms, taken.payWay)
  for (const { row, fen, cover } of taking)
    advanceDeposit(row, coverStep(cover, 'paid'), { ...row, heldFen: row.heldFen + fen })
  if (taken.amount !== taking.reduce((sum, { fen }) => sum + fen, 0)) throw new Refusal('amountWrong')

  const voucherIds = taken.voucherIds ?? []
  const { ids, rows: payments } = await recordReceipts(
    ctx,
    order.id,
    taking.map(({ row, fen }) => ({
      payKind: depositPayKind(row.kind),
      payWay: way,
      amount: fen,
      refType: 'deposit',
      refId: row.id,
      voucherIds,
      slipNo: taken.slipNo,
    })),
  )
  postNew(
    ctx,
    order.id,
    taking.map(({ row, fen }, i) => ({ ...depositEntry(ids[i]!, row.kind, fen, way), paymentId: ids[i]! })),
  )
  const rows = await Promise.all(
    taking.map(async ({ row, fen, ...change }, i) => {
      const got = { fen, by: 'paid', payWay: way, paymentId: ids[i]!, voucherIds } as const
      return coverDeposit(ctx, order, row, got, { ...change, before: await goesBack(ctx, row, change.cover) })
    }),
  )
  const note = changeText(taking[0]!)
  const [paid] = await Promise.all([
    payments,
    refreshSettlement(ctx, order.id),
    tell(ctx, order, depositMode.offline, { amount: taken.amount, ...(note === '' ? {} : { note }) }),
  ])
  return { rows, payments: paid }
}

/**
 * Records a manual payment of one deposit from the general payment call.
 * @returns the payment
 * @throws Refusal alreadyPaid (4001) when nothing is due; amountWrong (4002), depositRuleMissing, payWayClosed
 */
export async function receiveDeposit(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind,
  taken: Omit<Taken, 'mode' | 'terms'>,
): Promise<PaymentRow> {
  advance(orderSteps, collectStep(kind), order.status)
  const terms = prefetch(payTermsOf(ctx, order.storeId))
  const taking = await requestedDeposits(ctx, order, store.lockRows(ctx, order.id), { kind }, 'paid')
  if (taking.some(({ row }) => !isUnpaidDeposit(row.payStatus))) throw new Refusal('alreadyPaid')
  const { payments } = await collect(ctx, order, taking, { ...taken, terms, mode: depositMode.offline })
  return payments[0]!
}

/**
 * Checks that one deposit may be paid online now, in full: any other amount would have to be refunded.
 * @throws Refusal alreadyPaid (4001), amountWrong (4002), depositRuleMissing, payWayClosed (4008)
 */
export async function refuseLink(ctx: Context, order: OrderRow, kind: DepositKind, amount: number): Promise<string> {
  advance(orderSteps, collectStep(kind), order.status)
  const locked = store.lockRows(ctx, order.id)
  const [{ row }] = (await requestedDeposits(ctx, order, locked, { kind }, 'paid')) as [Taking]
  if (!isUnpaidDeposit(row.payStatus)) throw new Refusal('alreadyPaid')
  if (!allows(order, depositMode.offline)) throw wayClosed()
  if (row.amountFen !== amount) throw new Refusal('amountWrong')
  return row.id
}

export async function tell(ctx: Context, order: OrderRow, mode: DepositMode, detail: LogDetail): Promise<void> {
  store.cacheOnOrder(ctx, order.id, await store.rows(ctx, order.id), mode)
  logOrder(ctx, order, { action: 'collectDeposit', detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { depositMode: mode, ...detail } })
}
