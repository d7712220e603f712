import { offlinePayWays, type PayWay } from '@cheyi/domain/money/payment/codes'
import { type PayTerms, payTerms } from '@cheyi/domain/platform/merchant/pay-setting'
import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import type { Context } from '../../kernel/context.ts'
import { canBeTold } from '../../kernel/pay-port.ts'

interface PaySettings {
  readonly stored: StoredSettings
  /** Of the store; null where none is asked for. */
  readonly name: string | null
  readonly own: StoredSettings
  /** Online ways with a contract, and those of them with a contract of credit. */
  readonly connected: PayWay[]
  readonly credits: PayWay[]
}

/** How a store of the merchant takes money now, or any of them for none. One query. */
export async function payTermsOf(ctx: Context, storeId?: string): Promise<PayTerms> {
  const [row] = await ctx.query<PaySettings>(
    `select m.pay_settings as stored, s.name, coalesce(s.pay_settings, '{}') as own, array(select distinct c.pay_way from pay_channel c
        where c.enabled and ($1::bigint is null or c.store_id is null or c.store_id = $1)) as connected,
       array(select distinct c.pay_way from pay_channel c where c.enabled and c.service_id <> ''
         and ($1::bigint is null or c.store_id is null or c.store_id = $1)) as credits
       from merchant m left join store s on s.id = $1 where m.id = merchant()`,
    [storeId ?? null],
  )
  const { connected, credits } = row!
  return termsOf(ctx, row!, canBeTold(ctx.config) ? { connected, credits } : undefined)
}

/** By which ways each of some stores takes money by hand now. One query, none for no stores. */
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
