import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { inSight } from '../../kernel/identity.ts'
import { recordsAreNamed } from '../audit/actions.ts'
import { merchantsBeginWith, registerStoreSettings, setupCounts } from '../merchant/actions.ts'
import * as store from './store.ts'

export { oneWaySql } from './one-way.ts'
export { registerAreaFees, registerHomeCars, storeBusiness } from './uses.ts'
export { inSight }

/** Checks that a store exists and is visible. @throws Refusal notFound (-4) naming it */
export async function knownStore(ctx: Pick<Context, 'identity' | 'query'>, storeId: string): Promise<void> {
  inSight(ctx, storeId)
  const known = await ctx.query('select from store where id = $1', [storeId])
  if (known.length === 0) throw new Refusal('notFound', { field: 'storeId' })
}

/**
 * Whether a rule applies to a store that the caller sees: `places` is its store or its list of stores; null or an empty
 * list means every store.
 */
export const holdsInSight = (
  { identity }: Pick<Context, 'identity'>,
  places: string | readonly string[] | null,
): boolean => {
  const of = [places ?? []].flat()
  return identity.scope === 'all' || of.length === 0 || of.some((id) => identity.storeIds.includes(id))
}

registerStoreSettings({
  lock: (db, id) =>
    db
      .selectFrom('store')
      .select(['id', 'settings', 'paySettings', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  save: async (db, id, changed) => (await store.update(db, id, changed)).version,
})

// It is not open until the merchant opens it.
merchantsBeginWith(
  async (db, first) =>
    first &&
    store.insert(db, {
      name: first.name,
      cityCode: first.cityCode,
      cityName: first.cityName,
      phones: [first.phone],
      status: storeStatus.paused,
    }),
)

setupCounts.register('store', `select count(*) from store where status = ${storeStatus.open} and lat is not null`)

recordsAreNamed<string>('store', {
  sql: (id) => `(select to_json(n.name) from store n where n.merchant_id = merchant() and n.id = ${id})`,
  text: (name) => name,
})
