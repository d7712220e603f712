import type { Insertable } from 'kysely'
import { asMerchant } from '../kernel/enter.ts'
import type { DB } from '../kernel/tables.gen.ts'
import { nextAt } from '../order/actions.ts'
import type { TestApp } from './app.ts'
import type { World } from './world.ts'

export type OrderColumns = Partial<Insertable<DB['order']>>

let serial = 0

/**
 * An order row of a status, past every rule: what reads show is the point of the tests that use it. A lavida of Hongqiao,
 * picked up tomorrow at 10:00 for three days, unless said otherwise. @returns its id
 */
export async function insertOrder(t: TestApp, w: World, columns: OrderColumns & { status: number }): Promise<string> {
  serial++
  const phone = `138${String(serial).padStart(8, '0')}`
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const now = t.clock.now()
  const pickupAt = new Date((columns.pickup_at as Date | undefined) ?? now + 86_400_000)
  const returnAt = new Date((columns.return_at as Date | undefined) ?? pickupAt.getTime() + 3 * 86_400_000)
  const due = nextAt({
    status: columns.status,
    pickupAt: pickupAt.getTime(),
    returnAt: returnAt.getTime(),
    actualReturnAt: null,
    cancelledAt: null,
  })
  return asMerchant(t.kernel, w.merchantId, async ({ db, query }) => {
    const [row] = await query<{ id: string }>(`select nextval('row_id') as id`)
    const id = row!.id
    await db
      .insertInto('order')
      .values({
        id,
        order_no: `O261119${String(serial).padStart(6, '0')}`,
        store_id: w.stores.hongqiao,
        return_store_id: w.stores.hongqiao,
        model_id: w.models.lavida,
        pickup_at: pickupAt,
        return_at: returnAt,
        next_at: new Date(due),
        days: 3,
        contact_name: '周明轩',
        contact_phone_enc: vault.seal('order.contact_phone', id, phone),
        contact_phone_hash: vault.index('order.contact_phone', phone),
        contact_phone_mask: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
        contact_phone_tail4: phone.slice(-4),
        quote_snapshot: '{}',
        cancel_rule_snapshot: '{}',
        deposit_policy_snapshot: '{}',
        ...columns,
      })
      .execute()
    return id
  })
}
