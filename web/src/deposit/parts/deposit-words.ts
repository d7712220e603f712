import { depositPayStatus, holdStatus, waiveTypes } from '@cheyi/domain/deposit/codes'
import { heldBackFen } from '@cheyi/domain/deposit/deduct'
import { depositStateText } from '@cheyi/domain/deposit/state-text'
import { isClosedHold } from '@cheyi/domain/deposit/steps'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { wasReturned } from '@cheyi/domain/order/steps'
import type { Mark, OrderDetail } from '../../order/parts/order-words.ts'

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
}

/** Where the money of one deposit is, in a word. */
export const depositStateMark = ({
  payStatus,
  holdStatus: hold,
}: Pick<DepositRow, 'payStatus' | 'holdStatus'>): Mark => ({
  text: depositStateText(payStatus, hold),
  tone: moved[hold] ?? collected[payStatus] ?? 'neutral',
})

/** What else staff ask about a deposit: who waived it, what was taken or given back, when the rest goes back. */
export function depositNotes(
  row: Pick<
    DepositRow,
    'payStatus' | 'holdStatus' | 'waiveType' | 'captured' | 'released' | 'dueReleaseAt' | 'expireAt'
  >,
  now: number,
): string[] {
  const held = !isClosedHold(row.holdStatus)
  return [
    row.waiveType === null ? '' : waiveTypes.text(row.waiveType),
    row.captured > 0 ? `已扣 ${formatMoney(row.captured)}` : '',
    row.released > 0 ? `已退 ${formatMoney(row.released)}` : '',
    held && row.dueReleaseAt !== null ? `${formatDay(row.dueReleaseAt, now)} 可退` : '',
    held && row.expireAt !== null ? `授权至 ${formatDay(row.expireAt, now)}` : '',
  ].filter(Boolean)
}

/** The rest of it is in hand and may be given back. */
export const mayRelease = (row: Pick<DepositRow, 'holdStatus' | 'available'>): boolean =>
  row.available > 0 && (row.holdStatus === holdStatus.held || row.holdStatus === holdStatus.partlyDeducted)

/** What of it may go back now, fen: after the return an open debt of the order keeps its amount. */
export function releasable(
  order: Pick<OrderDetail, 'status'> & {
    readonly fees: Pick<OrderDetail['fees'], 'owed'>
    readonly deposits: readonly Pick<DepositRow, 'kind' | 'available'>[]
  },
  row: Pick<DepositRow, 'kind' | 'available'>,
): number {
  if (!wasReturned(order.status)) return row.available
  const inHand = Object.fromEntries(order.deposits.map(({ kind, available }) => [kind, available]))
  return row.available - heldBackFen(row.kind, inHand, { expectedDamageFen: 0, debtFen: order.fees.owed })
}

/** What is on its way back, fen: taken by hand, it waits for the word that it went. */
export const onItsWay = (row: Pick<DepositRow, 'held' | 'captured' | 'released' | 'available'>): number =>
  row.held - row.captured - row.released - row.available

/** A release went wrong and can be sent again. */
export const releaseFailed = (row: Pick<DepositRow, 'holdStatus'>): boolean =>
  row.holdStatus === holdStatus.releaseFailed
