import { advance } from '@cheyi/domain/advance'
import { isWaivedExpense } from '@cheyi/domain/expense/codes'
import { awaitsPayment, orderSteps } from '@cheyi/domain/order/steps'
import { offlinePayWays, type PayKind, type PayWay, payKind } from '@cheyi/domain/payment/codes'
import { collectKinds } from '@cheyi/domain/payment/collect'
import { dueAtBooking } from '@cheyi/domain/payment/prepay'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { writtenOff } from '../debt/actions.ts'
import { liveExpenses } from '../expense/actions.ts'
import type { Context } from '../kernel/context.ts'
import type { OrderRow } from '../order/actions.ts'
import { payTermsOf } from './receive.ts'

/** What of an order's debt is to be collected, and how. Fen. */
export interface Asked {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refId?: string | undefined
}

/** What a payment is for besides its order, by its kind. */
const refTypes = new Map<number, 'settlement' | 'supplement' | 'damage'>([
  [payKind.settlement, 'settlement'],
  [payKind.supplement, 'supplement'],
  [payKind.damage, 'damage'],
])

/**
 * Whether what the order owes may be collected so, never more than is owed or will be by its pickup: what is too much
 * today would have to be refunded tomorrow.
 * @returns what the payment belongs to
 * @throws Refusal payWayClosed (4008), alreadyPaid (4001) when nothing is owed, amountWrong (4002)
 */
export async function refuseDebt(
  ctx: Context,
  order: OrderRow,
  input: Asked,
): Promise<'order' | 'settlement' | 'supplement' | 'damage'> {
  const status = advance(orderSteps, 'collect', order.status)
  if (!isCollectable(status, input)) throw badInput('payKind', '该订单没有此项应收款')
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(input.payWay)) throw new Refusal('payWayClosed')
  // A debt that was given up is paid after all at the counter.
  const givenUp = can(orderSteps, 'writeOff', status).ok && offlinePayWays.includes(input.payWay)
  const owed = order.owedFen + (givenUp ? await writtenOff(ctx, order.id) : 0)
  const open = input.amount > owed ? owed + (await chargesBeforePickup(ctx, order)) : owed
  if (open <= 0) throw new Refusal('alreadyPaid')
  // An order that waits for its payment goes on by what its booking asks for: less would be stuck with an order that runs out.
  const least = awaitsPayment(status) ? dueAtBooking(order) : 1
  if (input.amount < least || input.amount > Math.min(open, terms.maxPayment))
    throw new Refusal('amountWrong', { field: 'amount', owed: open })
  return refTypes.get(input.payKind) ?? 'order'
}

/** Charges that the pickup will bill: paid with the rent they are credit until then, fen. */
async function chargesBeforePickup(ctx: Context, { id, status }: OrderRow): Promise<number> {
  if (!can(orderSteps, 'pickUp', status).ok) return 0
  const charges = await liveExpenses(ctx, id, handoverType.pickup)
  return charges.filter((row) => !isWaivedExpense(row.status)).reduce((sum, row) => sum + row.amountFen, 0)
}

/** A supplement and a case of damage are paid by their own rows; everything else as the status of the order has it. */
const isCollectable = (status: number, { payKind: kind, refId }: Asked): boolean =>
  kind === payKind.supplement || kind === payKind.damage ? refId !== undefined : collectKinds(status).includes(kind)
