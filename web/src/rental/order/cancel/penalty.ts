import { bearerOf, letsOff } from '@cheyi/domain/booking/order/cancel-cause'
import {
  type CancelReason,
  cancelReason,
  cancelReasons,
  isPlatform,
  type Responsibility,
  responsibilities,
  responsibility,
  type Source,
} from '@cheyi/domain/booking/order/codes'
import { formatLength } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { afterPenalty } from '@cheyi/domain/pricing/terms/cancel'
import { cancelBase } from '@cheyi/domain/pricing/terms/codes'
import { orderCancel } from '../../../form/calls/order-cancel.gen.ts'
import { problemsOf as boundProblems, type Problems } from '../../../form/form-call.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/* The cost of a cancellation, as the page shows it before the confirmation. The server's rule gives the customer's current penalty;
 * who bears it and whether it is waived is chosen here. Amounts in fen. */

export type CancelRule = OutputOf<typeof calls.order.cancelRule>

/** What staff have chosen so far. */
export interface Choice {
  readonly reason?: CancelReason
  readonly responsibility: Responsibility
  readonly waive: boolean
  readonly note: string
}

export const noChoice: Choice = { responsibility: responsibility.customer, waive: false, note: '' }

export interface PenaltyRow {
  readonly when: string
  readonly charge: string
  /** The amount for this order. */
  readonly fen: number
  /** Whether this tier applies now. */
  readonly current: boolean
}

const HOUR = 60

/** `24 小时`, `2小时30分`: whole hours stay hours, as rules are written, even beyond one day. */
const span = (minutes: number): string => (minutes % HOUR === 0 ? `${minutes / HOUR} 小时` : formatLength(minutes))

const bases: Readonly<Record<number, string>> = {
  [cancelBase.firstDay]: '首日租金',
  [cancelBase.rent]: '租金',
  [cancelBase.total]: '订单总额',
}

/** The tiers of a rule, the earliest cancellation first. */
export function penaltyRows({ tiers, base, current, minutesToPickup, penalty }: CancelRule): PenaltyRow[] {
  const last = tiers.length - 1
  const reached = tiers.findIndex(({ minMinutesBefore }) => minutesToPickup >= minMinutesBefore)
  const holds = reached < 0 ? last : reached
  // The server reports no current tier for a free one: it applies when nothing is due and the time to pickup is in it.
  const now = current ?? (penalty === 0 && tiers[holds]?.penalty === 0 ? holds : -1)
  return tiers.map((tier, index) => ({
    when: whenOf(tier.minMinutesBefore, tiers[index - 1]?.minMinutesBefore),
    charge: chargeOf(tier, bases[base] ?? ''),
    fen: tier.penalty,
    current: index === now,
  }))
}

function whenOf(from: number, until: number | undefined): string {
  if (until === undefined) return from === 0 ? '任何时间' : `取车前 ${span(from)}以上`
  if (from === 0) return `取车前 ${span(until)}内`
  return from % HOUR === 0 && until % HOUR === 0
    ? `取车前 ${from / HOUR} ~ ${until / HOUR} 小时`
    : `取车前 ${span(from)} ~ ${span(until)}`
}

function chargeOf({ rateBp, fixedFen }: CancelRule['tiers'][number], base: string): string {
  if (fixedFen !== null) return fixedFen === 0 ? '免费' : '固定金额'
  if (!rateBp) return '免费'
  return `${base} ${rateBp / 100}%`
}

/** The limit of the penalty, or why another tier applies than the shown ones; may be empty. */
export const ruleNotes = (rule: CancelRule): string[] => [
  ...(rule.tiers.length > 1 ? ['超过取车时间、客户未到店按最后一档收取'] : []),
  ...(rule.maxPenaltyDays > 0 ? [`违约金最高不超过前 ${rule.maxPenaltyDays} 天租金`] : []),
  ...(rule.penalty > 0 && rule.current === null ? ['改单前的取消规则较严，按改单时的档位收取'] : []),
]

/** `距取车 1小时19分`, `已过取车时间 20分钟`. */
export const untilPickup = (minutes: number): string =>
  minutes >= 0 ? `距取车 ${formatLength(minutes)}` : `已过取车时间 ${formatLength(minutes)}`

export interface CancelAmounts {
  /** The customer's penalty by the rule, before any waiver. */
  readonly full: number
  readonly penalty: number
  readonly refund: number
  /** The part of the penalty that payments do not cover. */
  readonly receivable: number
}

export function amountsOf(rule: CancelRule, { reason, responsibility: named, waive }: Choice): CancelAmounts {
  const bearer = reason === undefined ? named : bearerOf(reason, named)
  const penalty = bearer === responsibility.customer && !waive ? rule.penalty : 0
  return {
    full: rule.penalty,
    penalty,
    ...afterPenalty(rule.paid, penalty),
  }
}

/** Whether the choice waives a part of the customer's penalty. */
export function letsCustomerOff(rule: CancelRule, choice: Choice): boolean {
  const { penalty, full } = amountsOf(rule, choice)
  return letsOff(penalty, full)
}

/** Whether there is a penalty that could be waived. */
export const canWaive = (rule: CancelRule, choice: Choice): boolean =>
  amountsOf(rule, { ...choice, waive: false }).penalty > 0

export interface ReasonRow {
  readonly value: CancelReason
  readonly label: string
  /** Why no penalty is due for this reason. */
  readonly free: string | null
  readonly disabled: boolean
  readonly note?: string
}

/**
 * The reasons to choose from: the channel is offered only for a channel's order, a no-show only after the pickup time, and a reason
 * without penalty only to an account that may waive it.
 */
export function reasonRows(rule: CancelRule, from: Source, now: number, mayLetOff: boolean): ReasonRow[] {
  return cancelReasons.values
    .filter((value) => value !== cancelReason.channel || isPlatform(from))
    .map((value) => {
      const early = value === cancelReason.noShow && now < rule.noShowFrom
      const free = rule.penalty > 0 && rule.freeReasons.includes(value)
      const locked = free && !mayLetOff
      return {
        value,
        label: cancelReasons.text(value),
        free: free ? freeWords(value) : null,
        disabled: early || locked,
        note: early ? `${formatNear(rule.noShowFrom, now)} 起可选` : locked ? '需减免权限' : undefined,
      }
    })
}

function freeWords(reason: CancelReason): string {
  if (reason === cancelReason.noVehicle) return '商家责任，免违约金'
  return reason === cancelReason.channel ? '渠道责任，免违约金' : '免违约金'
}

/** The default responsible party of a reason. */
export function usualBearer(reason: CancelReason): Responsibility {
  return reason === cancelReason.channel ? responsibility.channel : bearerOf(reason, responsibility.customer)
}

/**
 * The parties that can be responsible: a reason that is never the customer's cannot name the customer. `locked`: there is a penalty that
 * this account may not waive.
 */
export const bearerOptions = (reason: CancelReason | undefined, from: Source, locked: boolean) =>
  responsibilities.values
    .filter((value) => value !== responsibility.channel || isPlatform(from))
    .map((value) => ({
      value,
      label: responsibilities.text(value),
      disabled:
        (reason !== undefined && bearerOf(reason, value) !== value) || (locked && value !== responsibility.customer),
    }))

export const problemsOf = (rule: CancelRule, choice: Choice): Problems => ({
  ...boundProblems({ reason: orderCancel.fields.reason!, note: orderCancel.fields.note! }, choice),
  ...(letsCustomerOff(rule, choice) && choice.note.trim() === '' && { note: '免除违约金请填写说明' }),
})

/** Label of the cancel button: it names the amount that moves. */
export function cancelLabel({ refund, receivable }: CancelAmounts): string {
  if (refund > 0) return `取消并退 ${formatMoney(refund)}`
  return receivable > 0 ? `取消并收违约金 ${formatMoney(receivable)}` : '取消订单'
}

type Deposit = CancelRule['deposits'][number]

export const heldDeposits = ({ deposits }: CancelRule): readonly Deposit[] =>
  deposits.filter(({ amount }) => amount > 0)

/** What happens to the held deposits; null when there are none. */
export function depositNote(rule: CancelRule, { receivable }: CancelAmounts): string | null {
  if (heldDeposits(rule).length === 0) return null
  return rule.penaltyFromDeposit && receivable > 0
    ? `未付的违约金 ${formatMoney(receivable)} 先从租车押金扣除，其余退还`
    : '取消后全额退还'
}
