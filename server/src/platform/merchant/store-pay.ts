import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { checkWays, payProfile, storedStorePay, storePayOf } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { inSight } from '../../kernel/identity.ts'
import { payTermsOf } from './pay-terms.ts'
import * as store from './store.ts'
import { storeSettings } from './store-settings.ts'

type Calls = typeof contract.merchant

/** The stores that the caller may see, each with its own payment settings. */
export async function storePays(_: unknown, ctx: Context): Promise<OutputOf<Calls['storePay']>> {
  const { scope, storeIds } = ctx.identity
  const rows = await store.storePays(ctx.db, scope === 'all' ? null : storeIds)
  return rows.map(({ paySettings, ...row }) => {
    const { payWays, maxPayment } = storePayOf(paySettings)
    return { ...row, payWays: payWays && [...payWays], maxPayment }
  })
}

/**
 * Saves the payment settings of a store; a field that is left out is inherited from the merchant.
 * @throws Refusal badInput (-2), payWayClosed (4008), stale (-5), notFound (-4)
 */
export async function saveStorePay({ storeId, version, ...own }: ParsedOf<Calls['saveStorePay']>, ctx: Context) {
  inSight(ctx, storeId)
  const { profile } = await payTermsOf(ctx)
  if (profile === payProfile.platform) throw badInput('payWays', '平台代收时不能按门店设置')
  if (own.payWays !== undefined) checkWays(own.payWays)
  const row = requireFound(await storeSettings.lock(ctx.db, storeId))
  requireVersion(version, row.version)
  const after = storedStorePay(own)
  ctx.audit({ targetType: 'store', targetId: row.id, ...changesOf(row.paySettings, after) })
  return { version: await storeSettings.save(ctx.db, row.id, { paySettings: after }) }
}
