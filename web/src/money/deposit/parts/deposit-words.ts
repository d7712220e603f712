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

/** The state of a deposit as a short label. */
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

/** Details of a deposit: waiver, captures, refunds, and the date when the rest can be released. */
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
    | 'platformAsked'
    | 'platformTaken'
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
    row.platformAsked > 0 ? `已向平台申请 ${formatMoney(row.platformAsked)}` : '',
    row.platformTaken > 0 ? `平台已扣 ${formatMoney(row.platformTaken)}` : '',
    row.moved > 0 ? `已转违章 ${formatMoney(row.moved)}` : '',
    row.released > 0 ? `已退 ${formatMoney(row.released)}` : '',
    // If the whole rest is being refunded, the state label already says so.
    row.available > 0 && pendingReleaseFen(row) > 0 ? `待退 ${formatMoney(pendingReleaseFen(row))}` : '',
    held && row.dueReleaseAt !== null ? `${formatDay(row.dueReleaseAt, now)} 可退` : '',
    held && row.expireAt !== null ? `授权至 ${formatDay(row.expireAt, now)}` : '',
  ].filter(Boolean)
}

/** A part of the deposit is in hand and may be released. */
export const mayRelease = (row: Pick<DepositRow, 'holdStatus' | 'available'>): boolean =>
  row.available > 0 && isInHand(row.holdStatus)

/**
 * The amount that may be released now, in fen. After the return, open debts of the order and the expected cost of damage are held
 * back.
 */
export function releasable(
  order: Pick<OrderDetail, 'status' | 'expectedDamage'> & {
    readonly counts: Pick<OrderDetail['counts'], 'openViolation'>
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
      openViolations: order.counts.openViolation,
      debtFen: order.fees.owed,
    })
  )
}

/** Released amount that has not arrived yet, in fen. An offline refund is counted here until its voucher is uploaded. */
export const pendingReleaseFen = (row: Pick<DepositRow, 'held' | 'captured' | 'released' | 'available'>): number =>
  row.held - row.captured - row.released - row.available

/** The refund is paid to the customer manually. */
export const BY_HAND = '线下退还'

/** The refund method: the same as the original payment. If several methods paid the deposit, each part uses its own. */
export function releaseWay({ payStatus, payWay }: Pick<DepositRow, 'payStatus' | 'payWay'>): string {
  if (payWay === null) return '按各笔收取方式'
  // A credit guarantee works like a hold, so it is released rather than refunded.
  const held = isAuthorised(payStatus) || isWaivedDeposit(payStatus)
  const how = held ? '解除授权' : offlinePayWays.includes(payWay) ? BY_HAND : '原路退回'
  return `${how} · ${payWays.text(payWay)}`
}

/** A pending action for the release of one deposit. */
export interface ReleaseJob {
  readonly key: string
  readonly row: DepositRow
  /**
   * `proof`: the voucher of a pending refund is missing; `release`: an amount may be released; `kept`: the whole rest is held back
   * for a debt.
   */
  readonly what: 'proof' | 'release' | 'kept'
  readonly label: string
}

/**
 * The pending release actions of an order, missing proofs first; one deposit may have both a pending refund and a rest to release.
 */
export function releaseJobs(
  order: Omit<Parameters<typeof releasable>[0], 'deposits'> & { readonly deposits: readonly DepositRow[] },
): ReleaseJob[] {
  return order.deposits.flatMap((row) => {
    const job = (what: ReleaseJob['what'], label: string) => ({ key: `${row.depositId}/${what}`, row, what, label })
    const name = depositKinds.text(row.kind)
    const [going, free] = [pendingReleaseFen(row), mayRelease(row) && can(orderSteps, 'release', order.status).ok]
    const rest = !free ? [] : releasable(order, row) > 0 ? (['release'] as const) : (['kept'] as const)
    if (going === 0) return rest.map((what) => job(what, name))
    // A rest that is only held back for a debt needs no action beside the proof.
    const more = rest.filter((what) => what === 'release')
    return [
      job('proof', more.length > 0 ? `${name}待退 ${formatMoney(going)}` : name),
      ...more.map((what) => job(what, `${name}可退 ${formatMoney(releasable(order, row))}`)),
    ]
  })
}
