import { effectiveSettings, type Settings, type StoredSettings } from '@cheyi/domain/merchant/setting'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'

/** The settings in force for the merchant, or for one of its stores where that may differ. One query. */
export async function settingsOf(ctx: Context, storeId?: string): Promise<Settings> {
  const [row] = await ctx.query<{ merchant: StoredSettings; store: StoredSettings | null }>(
    `select m.settings as merchant, s.settings as store
       from merchant m left join store s on s.merchant_id = m.id and s.id = $1
      where m.id = merchant()`,
    [storeId ?? null],
  )
  return effectiveSettings(row?.merchant ?? {}, row?.store ?? {})
}

const reviewing = 0

/** Orders, channels and vehicle commands wait for the approval. @throws Refusal merchantReviewing (1015) */
export function requireApproved(ctx: Context): void {
  if (ctx.identity.merchantStatus === reviewing) throw new Refusal('merchantReviewing')
}
