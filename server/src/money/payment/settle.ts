import { isClosedHold } from '@cheyi/domain/money/deposit/status'
import { settleStatusOf } from '@cheyi/domain/money/payment/settle'
import { cacheSettlement } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { settleClaims } from '../claim/actions.ts'
import { type OrderMoney, refreshMoney } from './books.ts'
import * as store from './store.ts'

/**
 * Recomputes the money columns of the order row and its settlement state. Called with every step that moves money or deposits, in its
 * transaction.
 */
export async function refreshSettlement(ctx: Context, orderId: string): Promise<OrderMoney> {
  const [money, facts] = await Promise.all([refreshMoney(ctx, orderId), store.settleFacts(ctx, orderId)])
  const done = facts.claims > 0 ? await settleClaims(ctx, orderId, money.due) : { damage: 0, supplement: 0 }
  const [rental, violation] = facts.holds
  const settled = settleStatusOf({
    status: facts.status,
    owedFen: money.owed || money.due,
    rentalDepositClosed: rental === null || isClosedHold(rental),
    violationDepositClosed: violation === null || isClosedHold(violation),
    openCases:
      facts.supplements - done.supplement + facts.damages - done.damage + facts.violations + facts.reimbursements,
  })
  if (settled !== facts.settleStatus) cacheSettlement(ctx, orderId, settled)
  return money
}
