import type { AutoExpense } from '@cheyi/domain/money/expense/item'
import type { PlanRow } from '@cheyi/domain/money/payment/earning'
import type { Entry } from '@cheyi/domain/money/payment/ledger'
import type { LongTerms } from '@cheyi/domain/pricing/quote/long/terms'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'

/*
 * Ports of rental: what money asks about instalment plans and handovers. Money may not import them, so they register these functions when
 * they are loaded.
 */

/** The plans of long orders. */
interface Plans {
  /**
   * Updates the instalments of an order, and the values that the order row caches of them, from its payments and the date.
   * @returns the entries to post: payments before their due date (J1), fees (J22)
   */
  refresh(ctx: Context, orderId: string, terms: LongTerms): Promise<Entry[]>
  /** The valid instalments of an order, as the basis for what is earned. */
  rowsOf(ctx: Context, orderId: string): Promise<readonly PlanRow[]>
}

export let plans: Plans
awaitRegistration(() => (plans === undefined ? ['plans'] : []))

export function registerPlans(functions: Plans): void {
  plans = functions
}

/** What the next handover of an order will bill, fen. */
interface Handovers {
  /** In addition to the current debt. `early`: whether the caller may approve an early pickup, whose difference is charged only then. */
  dueByPickup(ctx: Context, order: OrderRow, early: boolean): Promise<number>
  /**
   * In addition to the current debt; negative where the return gives a credit.
   * @throws Refusal badInput (-2) while the odometer reading is missing, mileageBelowPickup (5002)
   */
  dueByReturn(ctx: Context, order: OrderRow): Promise<number>
  /** The charges that the system computes for the return from its draft, before staff reduce any. */
  computedCharges(ctx: Context, order: OrderRow): Promise<readonly AutoExpense[]>
}

export let handovers: Handovers
awaitRegistration(() => (handovers === undefined ? ['handovers'] : []))

export function registerHandovers(functions: Handovers): void {
  handovers = functions
}
