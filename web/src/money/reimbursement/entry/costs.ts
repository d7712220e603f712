import { formatMoney } from '@cheyi/domain/money'
import { reimbursementKind } from '@cheyi/domain/money/payment/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/*
 * What one request asks for: the things that were added to it, and the one that is typed.
 */

export type Answer = OutputOf<typeof calls.reimbursement.list>
type Charge = Answer['charges'][number]

/** The call takes so many on one request. */
export const MOST_COSTS = 50

/** A thing to be paid back: a charge of the order by its key, or what the customer paid by its name. */
export interface Cost {
  readonly charge: string | null
  readonly name: string | null
  readonly amount: number | null
  readonly photoIds: string[]
}

/** Which charge of the order it is. */
export const keyOf = ({ code, refId }: Pick<Charge, 'code' | 'refId'>): string => `${code}:${refId ?? ''}`

export const sumOfCosts = (costs: readonly Cost[]): number => costs.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Nothing of it was typed. */
export const isBlank = ({ charge, name, amount, photoIds }: Cost): boolean =>
  charge === null && !name?.trim() && amount === null && photoIds.length === 0

/** What its line says. */
export const costName = ({ charge, name }: Cost, charges: Answer['charges']): string =>
  charges.find((one) => keyOf(one) === charge)?.name ?? name?.trim() ?? ''

/** What is wrong with one more thing beside those that were added. */
export function costProblems(
  cost: Cost,
  added: readonly Cost[],
  kind: number | null,
  { charges, refundable, advanceLeft }: Pick<Answer, 'charges' | 'refundable' | 'advanceLeft'>,
): { charge: string | false; amount: string | false } {
  const refund = kind === reimbursementKind.refund
  const charge = charges.find((one) => keyOf(one) === cost.charge)
  const left = (refund ? refundable : advanceLeft) - sumOfCosts(added)
  const most = Math.max(0, refund ? Math.min(charge?.left ?? left, left) : left)
  const verb = refund ? '退' : '报'
  return {
    charge: refund && charge === undefined && '请选择退款项目',
    amount: !cost.amount
      ? '报销金额须大于0'
      : kind !== reimbursementKind.goodwill &&
        cost.amount > most &&
        `${refund ? '退款' : '报销'}金额不能超过可${verb}金额${formatMoney(most)}`,
  }
}

/** A thing as the call takes it. */
export function costInput(cost: Cost, kind: number | null, charges: Answer['charges']) {
  const refund = kind === reimbursementKind.refund
  const charge = refund ? charges.find((one) => keyOf(one) === cost.charge) : undefined
  return {
    code: charge?.code ?? null,
    refId: charge?.refId ?? null,
    name: refund ? null : cost.name,
    amount: cost.amount ?? 0,
    photoIds: cost.photoIds,
  }
}
