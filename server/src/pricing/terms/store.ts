import type { PartFamily } from '@cheyi/domain/rental/damage/prices'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { snakeCase } from '../../kernel/db/letter-case.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/** Tables with the same shape: id, version, and the terms. */
type TermsTable = 'serviceItem' | 'feeConfig' | 'cancelRule' | 'depositPolicy' | 'damagePrice'

export const lock = <T extends TermsTable>(ctx: Context, table: T, id: string) =>
  ctx.query<{ id: string; version: number } & Record<string, unknown>>(
    `select * from ${snakeCase(table)} where id = $1 for update`,
    [id],
  )

export async function insert<T extends TermsTable>(ctx: Context, table: T, values: Insertable<DB[T]>): Promise<string> {
  const row = await ctx.db
    .insertInto(table as 'feeConfig')
    .values(values as Insertable<DB['feeConfig']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const update = <T extends TermsTable>(
  ctx: Context,
  table: T,
  id: string,
  version: number,
  values: Updateable<DB[T]>,
) =>
  ctx.db
    .updateTable(table as 'feeConfig')
    .set({ ...(values as Updateable<DB['feeConfig']>), version: version + 1 })
    .where('id', '=', id)
    .execute()

/** The given ids that belong to stores and models of the merchant. */
export async function existingIds(
  ctx: Context,
  storeIds: readonly string[],
  modelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [stores, models] = await Promise.all([
    ctx.query<{ id: string }>('select id from store where id = any ($1::bigint[])', [storeIds]),
    ctx.query<{ id: string }>('select id from model where id = any ($1::bigint[])', [modelIds]),
  ])
  return new Set([...stores, ...models].map(({ id }) => id))
}

export async function lastEdit(
  ctx: Context,
  table: TermsTable,
  id: string,
): Promise<{ name: string; at: number } | undefined> {
  const [row] = await ctx.query<{ name: string; at: number }>(
    'select name, at from audit where target_type = $1 and target_id = $2 order by id desc limit 1',
    [snakeCase(table), id],
  )
  return row
}

export type FeeRow = Omit<Selectable<DB['feeConfig']>, 'merchantId'> & {
  storeName: string
  pairStoreName: string | null
}

/** Fees of the visible stores (`storeIds` null: of all). */
export const fees = (
  ctx: Context,
  ask: { id?: string; storeId?: string; kind?: string },
  storeIds: readonly string[] | null,
) =>
  ctx.query<FeeRow>(
    `select f.id, f.store_id, s.name as store_name, f.kind, f.name, f.fee_mode, f.rate_bp, f.amount_fen, f.base_km,
            f.per_km_fen, f.max_km, f.window_from, f.window_to, f.pair_store_id, p.name as pair_store_name, f.enabled, f.version
       from fee_config f
       join store s on s.merchant_id = f.merchant_id and s.id = f.store_id
       left join store p on p.merchant_id = f.merchant_id and p.id = f.pair_store_id
      where ($1::bigint is null or f.id = $1) and ($2::bigint is null or f.store_id = $2)
        and ($3::text is null or f.kind = $3) and ($4::bigint[] is null or f.store_id = any ($4::bigint[]))
      order by f.store_id, f.kind, f.id`,
    [ask.id ?? null, ask.storeId ?? null, ask.kind ?? null, storeIds],
  )

export const cancelRules = (ctx: Context) => ctx.db.selectFrom('cancelRule').selectAll().orderBy('id').execute()
export type CancelRuleRow = Awaited<ReturnType<typeof cancelRules>>[number]

type PolicyRow = Omit<Selectable<DB['depositPolicy']>, 'merchantId'> & {
  storeName: string | null
  modelName: string | null
}

export const depositPolicies = (ctx: Context, ask: { id?: string; storeId?: string; modelId?: string }) =>
  ctx.query<PolicyRow>(
    `select d.id, d.store_id, s.name as store_name, d.model_id, m.name as model_name, d.source, d.rental_fen, d.violation_fen,
            d.modes, d.waive_types, d.hold_days, d.enabled, d.version
       from deposit_policy d
       left join store s on s.merchant_id = d.merchant_id and s.id = d.store_id
       left join model m on m.merchant_id = d.merchant_id and m.id = d.model_id
      where ($1::bigint is null or d.id = $1)
        and ($2::bigint is null or d.store_id is null or d.store_id = $2)
        and ($3::bigint is null or d.model_id is null or d.model_id = $3)
      order by d.id`,
    [ask.id ?? null, ask.storeId ?? null, ask.modelId ?? null],
  )

export const damagePrices = (ctx: Context) => ctx.db.selectFrom('damagePrice').selectAll().execute()

/** The row of a family, created from the product's default at the first change. */
export async function ensureDamagePrice(
  ctx: Context,
  family: PartFamily,
  values: Omit<Insertable<DB['damagePrice']>, 'family'>,
): Promise<string> {
  await ctx.db
    .insertInto('damagePrice')
    .values({ ...values, family })
    .onConflict((conflict) => conflict.columns(['merchantId', 'family']).doNothing())
    .execute()
  const row = await ctx.db.selectFrom('damagePrice').select('id').where('family', '=', family).executeTakeFirstOrThrow()
  return row.id
}
