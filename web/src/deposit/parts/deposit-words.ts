import { depositPayStatus, holdStatus, waiveTypes } from '@cheyi/domain/deposit/codes'
import { heldBackFen } from '@cheyi/domain/deposit/deduct'
import { isClosedHold } from '@cheyi/domain/deposit/steps'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { wasReturned } from '@cheyi/domain/order/steps'
import type { Mark, OrderDetail } from '../../order/parts/order-words.ts'

export type DepositRow = OrderDetail['deposits'][number]

const collected: Readonly<Record<number, Mark>> = {
  [depositPayStatus.unpaid]: { text: '未收取', tone: 'warning' },
  [depositPayStatus.waived]: { text: '免押', tone: 'success' },
  [depositPayStatus.paid]: { text: '已收取', tone: 'success' },
  [depositPayStatus.authorised]: { text: '已授权', tone: 'primary' },
}

const moved: Readonly<Record<number, Mark>> = {
  [holdStatus.partlyDeducted]: { text: '部分扣款', tone: 'warning' },
  [holdStatus.releasing]: { text: '退还中', tone: 'primary' },
  [holdStatus.released]: { text: '已退还', tone: 'neutral' },
  [holdStatus.deducted]: { text: '已扣完', tone: 'neutral' },
  [holdStatus.expired]: { text: '授权已失效', tone: 'danger' },
  [holdStatus.releaseFailed]: { text: '退还失败', tone: 'danger' },
}

const unknown: Mark = { text: '', tone: 'neutral' }

/** Where the money of one deposit is, in a word: once it has moved, that matters more than that it was collected. */
export const depositStateMark = (row: Pick<DepositRow, 'payStatus' | 'holdStatus'>): Mark =>
  moved[row.holdStatus] ?? collected[row.payStatus] ?? unknown

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
