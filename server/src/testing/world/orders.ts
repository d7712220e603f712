import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import type { CancelSnapshot } from '@cheyi/domain/pricing/terms/cancel'
import type { Insertable } from 'kysely'
import { nextAt } from '../../booking/order/actions.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { pendingWorkChanges, repairPendingWork } from '../../platform/pending-work/actions.ts'
import type { TestApp } from '../app.ts'
import type { World } from './world.ts'

export type OrderColumns = Partial<Insertable<DB['order']>>

let serial = 0

/**
 * An order row of a status, past every rule: what reads show is the point of the tests that use it. A lavida of Hongqiao,
 * picked up tomorrow at 10:00 for three days, unless said otherwise. @returns its id
 */
export async function insertOrder(
  t: TestApp,
  w: World,
  columns: OrderColumns & { status: OrderStatus },
): Promise<string> {
  // Its own, however many are inserted at once.
  const number = String(++serial)
  const phone = `138${number.padStart(8, '0')}`
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const now = t.clock.now()
  const pickupAt = columns.pickupAt ?? now + 86_400_000
  const returnAt = columns.returnAt ?? pickupAt + 3 * 86_400_000
  const due = nextAt({
    status: columns.status,
    pickupAt,
    returnAt,
    actualReturnAt: null,
    cancelledAt: null,
  })
  return asMerchant(t.kernel, w.merchantId, async (tx) => {
    const { db, query } = tx
    const [row] = await query<{ id: string }>(`select nextval('row_id') as id`)
    const id = row!.id
    await db
      .insertInto('order')
      .values({
        id,
        // Of another day than those that calls give out.
        orderNo: `O261118${number.padStart(6, '0')}`,
        storeId: w.stores.hongqiao,
        returnStoreId: w.stores.hongqiao,
        modelId: w.models.lavida,
        pickupAt,
        returnAt,
        nextAt: due,
        days: 3,
        contactName: '周明轩',
        contactPhoneEnc: vault.seal('order.contact_phone', id, phone),
        contactPhoneHash: vault.index('order.contact_phone', phone),
        contactPhoneMask: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
        contactPhoneTail4: phone.slice(-4),
        quoteSnapshot: {} as QuoteSnapshot,
        cancelRuleSnapshot: {} as CancelSnapshot,
        depositPolicySnapshot: {} as DepositTerms,
        ...columns,
      })
      .execute()
    pendingWorkChanges(tx, 'order', [id])
    return id
  })
}

/** What waits about the orders of a merchant, found anew: for rows that a test writes past every rule. */
export const findPendingWork = (t: TestApp, { merchantId }: Pick<World, 'merchantId'>) =>
  asMerchant(t.kernel, merchantId, repairPendingWork)
