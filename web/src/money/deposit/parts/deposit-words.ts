import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import { orderSteps, wasReturned } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { depositKinds, depositPayStatus, holdStatus, waiveTypes } from '@cheyi/domain/money/deposit/codes'
import { heldBackFen } from '@cheyi/domain/money/deposit/deduct'
import { depositStateText } from '@cheyi/domain/money/deposit/state-text'
import { isAuthorised, isClosedHold, isInHand, isWaivedDeposit, neverComes } from '@cheyi/domain/money/deposit/status'
import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { formatDay } from '@cheyi/domain/near'
import { can } from '@cheyi/domain/step'
import type { Mark, OrderDetail } from '../../../booking/order/parts/order-words.ts'

export type DepositRow = OrderDetail['deposits'][number]

const collected: Readonly<Record<number, Mark['tone']>> = {
  [depositPayStatus.unpaid]: 'warning',
  [depositPayStatus.waived]: 'success',
  [depositPayStatus.paid]: 'success',
  [depositPayStatus.authorised]: 'primary',
}

const moved: Readonly<Record<number, Mark['tone']>> = {
  [holdStatus.partlyDeducted]: 'warning',
  [holdStatus.releasing]: 'primary',
  [holdStatus.released]: 'neutral',
  [holdStatus.deducted]: 'neutral',
  [holdStatus.expired]: 'danger',
  [holdStatus.releaseFailed]: 'danger',
  [holdStatus.converted]: 'neutral',
}

/** Where the money of one deposit is, in a word. */
export function depositStateMark(
  {
    payStatus,
    holdStatus: hold,
    later,
    waiveType,
  }: Pick<DepositRow, 'payStatus' | 'holdStatus' | 'later' | 'waiveType'>,
  orderStatus: OrderStatus,
): Mark {
  const comes = later === null && !neverComes(payStatus, orderStatus)
  return {
    text: depositStateText(payStatus, hold, { later, orderStatus, waiveType }),
    tone: moved[hold] ?? (comes ? collected[payStatus] : undefined) ?? 'neutral',
  }
}

/** What else staff ask about a deposit: who waived it, what was taken or given back, when the rest goes back. */
export function depositNotes(
  row: Pick<
    DepositRow,
    | 'payStatus'
    | 'holdStatus'
    | 'waiveType'
    | 'held'
    | 'captured'
    | 'released'
    | 'moved'
    | 'available'
    | 'dueReleaseAt'
    | 'expireAt'
  >,
  now: number,
): string[] {
  const held = !isClosedHold(row.holdStatus)
  return [
    row.waiveType === null ? '' : waiveTypes.text(row.waiveType),
    row.captured > 0 ? `已扣 ${formatMoney(row.captured)}` : '',
    row.moved > 0 ? `已转违章 ${formatMoney(row.moved)}` : '',
    row.released > 0 ? `已退 ${formatMoney(row.released)}` : '',
    // The state says so itself once all that is left is on its way.
    row.available > 0 && onItsWay(row) > 0 ? `待退 ${formatMoney(onItsWay(row))}` : '',
    held && row.dueReleaseAt !== null ? `${formatDay(row.dueReleaseAt, now)} 可退` : '',
    held && row.expireAt !== null ? `授权至 ${formatDay(row.expireAt, now)}` : '',
  ].filter(Boolean)
}

/** The rest of it is in hand and may be given back. */
export const mayRelease = (row: Pick<DepositRow, 'holdStatus' | 'available'>): boolean =>
  row.available > 0 && isInHand(row.holdStatus)

/** What of it may go back now, fen: after the return an open debt of the order keeps its amount, damage what it may come to. */
export function releasable(
  order: Pick<OrderDetail, 'status' | 'expectedDamage'> & {
    readonly counts: Pick<OrderDetail['counts'], 'openIllegal'>
    readonly fees: Pick<OrderDetail['fees'], 'owed'>
    readonly deposits: readonly Pick<DepositRow, 'kind' | 'available'>[]
  },
  row: Pick<DepositRow, 'kind' | 'available'>,
): number {
  if (!wasReturned(order.status)) return row.available
  const inHand = Object.fromEntries(order.deposits.map(({ kind, available }) => [kind, available]))
  return (
    row.available -
    heldBackFen(row.kind, inHand, {
      expectedDamageFen: order.expectedDamage,
      openIllegals: order.counts.openIllegal,
      debtFen: order.fees.owed,
    })
  )
}

/** Amount that was released and has not arrived, fen. An offline release stays here until its voucher is uploaded. */
export const onItsWay = (row: Pick<DepositRow, 'held' | 'captured' | 'released' | 'available'>): number =>
  row.held - row.captured - row.released - row.available

/** Somebody gives it to the customer. */
export const BY_HAND = '线下退还'

/** How what goes back of it goes: as it came. Of a deposit that came by several ways each part goes back by its own. */
export function releaseWay({ payStatus, payWay }: Pick<DepositRow, 'payStatus' | 'payWay'>): string {
  if (payWay === null) return '按各笔收取方式'
  // Who waives it by their credit holds it like an authorisation.
  const held = isAuthorised(payStatus) || isWaivedDeposit(payStatus)
  const how = held ? '解除授权' : offlinePayWays.includes(payWay) ? BY_HAND : '原路退回'
  return `${how} · ${payWays.text(payWay)}`
}

/** One thing to do about the deposits of an order when they go back. */
export interface ReleaseJob {
  readonly key: string
  readonly row: DepositRow
  /** The proof of what is on its way is missing, something may go back, or all that is left answers for a debt. */
  readonly what: 'proof' | 'release' | 'kept'
  readonly label: string
}

/** What can be done about giving deposits back, what waits first; a deposit may have a part on its way and a rest in hand. */
export function releaseJobs(
  order: Omit<Parameters<typeof releasable>[0], 'deposits'> & { readonly deposits: readonly DepositRow[] },
): ReleaseJob[] {
  return order.deposits.flatMap((row) => {
    const job = (what: ReleaseJob['what'], label: string) => ({ key: `${row.depositId}/${what}`, row, what, label })
    const name = depositKinds.text(row.kind)
    const [going, free] = [onItsWay(row), mayRelease(row) && can(orderSteps, 'release', order.status).ok]
    const rest = !free ? [] : releasable(order, row) > 0 ? (['release'] as const) : (['kept'] as const)
    if (going === 0) return rest.map((what) => job(what, name))
    // What only answers for a debt is no second thing to do beside the proof.
    const more = rest.filter((what) => what === 'release')
    return [
      job('proof', more.length > 0 ? `${name}待退 ${formatMoney(going)}` : name),
      ...more.map((what) => job(what, `${name}可退 ${formatMoney(releasable(order, row))}`)),
    ]
  })
}
