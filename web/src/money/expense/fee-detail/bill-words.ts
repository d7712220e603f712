import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { deductResult, deductResults } from '@cheyi/domain/money/deposit/codes'
import { paymentStatuses, payWays } from '@cheyi/domain/money/payment/codes'
import { hasFailed, isClosedPayment, isSucceeded } from '@cheyi/domain/money/payment/steps'
import { formatNear } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatDateTime } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { IconName } from '../../../ui/icon.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

/*
 * Texts of a bill for the page, the chat and the printed document. Amounts in fen.
 */

export type Bill = OutputOf<typeof calls.expense.bill>
export type Flow = Bill['flows'][number]
export type Line = Bill['groups'][number]['lines'][number]

/** The formula of an amount, and its note. */
export const basisOf = ({ formula, note }: Line): string => [formula, note].filter(Boolean).join(' · ')

export interface Sum {
  readonly label: string
  readonly fen: number
  readonly tone: 'plain' | 'good' | 'late'
}

/** `陈思远 11-20 08:40`: author and time of a charge; '' for a computed charge. */
export const enteredWords = ({ at, by }: Pick<Line, 'at' | 'by'>): string =>
  at === null ? '' : [by, formatDateTime(at).slice(5)].filter(Boolean).join(' ')

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Receivable, received and refunded amounts, debts settled without a payment, and the amount still open on either side. */
export function sumsOf(bill: Bill): Sum[] {
  const { receivable, received, platformHeld, refunded, refunding, writeOffs, offsets, owed } = bill
  return [
    { label: '应收', fen: receivable, tone: 'plain' },
    { label: '已收', fen: received, tone: received > 0 ? 'good' : 'plain' },
    ...(platformHeld > 0 ? [{ label: '平台已收（待接单）', fen: platformHeld, tone: 'good' } as const] : []),
    { label: '已退', fen: refunded, tone: 'plain' },
    ...(owed > 0 && refunding > 0 ? [{ label: '退款中', fen: refunding, tone: 'plain' } as const] : []),
    ...(writeOffs.length === 0 ? [] : [{ label: '已核销', fen: sumOf(writeOffs), tone: 'plain' } as const]),
    ...(offsets.length === 0 ? [] : [{ label: '抵账', fen: sumOf(offsets), tone: 'plain' } as const]),
    owed < 0
      ? { label: '待退', fen: -owed, tone: 'late' }
      : { label: '待收', fen: owed, tone: owed > 0 ? 'late' : 'plain' },
  ]
}

/** The held amount of a deposit, or the agreed amount before it is collected. */
export const depositAmount = ({ amount, held }: Bill['deposits'][number]): number => (held > 0 ? held : amount)

export interface FlowMark {
  readonly icon: IconName
  readonly tone: Exclude<Tone, 'outline'>
  /** `+1,240.00`, `−45.00`; without a sign if the movement does not change the balance of the bill. */
  readonly amount: string
  readonly look: 'good' | 'plain' | 'soon' | 'void'
  /** An additional state; null for a normal, successful movement. */
  readonly state: { readonly text: string; readonly tone: Tone } | null
}

/** Icon, color and amount of a payment movement. */
export function flowMark(flow: Flow): FlowMark {
  const { direction, amount, status } = flow
  const state = stateOf(flow)
  const plain = formatAmount(amount)
  if (isVoid(flow)) return { icon: 'close', tone: 'neutral', amount: plain, look: 'void', state }
  if (!isSucceeded(status)) return { icon: 'clock', tone: 'warning', amount: plain, look: 'soon', state }
  if (direction === 'hold') return { icon: 'lock', tone: 'primary', amount: plain, look: 'plain', state }
  if (flow.deductResult !== null) return { icon: 'shield', tone: 'primary', amount: plain, look: 'plain', state }
  return direction === 'in'
    ? { icon: 'yuan', tone: 'success', amount: `+${plain}`, look: 'good', state }
    : { icon: 'swap', tone: 'neutral', amount: formatAmount(-amount), look: 'plain', state }
}

/** The movement failed or was closed, so no money moved. */
const isVoid = ({ status, deductResult: result }: Flow): boolean =>
  hasFailed(status) || isClosedPayment(status) || result === deductResult.failed

function stateOf({ status, deductResult: result }: Flow): FlowMark['state'] {
  if (result !== null && result !== deductResult.succeeded)
    return {
      text: `扣款${deductResults.text(result)}`.replace('扣款已', '已'),
      tone: result === deductResult.failed ? 'danger' : 'neutral',
    }
  if (isSucceeded(status)) return null
  if (hasFailed(status)) return { text: paymentStatuses.text(status), tone: 'danger' }
  return { text: paymentStatuses.text(status), tone: isClosedPayment(status) ? 'neutral' : 'warning' }
}

/** For example `现金 · 今天 08:40 · 陈思远`. */
export function flowNote({ payWay, direction, at, operatorName, receipt }: Flow, now: number): string {
  const way = payWay === null ? (direction === 'hold' ? '线上授权' : '') : payWays.text(payWay)
  const payer = receipt === null ? '' : `${receipt.payer}合并付款`
  return [way, payer, formatNear(at, now), operatorName].filter(Boolean).join(' · ')
}

/**
 * The bill as text for the chat with the customer. Deposits are listed separately, because they are not part of the receivable
 * amount.
 */
export function billText(bill: Bill, merchantName: string): string {
  const { orderNo, contactName, plate, groups, deposits } = bill
  const lines = groups.flatMap((group) => [
    `【${group.name}】小计 ${formatMoney(group.subtotal)}`,
    ...group.lines.map((line) => [line.name, basisOf(line), formatMoney(line.amount)].filter(Boolean).join('  ')),
  ])
  const beside = bill.offsets.map(({ name, amount }) => `${name} ${formatMoney(amount)}`)
  const sums = sumsOf(bill)
    .filter(({ label, fen }) => label === '应收' || fen !== 0)
    .map(({ label, fen }) => `${label} ${formatMoney(fen)}`)
  const held = deposits.map((row) => `${row.name} ${formatMoney(depositAmount(row))}（${row.state}）`)
  return [
    `${merchantName} 费用明细`,
    `订单 ${orderNo}`,
    [contactName, plate && displayPlate(plate)].filter(Boolean).join(' '),
    '',
    ...lines,
    '',
    ...beside,
    ...sums,
    ...(held.length > 0 ? ['', '押金（另计）', ...held] : []),
  ].join('\n')
}

/** Text color for each look of an amount. */
export const toneInks = { good: 'success', late: 'danger', soon: 'warning', plain: 1, void: 3 } as const
