import { formatMoney } from '@cheyi/domain/money'
import { reimbursementKind } from '@cheyi/domain/money/payment/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/*
 * The items of one request: those already added, and the one in the input fields.
 */

export type Answer = OutputOf<typeof calls.reimbursement.list>
type Charge = Answer['charges'][number]

/** Maximum number of items per request, as the contract limits it. */
export const MOST_COSTS = 50

/** An item to pay back: a charge of the order by its key, or an expense of the customer by its name. */
export interface Cost {
  readonly charge: string | null
  readonly name: string | null
  readonly amount: number | null
  readonly photoIds: string[]
}

/** Identifies a charge within its order. */
export const keyOf = ({ code, refId }: Pick<Charge, 'code' | 'refId'>): string => `${code}:${refId ?? ''}`

export const sumOfCosts = (costs: readonly Cost[]): number => costs.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Nothing was entered for the item. */
export const isBlank = ({ charge, name, amount, photoIds }: Cost): boolean =>
  charge === null && !name?.trim() && amount === null && photoIds.length === 0

/** The text of an item in the list. */
export const costName = ({ charge, name }: Cost, charges: Answer['charges']): string =>
  charges.find((one) => keyOf(one) === charge)?.name ?? name?.trim() ?? ''

/** Problems of a new item, given the items already added. */
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

/** Converts an item to the input of the call. */
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
