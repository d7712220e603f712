import type { Context } from '../../kernel/context.ts'
import { inTenant } from '../../kernel/db/db.ts'
import { systemContext } from '../../kernel/make-context.ts'
import { t, w } from './merchant.ts'

/** Tells as a timer of the merchant would. */
export async function tellAs(work: (ctx: Context) => void): Promise<void> {
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const scope = { merchantId: w.merchantId, accountId: '0', scope: 'all', storeIds: [] } as const
  await inTenant(t.kernel.pools.main, { scope, now: t.clock.now(), readOnly: false }, async (tx) =>
    work(systemContext(t.kernel, { name: 'test', merchantId: w.merchantId, tx, vault, after: [] })),
  )
}
