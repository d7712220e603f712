import { offlinePayWays, type PayWay } from '@cheyi/domain/money/payment/codes'
import { type PayTerms, payTerms } from '@cheyi/domain/platform/merchant/pay-setting'
import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import type { Context } from '../../kernel/context.ts'
import { canBeTold } from '../../kernel/pay-port.ts'
import { payContractsSql } from './uses.ts'

interface PaySettings {
  readonly stored: StoredSettings
  /** Name of the store; null without a store. */
  readonly name: string | null
  readonly own: StoredSettings
  /** Online payment ways with an active contract, and those of them that also have a credit contract. */
  readonly connected: PayWay[]
  readonly credits: PayWay[]
}

/** Current payment terms of a store, or of the merchant without a store. One query. */
export async function payTermsOf(ctx: Context, storeId?: string): Promise<PayTerms> {
  const [row] = await ctx.query<PaySettings>(
    `select m.pay_settings as stored, s.name, coalesce(s.pay_settings, '{}') as own, array(select distinct c.pay_way from ${payContractsSql} c
        where ($1::bigint is null or c.store_id is null or c.store_id = $1)) as connected,
       array(select distinct c.pay_way from ${payContractsSql} c where c.service_id <> ''
         and ($1::bigint is null or c.store_id is null or c.store_id = $1)) as credits
       from merchant m left join store s on s.id = $1 where m.id = merchant()`,
    [storeId ?? null],
  )
  const { connected, credits } = row!
  return termsOf(ctx, row!, canBeTold(ctx.config) ? { connected, credits } : undefined)
}

/** The offline payment ways that each store accepts now. One query; none for an empty list. */
export async function offlineWaysOf(ctx: Context, storeIds: readonly string[]): Promise<(storeId: string) => PayWay[]> {
  if (storeIds.length === 0) return () => []
  const rows = await ctx.query<Pick<PaySettings, 'stored' | 'name' | 'own'> & { readonly id: string }>(
    `select i.id, m.pay_settings as stored, s.name, coalesce(s.pay_settings, '{}') as own
       from unnest($1::bigint[]) i (id) join merchant m on m.id = merchant() left join store s on s.id = i.id`,
    [[...new Set(storeIds)]],
  )
  const ways = new Map(
    rows.map((row) => [row.id, termsOf(ctx, row, undefined).ways.filter((way) => offlinePayWays.includes(way))]),
  )
  return (storeId) => ways.get(storeId) ?? []
}

const termsOf = (
  { merchantId }: Pick<Context, 'merchantId'>,
  { stored, name, own }: Pick<PaySettings, 'stored' | 'name' | 'own'>,
  contracts: Parameters<typeof payTerms>[2],
): PayTerms => payTerms(merchantId, stored, contracts, name === null ? undefined : { name, own })
