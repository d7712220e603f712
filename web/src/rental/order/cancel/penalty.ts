import { afterPenalty, cancelBase } from '@cheyi/domain/booking/order/cancel'
import { bearerOf, letsOff } from '@cheyi/domain/booking/order/cancel-cause'
import {
  type CancelReason,
  cancelReason,
  cancelReasons,
  type Responsibility,
  responsibilities,
  responsibility,
  type Source,
  source,
} from '@cheyi/domain/booking/order/codes'
import { formatLength } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { orderCancel } from '../../../form/calls/order-cancel.gen.ts'
import { problemsOf as boundProblems, type Problems } from '../../../form/form-call.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/*
 * What cancelling costs, as the page shows it before it asks. The server's rule says what the customer would have to
 * bear now; who bears it and whether it is waived is chosen here. Amounts in fen.
 */

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
  /** What it comes to for this order. */
  readonly fen: number
  /** The one that holds now. */
  readonly current: boolean
}

const HOUR = 60

/** `24 小时`, `2小时30分`: whole hours as rules are written, however many days they make. */
const span = (minutes: number): string => (minutes % HOUR === 0 ? `${minutes / HOUR} 小时` : formatLength(minutes))

const bases: Readonly<Record<number, string>> = {
  [cancelBase.firstDay]: '首日租金',
  [cancelBase.rent]: '租金',
  [cancelBase.total]: '订单总额',
}

/** The tiers of a rule, the earliest cancel first. */
export function penaltyRows({ tiers, base, current, minutesToPickup, penalty }: CancelRule): PenaltyRow[] {
  const last = tiers.length - 1
  const reached = tiers.findIndex(({ minMinutesBefore }) => minutesToPickup >= minMinutesBefore)
  const holds = reached < 0 ? last : reached
  // A free tier is named by no penalty: it holds when nothing is due and it is the one the clock stands in.
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

/** What limits the penalty, or why another than the shown tiers holds; empty when there is nothing to say. */
export const ruleNotes = (rule: CancelRule): string[] => [
  ...(rule.tiers.length > 1 ? ['超过取车时间、客户未到店按最后一档收取'] : []),
  ...(rule.maxPenaltyDays > 0 ? [`违约金最高不超过前 ${rule.maxPenaltyDays} 天租金`] : []),
  ...(rule.penalty > 0 && rule.current === null ? ['改单前的取消规则较严，按改单时的档位收取'] : []),
]

/** `距取车 1小时19分`, `已过取车时间 20分钟`. */
export const untilPickup = (minutes: number): string =>
  minutes >= 0 ? `距取车 ${formatLength(minutes)}` : `已过取车时间 ${formatLength(minutes)}`

export interface CancelAmounts {
  /** What the customer would bear by the rule. */
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

/** Whether the choice takes some of the penalty off the customer. */
export function letsCustomerOff(rule: CancelRule, choice: Choice): boolean {
  const { penalty, full } = amountsOf(rule, choice)
  return letsOff(penalty, full)
}

/** Whether there is a penalty that somebody might let the customer off. */
export const canWaive = (rule: CancelRule, choice: Choice): boolean =>
  amountsOf(rule, { ...choice, waive: false }).penalty > 0

export interface ReasonRow {
  readonly value: CancelReason
  readonly label: string
  /** Why no penalty is due for it. */
  readonly free: string | null
  readonly disabled: boolean
  readonly note?: string
}

/**
 * The causes to choose from; only a channel's order can be cancelled by its channel, nobody fails to come before they are
 * long awaited, and a cause that costs the customer nothing is for whoever may let them off.
 */
export function reasonRows(rule: CancelRule, from: Source, now: number, mayLetOff: boolean): ReasonRow[] {
  return cancelReasons.values
    .filter((value) => value !== cancelReason.channel || from !== source.offline)
    .map((value) => {
      const early = value === cancelReason.noShow && now < rule.noShowFrom
      const free = rule.penalty > 0 && rule.freeReasons.includes(value)
      const locked = free && !mayLetOff
      return {
        value,
        label: cancelReasons.text(value),
        free: free ? freeWords(value) : null,
        disabled: early || locked,
        note: early ? `${formatNear(rule.noShowFrom, now)} 起可选` : locked ? '需有减免权限的人员办理' : undefined,
      }
    })
}

function freeWords(reason: CancelReason): string {
  if (reason === cancelReason.noVehicle) return '商家责任，免违约金'
  return reason === cancelReason.channel ? '渠道责任，免违约金' : '免违约金'
}

/** Who usually answers for a cause. */
export function usualBearer(reason: CancelReason): Responsibility {
  return reason === cancelReason.channel ? responsibility.channel : bearerOf(reason, responsibility.customer)
}

/**
 * Who may be named for it: a cause that is never the customer's cannot be put on the customer. `locked`: there is a
 * penalty that this person may not let the customer off.
 */
export const bearerOptions = (reason: CancelReason | undefined, from: Source, locked: boolean) =>
  responsibilities.values
    .filter((value) => value !== responsibility.channel || from !== source.offline)
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

/** Words of the button that cancels: they name what moves. */
export function cancelLabel({ refund, receivable }: CancelAmounts): string {
  if (refund > 0) return `取消并退 ${formatMoney(refund)}`
  return receivable > 0 ? `取消并收违约金 ${formatMoney(receivable)}` : '取消订单'
}

type Deposit = CancelRule['deposits'][number]

export const heldDeposits = ({ deposits }: CancelRule): readonly Deposit[] =>
  deposits.filter(({ amount }) => amount > 0)

/** What becomes of the deposits in hand; null without any. */
export function depositNote(rule: CancelRule, { receivable }: CancelAmounts): string | null {
  if (heldDeposits(rule).length === 0) return null
  return rule.penaltyFromDeposit && receivable > 0
    ? `未付的违约金 ${formatMoney(receivable)} 先从租车押金扣除，其余退还`
    : '取消后全额退还'
}
